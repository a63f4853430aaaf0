import { formatTimeOfDay, localWeekdayAndTime, officeState, timeZoneName } from './office-hours.ts';
import type { SiteSettings } from '../site-settings.ts';

/** Visitors who write during office hours are promised an answer within this many minutes. */
export const REPLY_TIME_MINUTES = 10;

/**
 * Returns a sentence about when the visitor can expect an answer. `sentAt` and `readAt`, when the sentence is read, are
 * in epoch milliseconds.
 */
export function replyTimeText(
  { hours, site }: Pick<SiteSettings, 'hours' | 'site'>,
  sentAt: number,
  readAt: number,
): string {
  const state = officeState(hours, site.timeZone, sentAt, readAt);
  if (state === null) return 'I’ll get back to you as soon as I can.';
  const zone = timeZoneName(site.timeZone);
  if (!state.open) {
    return `The office was closed when you wrote. I’ll get back to you from ${state.from} ${state.day}, ${zone}.`;
  }
  const due = localWeekdayAndTime(site.timeZone, sentAt + REPLY_TIME_MINUTES * 60_000).clock;
  return `The office is open, so expect my answer by about ${formatTimeOfDay(due)} ${zone}.`;
}
