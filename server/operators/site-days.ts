/** Milliseconds of a slice: every time zone's midnight is a border between two. */
export const SLICE = 15 * 60_000;

const HOUR = 3_600_000;

/** The day of a moment in a time zone, as YYYY-MM-DD. Throws a `RangeError` for an unknown zone. */
export function dayOf(at: number, timeZone: string): string {
  return formatter(timeZone).format(at);
}

/** The days up to the present one, oldest first. */
export function lastDays(count: number, now: number, timeZone: string): string[] {
  const [year = 0, month = 1, day = 1] = dayOf(now, timeZone).split('-').map(Number);
  return Array.from({ length: count }, (_, index) =>
    new Date(Date.UTC(year, month - 1, day - (count - 1 - index))).toISOString().slice(0, 10),
  );
}

/** Epoch milliseconds of the first moment of a day in a time zone, to the quarter of an hour. */
export function startOfDay(day: string, timeZone: string): number {
  // No zone is farther from UTC than 14 hours.
  const earliest = Date.parse(`${day}T00:00:00Z`) - 14 * HOUR;
  const latest = earliest + 28 * HOUR;
  for (let at = earliest; at <= latest; at += SLICE) {
    if (dayOf(at, timeZone) >= day) return at;
  }
  return latest;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Making one costs far more than using it. */
function formatter(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone);
  if (known) return known;
  // The Canadian way of writing a date is the ISO way.
  const made = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  formatters.set(timeZone, made);
  return made;
}
