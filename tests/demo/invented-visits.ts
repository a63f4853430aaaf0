import { Temporal } from 'temporal-polyfill';
import { dayInTimeZone } from '../../src/builder/time-zones.ts';
import { lastDays } from '../../server/platform/site-days.ts';
import { createSeededRandom } from '../crm-sandbox/seeded-random.ts';
import { DEMO_DAYS, type InventedLead } from './invented-leads.ts';

/** The visits of a page on a day (YYYY-MM-DD in the site's time zone). */
export interface InventedVisits {
  day: string;
  path: string;
  visits: number;
}

/** Average visits on a weekday. */
const VISITS: Readonly<Record<string, number>> = {
  '/': 34,
  '/buy': 14,
  '/sell': 11,
  '/neighborhoods': 9,
  '/sell/home-valuation': 9,
  '/buy/first-time-buyers': 7,
  '/about': 6,
  '/contact': 6,
  '/buy/move-in-ready-homes': 6,
  '/buy/mortgage-guide': 5,
  '/service-areas': 5,
  '/buy/home-buying-process': 4,
  '/sell/fsbo-vs-agent': 3,
  '/sell/marketing-strategy': 3,
  '/sell/staging-tips': 3,
  '/blog': 3,
};
/** The share of a weekday's visits on Saturdays and Sundays. */
const WEEKEND_SHARE = 0.6;
/** Visits of a page for each lead that it brought on the day. */
const VISITS_PER_LEAD = 4;
const SEED = 11;

/** Invents the visits of all days of the demonstration, oldest first. Pages that brought a lead have more of them. */
export function inventVisits({
  now,
  timeZone,
  leads,
}: {
  /** Epoch milliseconds. */
  now: number;
  timeZone: string;
  leads: readonly Pick<InventedLead, 'at' | 'page'>[];
}): InventedVisits[] {
  const random = createSeededRandom(SEED);
  return lastDays(DEMO_DAYS, now, timeZone).flatMap((day, index) => {
    const isWeekend = Temporal.PlainDate.from(day).dayOfWeek > 5;
    return Object.entries(VISITS).map(([path, average]) => {
      // The site becomes better known: at first it has three quarters of the average.
      const growth = 0.75 + (0.5 * index) / DEMO_DAYS;
      const chance = 0.7 + 0.6 * random.draw(index, path);
      const leadsHere = leads.filter(
        (lead) => lead.page === path && dayInTimeZone(lead.at, timeZone) === day,
      );
      const visits = average * growth * chance * (isWeekend ? WEEKEND_SHARE : 1);
      return { day, path, visits: Math.max(1, Math.round(visits)) + leadsHere.length * VISITS_PER_LEAD };
    });
  });
}
