/**
 * Converts a local time such as `2026-12-24T18:00` in an IANA time zone to epoch milliseconds. When the clock goes
 * forward, a skipped time is read as one hour earlier. If a time occurs twice, the first occurrence is used.
 */
export function zonedMoment(local: string, timeZone: string): number {
  const asUtc = Date.parse(`${local}:00Z`);
  const early = asUtc - offsetAt(asUtc - 24 * 3_600_000, timeZone);
  return early + offsetAt(early, timeZone) === asUtc
    ? early
    : asUtc - offsetAt(asUtc + 24 * 3_600_000, timeZone);
}

/** Returns the time zone's offset from UTC at an instant, in milliseconds. */
export function offsetAt(instant: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  }).formatToParts(instant);
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((p) => p.type === type)?.value);
  const wall = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  );
  return wall - Math.floor(instant / 1000) * 1000;
}
