import type { ReactNode } from 'react';
import styled from 'styled-components';

/** The height in pixels. Horizontal positions are in percent, so that text keeps its size at any width. */
const HEIGHT = 272;
const TOP_PX = 14;
const GROUND_PX = HEIGHT - 30;

/** The y coordinate of the labels along the horizontal axis, in pixels. */
export const PLOT_LABELS_Y_PX = HEIGHT - 8;

/** Returns the y coordinate of a value in a plot, in pixels. */
export function plotY(scale: Scale, value: number): number {
  return GROUND_PX - positionOnScale(scale, value) * (GROUND_PX - TOP_PX);
}

const Around = styled.div`
  display: flex;
  overflow-x: clip;
  direction: ltr;
  svg {
    flex: none;
    height: ${HEIGHT}px;
    overflow: visible;
  }
  svg:last-child {
    flex: 1;
    min-width: 0;
  }
  .first {
    fill: ${({ theme }) => theme.color.ink};
  }
  .second {
    fill: ${({ theme }) => theme.color.accent};
  }
  .grid {
    stroke: ${({ theme }) => theme.color.line};
  }
  .stroke {
    fill: none;
    stroke: ${({ theme }) => theme.color.accent};
    stroke-width: 3;
    stroke-linecap: round;
  }
  text {
    fill: ${({ theme }) => theme.color.inkSoft};
    font-size: 0.875rem;
    font-variant-numeric: tabular-nums lining-nums;
  }
  .value {
    fill: ${({ theme }) => theme.color.ink};
    font-weight: 650;
  }
  @container (max-width: 30rem) {
    .roomy {
      display: none;
    }
  }
  @media (forced-colors: active) {
    forced-color-adjust: none;
    .first,
    .value,
    text {
      fill: CanvasText;
    }
    .second {
      fill: Highlight;
    }
    .stroke {
      stroke: Highlight;
    }
  }
`;

interface Props {
  scale: Scale;
  /** Formats the value of an axis label. */
  label: (value: number) => string;
  children: ReactNode;
}

/**
 * Draws a chart's axis labels and grid lines; its children draw the data. It is hidden from screen readers, so the
 * caller must provide the same information as a sentence and a table.
 */
export function Plot({ scale, label, children }: Props) {
  const longest = Math.max(...scale.ticks.map((tick) => label(tick).length));
  return (
    <Around aria-hidden="true">
      <svg width={longest * 8 + 12} height={HEIGHT} focusable="false">
        {scale.ticks.map((tick) => (
          <text key={tick} x={longest * 8} y={plotY(scale, tick) + 5} textAnchor="end">
            {label(tick)}
          </text>
        ))}
      </svg>
      <svg width="100%" height={HEIGHT} focusable="false">
        {scale.ticks.map((tick) => (
          <line
            key={tick}
            className="grid"
            x1="0"
            x2="100%"
            y1={plotY(scale, tick)}
            y2={plotY(scale, tick)}
          />
        ))}
        {children}
      </svg>
    </Around>
  );
}

/** The ends of an axis, and the values labeled on it. */
interface Scale {
  min: number;
  max: number;
  /** The labeled values in ascending order, evenly spaced. */
  ticks: readonly number[];
}

/** Returns an axis that covers both values in about four round steps (1, 2, 2.5 or 5 times a power of ten). */
export function createPlotScale(low: number, high: number): Scale {
  const span = high - low || Math.abs(high) || 1;
  const power = 10 ** Math.floor(Math.log10(span / 4));
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((each) => span / each <= 4) ?? span;
  const from = Math.floor(low / step + 1e-9);
  const to = Math.max(from + 1, Math.ceil(high / step - 1e-9));
  // Multiply instead of adding up, because 0.1 + 0.2 is not 0.3. Rounding to twelve digits removes the remaining error.
  const ticks = Array.from({ length: to - from + 1 }, (_, index) =>
    Number(((from + index) * step).toPrecision(12)),
  );
  return { min: ticks[0] ?? low, max: ticks.at(-1) ?? high, ticks };
}

/** Returns the position of a value on an axis: 0 at its minimum, 1 at its maximum. */
export function positionOnScale({ min, max }: Scale, value: number): number {
  return (value - min) / (max - min);
}
