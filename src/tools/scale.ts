/** The ends of an axis, and the values labeled on it. */
export interface Scale {
  min: number;
  max: number;
  /** The labeled values in ascending order, evenly spaced. */
  ticks: readonly number[];
}

/** Returns an axis that covers both values in about four round steps (1, 2, 2.5 or 5 times a power of ten). */
export function roundScale(low: number, high: number): Scale {
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

/** Returns the position of a value between the ends, from 0 to 1. */
export function placeOn({ min, max }: Scale, value: number): number {
  return (value - min) / (max - min);
}
