import { Temporal } from 'temporal-polyfill';

/** Describes a reminder: its day, and what it is about. */
export function reminderLabel({ day, about }: { day: string; about: string }): string {
  return about ? `${formatDay(day)}: ${about}` : formatDay(day);
}

/** Formats `2026-11-21` as `Sat, Nov 21`. */
export function formatDay(day: string): string {
  return new Intl.DateTimeFormat('en-US', {
    timeZone: 'UTC',
    weekday: 'short',
    month: 'short',
    day: 'numeric',
  }).format(Date.parse(`${day}T00:00:00Z`));
}

/** Returns the day that is `days` after a day; both as YYYY-MM-DD. */
export function dayAfter(day: string, days: number): string {
  return Temporal.PlainDate.from(day).add({ days }).toString();
}
