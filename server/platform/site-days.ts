import { Temporal } from 'temporal-polyfill';
import { zonedTime } from '../../src/builder/time-zones.ts';

/** A quarter of an hour. Midnight in every time zone falls on a multiple of this. */
export const QUARTER_HOUR_MS = 15 * 60_000;

/**
 * Returns the last `count` days including today, oldest first, as YYYY-MM-DD. `now` is in epoch milliseconds. Throws a
 * `RangeError` for an unknown zone.
 */
export function lastDays(count: number, now: number, timeZone: string): string[] {
  const today = zonedTime(now, timeZone).toPlainDate();
  return Array.from({ length: count }, (_, index) => today.subtract({ days: count - 1 - index }).toString());
}

/** Returns the first moment of a day (YYYY-MM-DD) in a time zone, in epoch milliseconds. */
export function startOfDay(day: string, timeZone: string): number {
  return Temporal.PlainDate.from(day).toZonedDateTime(timeZone).epochMilliseconds;
}

/** Returns the first moment after a day (YYYY-MM-DD) in a time zone, in epoch milliseconds. */
export function startOfNextDay(day: string, timeZone: string): number {
  return Temporal.PlainDate.from(day).add({ days: 1 }).toZonedDateTime(timeZone).epochMilliseconds;
}

/**
 * Returns the year of a moment (`at`, in epoch milliseconds) in a time zone. Throws a `RangeError` for an unknown zone.
 */
export function yearInTimeZone(at: number, timeZone: string): number {
  return zonedTime(at, timeZone).year;
}

/**
 * Returns the first moment of the year after that of `at` in a time zone. Both are in epoch milliseconds. Throws a
 * `RangeError` for an unknown zone.
 */
export function startOfNextYear(at: number, timeZone: string): number {
  return startOfDay(`${yearInTimeZone(at, timeZone) + 1}-01-01`, timeZone);
}
