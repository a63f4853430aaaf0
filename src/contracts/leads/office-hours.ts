import type { SiteSettings } from '../site-settings.ts';

type DayHours = SiteSettings['hours'][number];

/** Whether the office is open, and its closing time (`until`) or next opening time (`from`), such as `8 AM`. */
export type OfficeState =
  | { open: true; until: string }
  /**
   * `day` completes "from 8 AM …": `today`, `tomorrow`, `on Monday`. `opens` is the local time of the opening
   * (`08:00`), and `daysAhead` the number of days until it.
   */
  | { open: false; from: string; day: string; opens: string; daysAhead: number };

const DAY_MS = 24 * 60 * 60_000;
const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/**
 * Returns the state of the office at `now`; null if it never opens. `readAt` is when the visitor reads it: if that is
 * another day than `now`, `day` names the day of the week instead of `today` or `tomorrow`. Both are in epoch
 * milliseconds.
 */
export function officeState(
  hours: readonly DayHours[],
  timeZone: string,
  now: number,
  readAt = now,
): OfficeState | null {
  const { day, clock } = localWeekdayAndTime(timeZone, now);
  const linesOf = (weekday: number) =>
    hours
      .filter((line) => line.weekdays.includes(weekday))
      .sort((one, other) => one.opens.localeCompare(other.opens));
  const current =
    linesOf(day).find((line) => line.opens <= clock && (clock < line.closes || passesMidnight(line))) ??
    linesOf((day + 6) % 7).find((line) => passesMidnight(line) && clock < line.closes);
  if (current) return { open: true, until: formatTimeOfDay(current.closes) };
  const isSameDay = readAt - now < DAY_MS && localWeekdayAndTime(timeZone, readAt).day === day;
  for (let daysAhead = 0; daysAhead <= 7; daysAhead += 1) {
    const weekday = (day + daysAhead) % 7;
    const opens = linesOf(weekday).find((line) => daysAhead > 0 || line.opens > clock)?.opens;
    if (opens !== undefined) {
      const words = isSameDay ? dayWords(daysAhead, weekday) : onDay(weekday);
      return { open: false, from: formatTimeOfDay(opens), day: words, opens, daysAhead };
    }
  }
  return null;
}

/** Whether the office closes on the next day. */
function passesMidnight({ opens, closes }: DayHours): boolean {
  return closes <= opens;
}

/** Returns the name of a time zone in the US style: `Central Time` for `America/Chicago`. */
export function timeZoneName(timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longGeneric' }).formatToParts();
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}

/** Formats `17:30` in the US style: `5:30 PM`. */
export function formatTimeOfDay(clock: string): string {
  const [hour = 0, minute = 0] = clock.split(':').map(Number);
  const minutes = minute === 0 ? '' : `:${String(minute).padStart(2, '0')}`;
  return `${hour % 12 || 12}${minutes} ${hour < 12 ? 'AM' : 'PM'}`;
}

/** Formats a line of opening hours: `8AM–8PM`. */
export function formatOpeningHours({ opens, closes }: Pick<DayHours, 'opens' | 'closes'>): string {
  return `${formatTimeOfDay(opens)}–${formatTimeOfDay(closes)}`.replaceAll(' ', '');
}

function dayWords(ahead: number, weekday: number): string {
  if (ahead === 0) return 'today';
  return ahead === 1 ? 'tomorrow' : onDay(weekday);
}

function onDay(weekday: number): string {
  return `on ${DAYS[weekday] ?? ''}`;
}

/** Returns the day of the week (0 is Sunday) and the local time (`08:05`) of an instant in a time zone. */
export function localWeekdayAndTime(timeZone: string, now: number): { day: number; clock: string } {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    weekday: 'long',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(now);
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((each) => each.type === type)?.value ?? '';
  return { day: DAYS.indexOf(part('weekday')), clock: `${part('hour')}:${part('minute')}` };
}
