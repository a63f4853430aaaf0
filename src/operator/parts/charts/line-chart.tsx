import { useId } from 'react';
import styled from 'styled-components';
import { ChartTable, type ChartValue } from './chart-table.tsx';

const WIDTH = 520;
const HEIGHT = 220;
const EDGE = { top: 12, right: 10, bottom: 30, left: 34 } as const;
const INNER = { width: WIDTH - EDGE.left - EDGE.right, height: HEIGHT - EDGE.top - EDGE.bottom } as const;

const Picture = styled.svg`
  width: 100%;
  overflow: visible;
  text {
    fill: ${({ theme }) => theme.color.inkSoft};
    font-size: 12px;
    font-variant-numeric: tabular-nums;
  }
  .grid {
    stroke: ${({ theme }) => theme.color.line};
    stroke-width: 1;
  }
  .line {
    fill: none;
    stroke: ${({ theme }) => theme.color.accent};
    stroke-width: 2.5;
    stroke-linejoin: round;
    stroke-linecap: round;
  }
  .area {
    fill: ${({ theme }) => theme.color.accent};
    opacity: 0.14;
  }
  .point {
    fill: ${({ theme }) => theme.color.accent};
  }
  @media (max-width: 40rem) {
    text {
      font-size: 19px;
    }
  }
`;

interface Props {
  title: string;
  of: string;
  unit: string;
  values: readonly ChartValue[];
  /** The text below the first and the last value; defaults to their labels. */
  ends?: readonly [string, string];
}

/** A line chart of values over time, with a table of the same values. */
export function LineChart({ title, of, unit, values, ends }: Props) {
  const id = useId();
  const top = axisMaximum(Math.max(0, ...values.map(({ value }) => value)));
  const x = (index: number) =>
    EDGE.left + (values.length < 2 ? INNER.width / 2 : (index / (values.length - 1)) * INNER.width);
  const y = (value: number) => EDGE.top + INNER.height * (1 - value / top);
  const points = values.map(({ value }, index) => `${round(x(index))},${round(y(value))}`);
  const base = round(y(0));
  const total = values.reduce((sum, { value }) => sum + value, 0);
  return (
    <figure>
      <Picture viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-labelledby={id}>
        <title
          id={id}
        >{`${title}: ${total.toLocaleString('en-US')} in all. The table below has each value.`}</title>
        {[0, top / 2, top].map((line) => (
          <g key={line}>
            <line className="grid" x1={EDGE.left} x2={WIDTH - EDGE.right} y1={y(line)} y2={y(line)} />
            <text x={EDGE.left - 8} y={y(line) + 4} textAnchor="end">
              {line}
            </text>
          </g>
        ))}
        {points.length > 1 && (
          <>
            <path
              className="area"
              d={`M${round(x(0))},${base} L${points.join(' L')} L${round(x(values.length - 1))},${base} Z`}
            />
            <polyline className="line" points={points.join(' ')} />
          </>
        )}
        {values.length <= 31 &&
          values.map(({ label, value }, index) => (
            <circle key={label} className="point" cx={x(index)} cy={y(value)} r={3} />
          ))}
        <text x={EDGE.left} y={HEIGHT - 4}>
          {ends?.[0] ?? values[0]?.label}
        </text>
        <text x={WIDTH - EDGE.right} y={HEIGHT - 4} textAnchor="end">
          {ends?.[1] ?? values.at(-1)?.label}
        </text>
      </Picture>
      <ChartTable caption={title} of={of} unit={unit} values={values} />
    </figure>
  );
}

/**
 * Returns the top value of the chart's axis: the first of 2, 4, 6, 8, 10, 20, 40, 60, 80, 100 … that is not below
 * `value`. All are even, so that the label in the middle of the axis is a whole number.
 */
export function axisMaximum(value: number): number {
  if (value <= 2) return 2;
  const power = 10 ** Math.floor(Math.log10(value));
  const step = [1, 2, 4, 6, 8, 10].find((each) => each * power >= value) ?? 10;
  const top = step * power;
  return top % 2 === 0 ? top : top + 1;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
