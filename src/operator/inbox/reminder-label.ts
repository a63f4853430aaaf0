import { Temporal } from 'temporal-polyfill';

/** Formats a reminder, such as `Sat, Nov 21: Call again`. */
export function reminderLabel({ day, about }: { day: string; about: string }): string {
  return about ? `${formatReminderDay(day)}: ${about}` : formatReminderDay(day);
}

/** Formats `2026-11-21` as `Sat, Nov 21`. */
export function formatReminderDay(day: string): string {
  return new Intl.DateTimeFormat('en-US', {
    timeZone: 'UTC',
    weekday: 'short',
    month: 'short',
    day: 'numeric',
  }).format(Date.parse(`${day}T00:00:00Z`));
}

/** Adds days to a calendar day. Both the argument and the result are YYYY-MM-DD. */
export function addDays(day: string, days: number): string {
  return Temporal.PlainDate.from(day).add({ days }).toString();
}
