import { zonedMoment } from '../../src/builder/zoned-moment.ts';

/** A quarter of an hour in milliseconds. Midnight in every time zone falls on a multiple of this. */
export const SLICE = 15 * 60_000;

/** Returns the day of a moment in a time zone, as YYYY-MM-DD. Throws a `RangeError` for an unknown zone. */
export function dayOf(at: number, timeZone: string): string {
  return formatter(timeZone).format(at);
}

/** Returns the last days up to and including today, oldest first. */
export function lastDays(count: number, now: number, timeZone: string): string[] {
  const [year = 0, month = 1, day = 1] = dayOf(now, timeZone).split('-').map(Number);
  return Array.from({ length: count }, (_, index) =>
    new Date(Date.UTC(year, month - 1, day - (count - 1 - index))).toISOString().slice(0, 10),
  );
}

/** Returns the first moment of a day in a time zone, in epoch milliseconds. */
export function startOfDay(day: string, timeZone: string): number {
  return zonedMoment(`${day}T00:00`, timeZone);
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Returns a cached formatter, because creating one costs far more than using it. */
function formatter(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone);
  if (known) return known;
  // The Canadian locale formats dates as YYYY-MM-DD.
  const made = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  formatters.set(timeZone, made);
  return made;
}
