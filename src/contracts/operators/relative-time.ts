const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

const words = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' });

/** Formats a time relative to now: `5 minutes ago`, `just now`. Both arguments are in epoch milliseconds. */
export function formatRelativeTime(at: number, now: number): string {
  const away = at - now;
  for (const [unit, length] of units) {
    if (Math.abs(away) >= length) return words.format(Math.trunc(away / length), unit);
  }
  return away > 0 ? 'in a moment' : 'just now';
}
