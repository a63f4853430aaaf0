import { Plot, PLOT_LABELS_Y_PX, plotY, createPlotScale } from '../../src/calculators/plot.tsx';
import { formatMonth } from './dates.ts';

/** A value of the chart; `month` is like `2026-10`. */
export interface MonthlyValue {
  month: string;
  value: number;
}

interface Props {
  months: readonly MonthlyValue[];
  look: 'line' | 'bars';
  /** Formats a value for a label. */
  say: (value: number) => string;
}

/** Draws monthly values as a line or as bars. The last point of a line is labeled with its value. */
export function ChartDrawing({ months, look, say }: Props) {
  const values = months.map(({ value }) => value);
  const low = look === 'bars' ? Math.min(0, ...values) : Math.min(...values);
  const scale = createPlotScale(low, Math.max(...values));
  const width = 100 / months.length;
  const across = (index: number) => `${(index + 0.5) * width}%`;
  const last = months.at(-1);
  // Label the first and last months, and one in the middle if there are more than six.
  const named = new Set([
    0,
    months.length - 1,
    ...(months.length > 6 ? [Math.floor((months.length - 1) / 2)] : []),
  ]);
  return (
    <Plot scale={scale} label={say}>
      {look === 'bars' &&
        months.map(({ value }, index) => {
          const [top, foot] = [plotY(scale, Math.max(0, value)), plotY(scale, Math.min(0, value))];
          return (
            <rect
              key={index}
              className={index === months.length - 1 ? 'second' : 'first'}
              x={`${(index + 0.16) * width}%`}
              width={`${width * 0.68}%`}
              y={top}
              height={foot - top}
            />
          );
        })}
      {look === 'line' &&
        months
          .slice(1)
          .map(({ value }, index) => (
            <line
              key={index}
              className="stroke"
              x1={across(index)}
              y1={plotY(scale, values[index] ?? value)}
              x2={across(index + 1)}
              y2={plotY(scale, value)}
            />
          ))}
      {look === 'line' &&
        months.map(({ value }, index) => (
          <circle
            key={index}
            className="second"
            cx={across(index)}
            cy={plotY(scale, value)}
            r={index === months.length - 1 ? 6 : 3.5}
          />
        ))}
      {look === 'line' && last && (
        <text className="value" x="100%" y={plotY(scale, last.value) - 12} textAnchor="end">
          {say(last.value)}
        </text>
      )}
      {months.map(
        ({ month }, index) =>
          named.has(index) && (
            <text
              key={index}
              className={index > 0 && index < months.length - 1 ? 'roomy' : undefined}
              x={endOf(index, months.length) ?? across(index)}
              y={PLOT_LABELS_Y_PX}
              textAnchor={anchorOf(index, months.length)}
            >
              {formatMonth(month, true)}
            </text>
          ),
      )}
    </Plot>
  );
}

/**
 * Returns the x position of the first and the last label, at the edges of the chart so that they are not cut off;
 * undefined for the other labels.
 */
function endOf(index: number, count: number): string | undefined {
  if (index === 0) return '0';
  return index === count - 1 ? '100%' : undefined;
}

function anchorOf(index: number, count: number): 'start' | 'middle' | 'end' {
  if (index === 0) return 'start';
  return index === count - 1 ? 'end' : 'middle';
}
