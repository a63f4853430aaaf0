import type { Selectable } from 'kysely';
import type { SiteSettings } from '../../../src/contracts/site-settings.ts';
import { mergeLeadTexts } from '../../../server/database/schema/lead-columns.ts';
import type { Database } from '../../../server/database/schema/schema.ts';

type Lead = Selectable<Database['leads']>;

/** Tuesday, November 10, 2026, 3:02 PM in Des Moines: during office hours. */
export const IN_HOURS = Date.UTC(2026, 10, 10, 21, 2);
/** Tuesday, November 10, 2026, 9:30 PM in Des Moines: after office hours. */
export const AFTER_HOURS = Date.UTC(2026, 10, 11, 3, 30);

export const SETTINGS: SiteSettings = {
  site: { name: 'Metro Homes', description: 'Homes', timeZone: 'America/Chicago' },
  agent: {
    name: 'Alex Rivera',
    licence: 'S12345000',
    licensedIn: 'Iowa',
    email: 'alex@agency.test',
    phone: '(515) 555-0199',
    phoneDial: '+15155550199',
  },
  brokerage: { name: 'Prairie Realty', url: 'https://agency.test', logo: '/logo.svg' },
  address: { street: '1 Main', locality: 'Ankeny', region: 'IA', postalCode: '50021', country: 'US' },
  hours: [{ days: 'Mon–Fri', weekdays: [1, 2, 3, 4, 5], opens: '08:00', closes: '20:00' }],
  social: [],
  priceRange: '$$',
  seo: { titleSuffix: 'Metro Homes', shareImage: '/card.png' },
  sample: false,
};

/** Creates a lead from a completed seller form, with the given changes. */
export function leadOf(changes: Partial<Lead> = {}): Lead {
  return {
    ...mergeLeadTexts(undefined, {}),
    id: 'lead-1',
    session: 'session-1',
    browser_key: 'key',
    open_until: IN_HOURS + 86_400_000,
    form: 'lead-form',
    page: '/sell/home-valuation',
    source: 'HomeValuation Page',
    tags: JSON.stringify(['Website Lead', 'Seller']),
    revision: 1,
    progress: 'details',
    first_name: 'Sam',
    last_name: 'Field',
    email: 'sam@visitor.test',
    phone: '515 555 0142',
    phone_e164: '+15155550142',
    contact_method: 'phone',
    inquiry_type: 'selling',
    message: 'We want to sell in spring.\nWhat is it worth?',
    attribution: null,
    local_only: 0,
    status: 'open',
    suspicions: null,
    rejected_at: null,
    hold_told_at: null,
    crm_location_id: null,
    crm_contact_id: null,
    request_id: null,
    created_at: IN_HOURS,
    updated_at: IN_HOURS,
    ...changes,
  };
}
