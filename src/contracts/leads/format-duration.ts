/** Formats a duration in milliseconds for display: `0.8 s`, `42 s`, `3 min`, `5 h`, `2 days`. */
export function formatDuration(milliseconds: number): string {
  const tenths = Math.round(milliseconds / 100);
  if (tenths < 100) return `${tenths / 10} s`;
  const seconds = Math.round(milliseconds / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.round(milliseconds / 60_000);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.round(milliseconds / 3_600_000);
  if (hours < 48) return `${hours} h`;
  return `${Math.round(milliseconds / 86_400_000)} days`;
}
