import type { Selectable } from 'kysely';
import { marketReportAreas } from '../../../src/contracts/forms/market-report-form.ts';
import { localTimeToEpochMs, zonedTime } from '../../../src/builder/time-zones.ts';
import { REPLY_TIME_MINUTES } from '../../../src/contracts/leads/answer-time.ts';
import { inquiryTypeTexts } from '../../../src/contracts/leads/inquiry-types.ts';
import { officeState, timeZoneName } from '../../../src/contracts/leads/office-hours.ts';
import type { SiteSettings } from '../../../src/contracts/site-settings.ts';
import type { ConsentKind, Database } from '../../database/schema/schema.ts';
import type { MailLine } from './mail-text.ts';

/** Returns an inquiry type as it is written within a sentence, or null if the type is unknown. */
export function inquiryPhrase(type: string | null): string | null {
  const label = inquiryTypeTexts(type)?.label;
  return label ? label.charAt(0).toLowerCase() + label.slice(1) : null;
}

/** Returns an area of the market report as it is written within a sentence, or null if the area is unknown. */
export function reportAreaPhrase(area: string | null): string | null {
  if (area === 'all') return 'all areas';
  return marketReportAreas.find(({ value }) => value === area)?.label ?? null;
}

type Office = Pick<SiteSettings, 'hours' | 'site'>;

/** Formats epoch milliseconds in the given time zone: `Tue, Nov 10, 2026, 3:02 PM CST`. */
export function formatDateTime(at: number, timeZone: string): string {
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

/**
 * Returns the text, without its last period, that says to the agent when the visitor expects a reply, and whether that
 * time has passed; or that nothing was promised, because the site has no office hours. Times are in epoch milliseconds.
 */
export function replyDueText({ hours, site }: Office, wroteAt: number, now: number): string {
  const state = officeState(hours, site.timeZone, wroteAt, now);
  if (state === null) return 'No office hours are set: nothing was promised';
  const passed = (time: number) => (now > time ? ', which has passed' : '');
  if (!state.open) {
    const day = zonedTime(wroteAt, site.timeZone).toPlainDate().add({ days: state.daysAhead });
    const opening = localTimeToEpochMs(`${day.toString()}T${state.opens}`, site.timeZone);
    return `Outside office hours. The visitor expects you from ${state.from} ${state.day}${passed(opening)}`;
  }
  const due = wroteAt + REPLY_TIME_MINUTES * 60_000;
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone: site.timeZone,
    hour: 'numeric',
    minute: '2-digit',
  }).format(due);
  return `In office hours. Promised: an answer by ${clock}${passed(due)}`;
}

/**
 * Returns a sentence for the visitor that says when to expect a reply from the agent (`name`). Times are in epoch
 * milliseconds.
 */
export function replyPromiseText(
  { hours, site }: Office,
  name: string,
  { wroteAt, now }: { wroteAt: number; now: number },
): string {
  const state = officeState(hours, site.timeZone, wroteAt, now);
  if (state === null) return `${name} answers as soon as possible.`;
  return state.open
    ? `You wrote in office hours: you hear back within about ${REPLY_TIME_MINUTES} minutes.`
    : `You wrote outside office hours: ${name} answers from ${state.from} ${state.day}, ${timeZoneName(site.timeZone)}.`;
}

type Consent = Selectable<Database['consents']>;

/**
 * Returns rows that say what the visitor consented to. Only the latest answer to each checkbox counts. `consents`
 * must be oldest first.
 */
export function consentMailRows(consents: readonly Consent[]): (readonly [string, MailLine])[] {
  return [
    ['May I text?', { text: consentText(latest(consents, 'service'), SERVICE) }],
    ['Marketing?', { text: consentText(latest(consents, 'marketing'), MARKETING) }],
  ];
}

interface ConsentTexts {
  given: string;
  refused: string;
  unasked: string;
}

const SERVICE: ConsentTexts = {
  given: 'Yes, about this request',
  refused: 'No. They did not agree to texts',
  unasked: 'Not asked. Do not text before they agree',
};
const MARKETING: ConsentTexts = {
  given: 'Yes, they agreed to marketing calls and texts',
  refused: 'No marketing calls or texts',
  unasked: 'Not asked. No marketing calls or texts',
};

function latest(consents: readonly Consent[], kind: ConsentKind): Consent | undefined {
  return consents.findLast((consent) => consent.kind === kind);
}

function consentText(consent: Consent | undefined, { given, refused, unasked }: ConsentTexts): string {
  if (!consent) return unasked;
  return consent.given === 1 ? given : refused;
}
