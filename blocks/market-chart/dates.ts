const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);
const DAY = 86_400_000;

/** `2026-10` as `October 2026`, or `Oct 2026` where it is short. What is no month stays as it is. */
export function monthText(month: string, short = false): string {
  const parts = /^(\d{4})-(\d{2})$/.exec(month.trim());
  const name = MONTHS[Number(parts?.[2]) - 1];
  if (!parts || !name) return month;
  return `${short ? name.slice(0, 3) : name} ${parts[1]}`;
}

/** `2026-10-31` as `October 31, 2026`, `2026-10` as `October 2026`. Anything else stays as it is. */
export function dateText(date: string): string {
  const parts = /^(\d{4}-\d{2})-(\d{2})$/.exec(date.trim());
  if (!parts) return monthText(date);
  const [name, year] = monthText(parts[1] ?? '').split(' ');
  return `${name} ${Number(parts[2])}, ${year}`;
}

/** Whether figures of a date are past their shelf life. A date that cannot be read is never. */
export function isStale(date: string, shelfLifeDays: number, now: number): boolean {
  const trimmed = date.trim();
  const from = Date.parse(/^\d{4}-\d{2}$/.test(trimmed) ? `${trimmed}-28` : trimmed);
  return now - from > shelfLifeDays * DAY;
}
