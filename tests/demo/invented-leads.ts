import { Temporal } from 'temporal-polyfill';
import { dayInTimeZone } from '../../src/builder/time-zones.ts';
import { startOfDay } from '../../server/platform/site-days.ts';
import type { FormValues } from '../../src/contracts/forms/build-requests.ts';
import type { Attribution, AttributionTouch } from '../../src/contracts/leads/attribution.ts';
import { consentFields, formPostFields } from '../../src/contracts/leads/lead-request.ts';
import { createSeededRandom } from '../crm-sandbox/seeded-random.ts';
import { inventedStories, type InventedStory } from './invented-stories.ts';

/** Days over which the leads are spread, including today. */
export const DEMO_DAYS = 56;
const DAY_MS = 24 * 60 * 60_000;
const HOUR_MS = 60 * 60_000;
const MINUTE_MS = 60_000;
/** Minutes before now at which the last stories happen. */
const RECENT_MINUTES = [52, 41, 28, 9];
/** The same demonstration on every machine. */
const SEED = 7;

/** An invented visitor's request, and what the agent does about it afterwards. */
export interface InventedLead extends InventedStory {
  /** When the first step is sent, in epoch milliseconds. */
  at: number;
  /** The values of all fields, as typed. */
  values: FormValues;
  attribution: Attribution;
  /** Milliseconds between the form's first display and its first step. */
  elapsed: number;
  /** An address that is reserved for documentation. */
  ip: string;
  userAgent: string;
}

interface Options {
  /** Epoch milliseconds. */
  now: number;
  timeZone: string;
  /** The version of the consent wording that the forms show. */
  consentVersion: string;
}

/** Invents the leads of the demonstration, oldest first: the same ones every time, with times relative to now. */
export function inventLeads({ now, timeZone, consentVersion }: Options): InventedLead[] {
  const random = createSeededRandom(SEED);
  const earlier = inventedStories.length - RECENT_MINUTES.length;
  const today = startOfDay(dayInTimeZone(now, timeZone), timeZone);
  const leads = inventedStories.map((story, index): InventedLead => {
    const draw = (about: string) => random.draw(index, about);
    const recent = RECENT_MINUTES[index - earlier];
    const at =
      recent === undefined
        ? earlierTime({ share: index / (earlier - 1), today, draw, timeZone })
        : now - recent * MINUTE_MS;
    return {
      ...story,
      at,
      values: valuesOf(story, index, { draw, consentVersion }),
      attribution: attributionOf(story, at, draw),
      elapsed: story.special === 'too-fast' ? 700 : Math.round(20_000 + draw('elapsed') * 70_000),
      ip: `203.0.113.${index + 10}`,
      userAgent: pick(USER_AGENTS, draw('browser')),
    };
  });
  return leads.toSorted((one, other) => one.at - other.at);
}

/** Returns a time in daylight of a day before today. `share` is 0 for the first day and 1 for yesterday. */
function earlierTime({
  share,
  today,
  draw,
  timeZone,
}: {
  share: number;
  today: number;
  draw: (about: string) => number;
  timeZone: string;
}): number {
  const evenly = DEMO_DAYS - 1 - share * (DEMO_DAYS - 2);
  // The first and the last one stay; those between move by up to three days, so that some days have several.
  const moved = share === 0 || share === 1 ? evenly : evenly + (draw('day') - 0.5) * 6;
  let daysAgo = Math.min(DEMO_DAYS - 1, Math.max(1, Math.round(moved)));
  // From noon, so that days with 23 or 25 hours do not shift the date.
  const dayBefore = (days: number) => dayInTimeZone(today - days * DAY_MS + 12 * HOUR_MS, timeZone);
  // Few people write on Sundays; the others wait until Monday.
  if (isSunday(dayBefore(daysAgo)) && daysAgo > 1 && share > 0 && draw('sunday') < 0.7) daysAgo -= 1;
  return startOfDay(dayBefore(daysAgo), timeZone) + Math.round((8 + draw('hour') * 13) * HOUR_MS);
}

function isSunday(day: string): boolean {
  return Temporal.PlainDate.from(day).dayOfWeek === 7;
}

function valuesOf(
  { name, form, by, answers, leaves, special }: InventedStory,
  index: number,
  { draw, consentVersion }: { draw: (about: string) => number; consentVersion: string },
): FormValues {
  const [firstName = '', lastName = ''] = name.split(' ');
  // A person who comes back has the same number.
  const person = inventedStories.findIndex((story) => story.name === name);
  const phone = `(515) 555-01${String(person === -1 ? index : person).padStart(2, '0')}`;
  const email = `${firstName}.${lastName}@example.com`.toLowerCase();
  const takesBoth = form === 'quick-lead-form' || (form === 'lead-form' && draw('both') < 0.5);
  const given = by === 'phone' ? { phone } : { email };
  return {
    contact: by === 'phone' ? phone : email,
    contactMethod: by,
    ...(leaves
      ? given
      : { ...(takesBoth ? { phone, email } : given), firstName, lastName, name, ...answers }),
    // The market report needs an address to be sent to.
    ...(form === 'market-report-form' ? { email } : {}),
    [formPostFields.consentVersion]: consentVersion,
    ...(draw('service') < 0.7 ? { [consentFields.service]: 'on' } : {}),
    ...(draw('marketing') < 0.35 ? { [consentFields.marketing]: 'on' } : {}),
    ...(special === 'honeypot' ? { [formPostFields.honeypot]: 'https://spam.example.com' } : {}),
  };
}

/** Where visitors come from. The search engine and the typed address are the most frequent. */
const ARRIVALS: readonly Partial<AttributionTouch>[] = [
  {},
  {},
  {},
  { referrer: 'https://www.google.com/' },
  { referrer: 'https://www.google.com/' },
  {
    referrer: 'https://www.facebook.com/',
    utm_source: 'facebook',
    utm_medium: 'social',
    utm_campaign: 'open-houses',
  },
  { utm_source: 'newsletter', utm_medium: 'email', utm_campaign: 'monthly-report' },
  { referrer: 'https://news.example.org/des-moines/where-to-live-next-year' },
];

function attributionOf({ page }: InventedStory, at: number, draw: (about: string) => number): Attribution {
  const arrival = pick(ARRIVALS, draw('arrival'));
  const minutes = 2 + Math.round(draw('reading') * 12);
  const landing = draw('landing') < 0.4 ? '/' : page;
  const last: AttributionTouch = {
    landing,
    ...arrival,
    at: new Date(at - minutes * MINUTE_MS).toISOString(),
  };
  if (draw('returning') > 0.3) return { first: last, last };
  const first: AttributionTouch = {
    landing: '/',
    referrer: 'https://www.google.com/',
    at: new Date(at - Math.round(1 + draw('before') * 9) * DAY_MS).toISOString(),
  };
  return { first, last };
}

const USER_AGENTS = [
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15',
] as const;

function pick<Value>(values: readonly Value[], share: number): Value {
  const value = values[Math.floor(share * values.length)];
  if (value === undefined) throw new Error('There is nothing to choose from.');
  return value;
}
