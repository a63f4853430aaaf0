const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);
const DAY_MS = 86_400_000;

/** Formats `2026-10` as `October 2026`, or as `Oct 2026` if `short`. Other text is returned unchanged. */
export function formatMonth(month: string, short = false): string {
  const parts = /^(\d{4})-(\d{2})$/.exec(month.trim());
  const name = MONTHS[Number(parts?.[2]) - 1];
  if (!parts || !name) return month;
  return `${short ? name.slice(0, 3) : name} ${parts[1]}`;
}

/** Formats `2026-10-31` as `October 31, 2026` and `2026-10` as `October 2026`. Other text is returned unchanged. */
export function formatDate(date: string): string {
  const parts = /^(\d{4}-(?:0[1-9]|1[0-2]))-(0[1-9]|[12]\d|3[01])$/.exec(date.trim());
  if (!parts) return formatMonth(date);
  const [name, year] = formatMonth(parts[1] ?? '').split(' ');
  return `${name} ${Number(parts[2])}, ${year}`;
}

/**
 * Whether figures from a date are older than `shelfLifeDays` at `now` (epoch milliseconds). A month such as `2026-10`
 * counts from its 28th day. Returns false if the date is invalid.
 */
export function isStale(date: string, shelfLifeDays: number, now: number): boolean {
  const trimmed = date.trim();
  const from = Date.parse(/^\d{4}-\d{2}$/.test(trimmed) ? `${trimmed}-28` : trimmed);
  return now - from > shelfLifeDays * DAY_MS;
}
