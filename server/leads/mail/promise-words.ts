import { officeState } from '../../../src/content/office-hours.ts';
import type { SiteSettings } from '../../../src/content/site-settings.ts';

/** Minutes within which a visitor who writes in office hours was promised an answer. */
const PROMISE_MINUTES = 10;

type Office = Pick<SiteSettings, 'hours' | 'site'>;

/** A moment on the office's clock: `Tue, Nov 10, 2026, 3:02 PM CST`. */
export function momentWords(at: number, timeZone: string): string {
  return new Intl.DateTimeFormat('en-US', {
    timeZone,
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(at);
}

/** For the agent: by when a visitor who wrote at a moment was promised an answer. `now` says whether that is over. */
export function dueWords({ hours, site }: Office, wroteAt: number, now: number): string {
  const state = officeState(hours, site.timeZone, wroteAt);
  if (state === null) return 'No office hours are set: nothing was promised';
  if (!state.open) return `Outside office hours. The visitor expects you from ${state.from} ${state.day}`;
  const due = wroteAt + PROMISE_MINUTES * 60_000;
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone: site.timeZone,
    hour: 'numeric',
    minute: '2-digit',
  }).format(due);
  return `In office hours. Promised: an answer by ${clock}${now > due ? ', which has passed' : ''}`;
}

/** For the visitor: when they hear back. */
export function promiseWords({ hours, site }: Office, wroteAt: number, name: string): string {
  const state = officeState(hours, site.timeZone, wroteAt);
  if (state === null) return `${name} answers as soon as possible.`;
  return state.open
    ? `You wrote in office hours: you hear back within about ${PROMISE_MINUTES} minutes.`
    : `You wrote outside office hours: ${name} answers from ${state.from} ${state.day}, Central Time.`;
}
