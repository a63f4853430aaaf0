import { Temporal } from 'temporal-polyfill';

/**
 * Converts a local time such as `2026-12-24T18:00` in an IANA time zone to epoch milliseconds. If the clock skips the
 * time, it is read as earlier by the length of the gap, usually one hour. If a time occurs twice, the first occurrence
 * is used. Throws a `RangeError` if `local` is no local time or the zone is unknown.
 */
export function localTimeToEpochMs(local: string, timeZone: string): number {
  return Temporal.PlainDateTime.from(local).toZonedDateTime(timeZone, { disambiguation: 'earlier' })
    .epochMilliseconds;
}

/** Returns the date and time in a time zone. `instant` is in whole epoch milliseconds. */
export function zonedTime(instant: number, timeZone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timeZone);
}

/**
 * Returns the day of a moment (`at`, in epoch milliseconds) in a time zone, as YYYY-MM-DD. Throws a `RangeError` for an
 * unknown zone.
 */
export function dayInTimeZone(at: number, timeZone: string): string {
  return zonedTime(at, timeZone).toPlainDate().toString();
}
