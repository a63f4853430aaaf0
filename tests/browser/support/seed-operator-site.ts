import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { vi } from 'vitest';
import fixtures from '../../../fixtures/site-settings.json' with { type: 'json' };
import {
  setConnectionInUse,
  storeWordPressConnection,
} from '../../../server/content/connection/stored-connection.ts';
import { openDatabase } from '../../../server/database/open-database.ts';
import { loadOrCreateSecretKeys } from '../../../server/platform/security/secret-keys.ts';
import type { LeadListResponse, LeadListRow } from '../../../src/contracts/operators/operator-leads.ts';
import { WEBHOOK_PATH } from '../../../src/contracts/operators/webhooks.ts';
import { consentVersion } from '../../../src/contracts/leads/consent.ts';
import type { LeadPayload } from '../../../src/contracts/leads/lead-request.ts';
import { connect } from '../../server/oauth-journey.ts';
import { leadBrowser } from '../../server/post-lead.ts';
import { CONDITION_LIMIT } from '../../setup/time-limits.ts';
import type { OperatorTestSite } from './operator-test-site.ts';

/** Ids of the seeded leads that tests refer to. */
export interface SeededLeads {
  /** A lead with a message, consent, a campaign, a CRM contact, events from the CRM, a private note and a reminder. */
  delivered: string;
  /** A lead that a bot submitted. */
  quarantined: string;
  /** A lead that the CRM rejected permanently. */
  failed: string;
  /** A lead from a visitor who left after entering an e-mail address. */
  unfinished: string;
}

const DAY = 24 * 60 * 60_000;
const CONSENT = consentVersion(fixtures.brokerage.name);
const IN_TIME = { timeout: CONDITION_LIMIT, interval: 100 };

/** Connects the site and seeds several weeks of data: leads in every delivery state, CRM events and redirects. */
export async function seedOperatorSite(testSite: OperatorTestSite): Promise<SeededLeads> {
  const { site, sandbox, operator } = testSite;
  const [location = '', other = ''] = sandbox.state.locations.keys();
  for (const id of [location, other]) {
    const connected = await connect(operator, id);
    if (!connected.headers.get('location')?.includes('/oauth/success'))
      throw new Error(`Connecting led to ${connected.headers.get('location')}.`);
  }

  const delivered = await leaveLead(testSite, {
    firstName: 'Maximiliana',
    lastName: 'Featherstonehaugh-Vandenberg',
    email: 'maximiliana.featherstonehaugh-vandenberg@correspondence.example.com',
    phone: '(515) 555-0142',
    source: 'HomeBuyingProcess Page (/buy/home-buying-process)',
    tags: ['Website Lead', 'Buyer', '/buy/home-buying-process'],
    page: '/buy/home-buying-process',
    consent: { version: CONSENT, marketing: true, service: true },
    customData: {
      inquiryType: 'buying',
      message: 'Three bedrooms near a lake, please.\nWe could move in March, and we bring two “quiet” dogs.',
      referralSource: 'Referral',
    },
    attribution: {
      first: {
        landing: '/',
        referrer: 'https://news.example.org/des-moines/where-to-live-next-year',
        at: new Date(Date.now() - 3 * DAY).toISOString(),
      },
      last: {
        landing: '/buy/home-buying-process',
        utm_source: 'newsletter',
        utm_medium: 'email',
        utm_campaign: 'autumn-open-houses',
        gclid: 'Cj0KCQiA1ZGcBhCoARIsAGQ0kko',
        at: new Date().toISOString(),
      },
    },
  });
  const unfinished = await leaveLead(testSite, {
    email: 'pat@example.com',
    source: 'Buy Page',
    page: '/buy',
    step: 1,
  });
  await leaveLead(testSite, {
    form: 'contact-form',
    firstName: '=HYPERLINK("http://evil.example","Ann")',
    lastName: 'O’Brien',
    email: 'ann@example.com',
    phone: '(515) 555-0177',
    source: 'Contact Page',
    page: '/contact',
    customData: { inquiryType: 'selling' },
  });
  const past = await Promise.all(
    Array.from({ length: 14 }, (_, index) =>
      leaveLead(testSite, {
        form: index % 3 === 0 ? 'contact-form' : 'lead-form',
        firstName: ['Wren', 'Tomás', 'Noor', 'Sam'][index % 4] ?? '',
        lastName: ['Ashdown', 'Rivera', 'Haddad', 'Lee', 'Novak'][index % 5] ?? '',
        email: `visitor.${index}@example.com`,
        phone: `(515) 555-${1000 + index}`,
        source:
          ['Sell Page (/sell)', 'Contact Page', 'MortgageGuide Page (/buy/mortgage-guide)'][index % 3] ?? '',
        page: ['/sell', '/contact', '/buy/mortgage-guide'][index % 3] ?? '',
      }),
    ),
  );
  await untilStanding(testSite, 'delivered', 17);
  await connectWordPress(testSite);
  await beforeToday(testSite, past);

  // The CRM rejects the next lead permanently.
  sandbox.faults.set({ errorRate: 1, errorStatus: 422, only: 'POST /contacts/', times: 1 });
  const failed = await leaveLead(testSite, {
    firstName: 'Fay',
    lastName: 'Ling',
    phone: '515-555-0199',
    source: 'Sell Page (/sell)',
    page: '/sell',
  });
  await untilStanding(testSite, 'attention', 1);
  sandbox.faults.clear();
  const quarantined = await leaveLead(testSite, {
    firstName: 'Robin',
    lastName: 'Host',
    email: 'robin@example.com',
    website: 'https://spam.example',
    customData: { message: 'Buy followers now!' },
    source: 'Buy Page (/buy)',
    page: '/buy',
  });

  const contact = [...sandbox.state.contacts.values()].find(({ email }) => email?.startsWith('maximiliana'));
  const url = site.url + WEBHOOK_PATH;
  for (const event of ['ContactUpdate', 'ContactTagUpdate', 'AppointmentCreate']) {
    const change =
      event === 'AppointmentCreate'
        ? { locationId: location }
        : { locationId: location, id: contact?.id, email: contact?.email, phone: contact?.phone };
    const sent = await sandbox.sendWebhook({ event, url, change });
    if (sent.status !== 200) throw new Error(`${event}: ${sent.status}`);
  }
  for (const [from, to] of [
    ['/old-listings', '/buy'],
    ['/promotions/spring-open-house-weekend-in-west-des-moines-2019', '/contact'],
  ]) {
    const added = await operator.send('POST', '/api/admin/redirects', { from, to });
    if (!added.ok) throw new Error(`A redirect: ${added.status} ${await added.text()}`);
  }
  for (const [path, body] of [
    [`${delivered}/notes`, { text: 'Prefers evenings.\nThe dogs are two greyhounds.' }],
    [`${delivered}/reminder`, { day: '2026-01-05', about: 'Send the list of homes near a lake' }],
    [`${unfinished}/stage`, { stage: 'called' }],
  ] as const) {
    const done = await operator.send('POST', `/api/admin/leads/${path}`, body);
    if (!done.ok) throw new Error(`${path}: ${done.status} ${await done.text()}`);
  }
  return { delivered, quarantined, failed, unfinished };
}

/** Runs in the browser before the page's scripts. Stores one sent and one unsent lead, in the format of the forms. */
export function keptByBrowser(): void {
  const lead = (contactId: string, firstName: string, timestamp: string) => ({
    contactId,
    firstName,
    lastName: 'Lopez',
    email: `${firstName.toLowerCase()}.lopez@example.com`,
    phone: '(515) 555-0100',
    source: 'HomeBuyingProcess Page (/buy/home-buying-process)',
    message: 'Three bedrooms near a lake, please.',
    timestamp,
    contactMethod: 'phone',
    tags: ['Website Lead'],
  });
  const leads = [
    lead('k3v9wq1xm2', 'Maria', '2026-01-02T15:04:05.000Z'),
    lead('local_8fj2kd03sl', 'Tom', '2026-01-03T09:30:00.000Z'),
  ];
  localStorage.setItem('storedLeads', JSON.stringify(leads));
}

/** Submits a lead as a visitor's browser does, and returns its id. */
export async function leaveLead({ site }: OperatorTestSite, given: LeadPayload): Promise<string> {
  const { status, body } = await leadBrowser(site).post({
    session: randomUUID(),
    form: 'lead-form',
    elapsed: 30_000,
    tags: ['Website Lead'],
    ...given,
  });
  if (status !== 200) throw new Error(`A lead: ${status} ${JSON.stringify(body)}`);
  return String(body['contactId']);
}

/** Waits until at least `count` leads are in this delivery state. */
async function untilStanding(
  { operator }: OperatorTestSite,
  delivery: LeadListRow['delivery'],
  count: number,
) {
  await vi.waitFor(async () => {
    const answer = await operator.fetch(`/api/admin/leads?delivery=${delivery}`);
    const { total }: LeadListResponse = await answer.json();
    if (total < count) throw new Error(`${total} of ${count} leads are ${delivery}.`);
  }, IN_TIME);
}

/** Stores the connection of a WordPress that the site does not use yet. */
async function connectWordPress({ folder }: OperatorTestSite): Promise<void> {
  const log = pino({ level: 'silent' });
  const config = { dataDir: folder, databaseUrl: null, secretKey: null, oldSecretKeys: [] };
  const database = await openDatabase(config, log);
  const connection = {
    url: 'https://cms.example.com',
    username: 'anna.administrator@correspondence.example.com',
    appPassword: 'abcd efgh',
    passwordId: 'uuid',
    secret: null,
    inUse: false,
    connectedBy: 'Olive Operator',
    now: Date.now(),
  };
  try {
    await storeWordPressConnection(database.query, connection, await loadOrCreateSecretKeys(config, log));
    const fault = 'WordPress at https://cms.example.com, /lintel/v1/changes, cannot be reached (ENOTFOUND).';
    await setConnectionInUse(database.query, { inUse: false, fault, now: Date.now() });
  } finally {
    await database.close();
  }
}

/** Backdates leads over the previous 30 days, because charts need older data. */
async function beforeToday({ folder }: OperatorTestSite, leads: readonly string[]): Promise<void> {
  const database = await openDatabase({ dataDir: folder, databaseUrl: null }, pino({ level: 'silent' }));
  try {
    for (const [index, id] of leads.entries()) {
      const back = Math.round((index / leads.length) ** 2 * 30 * DAY);
      await database.query
        .updateTable('leads')
        .set((eb) => ({ created_at: eb('created_at', '-', back), updated_at: eb('updated_at', '-', back) }))
        .where('id', '=', id)
        .execute();
      await database.query
        .updateTable('deliveries')
        .set((eb) => ({
          created_at: eb('created_at', '-', back),
          delivered_at: eb('delivered_at', '-', back),
        }))
        .where('lead_id', '=', id)
        .execute();
    }
    const day = new Date(Date.now() - DAY).toISOString().slice(0, 10);
    await database.query
      .insertInto('page_vitals')
      .values([
        { day, page: 'home', metric: 'LCP', rating: 'good', views: 12_345 },
        { day, page: 'home', metric: 'LCP', rating: 'poor', views: 67 },
        { day, page: 'home', metric: 'INP', rating: 'needs-improvement', views: 3 },
        { day, page: 'list', metric: 'CLS', rating: 'good', views: 8 },
      ])
      .execute();
  } finally {
    await database.close();
  }
}
