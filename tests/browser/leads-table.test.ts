import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startCrmSandbox, type CrmSandbox } from '../crm-sandbox/crm-sandbox.ts';
import { formatLeadSource } from '../../src/contracts/leads/lead-source.ts';
import { visitForm, type FormPlace, type FormVisit } from './support/form-visit.ts';
import { workerBrowser } from './support/worker-browser.ts';
import { axeViolations, faultsOf } from './support/page-checks.ts';
import { startSite, type Site } from './support/start-site.ts';

/** A row of the table "Forms and where they stand", with the data that the CRM must store for its leads. */
interface Row extends FormPlace {
  /** The source in the payload of the second step. */
  source: string;
  /** All tags except those of the campaign, in lower case as the CRM stores them. */
  tags: readonly string[];
  /** The contact form's topic, if the page has its own. */
  inquiry?: string;
  /** Whether to run this row at phone width. */
  phone?: true;
  /** The consent checkboxes to tick. */
  consent?: readonly ('consentMarketing' | 'consentService')[];
  /** Whether to run this row without JavaScript, too. The server then takes source and tags from the block's props. */
  plain?: true;
}

const HOME = '/?layout=lead-capture';

const table: readonly Row[] = [
  {
    path: HOME,
    placement: 'quick',
    block: 'quick-lead-form',
    source: 'Home Page',
    tags: ['website lead', 'real estate', '/', 'home page', 'general', 'buyer-seller'],
    consent: ['consentService'],
    plain: true,
  },
  {
    path: HOME,
    placement: 'report',
    block: 'market-report-form',
    source: 'Market Report',
    tags: ['website lead', 'real estate', '/', 'market report', 'general'],
    consent: ['consentMarketing', 'consentService'],
    phone: true,
    plain: true,
  },
  {
    path: '/buy',
    placement: 'contact',
    block: 'lead-form',
    source: 'Buy Page (/buy)',
    tags: ['website lead', 'buyer', '/buy', 'buy page', 'buying'],
    consent: ['consentMarketing'],
    phone: true,
    plain: true,
  },
  {
    path: '/sell',
    placement: 'contact',
    block: 'lead-form',
    source: 'Sell Page (/sell)',
    tags: ['website lead', 'seller', '/sell', 'sell page', 'selling'],
  },
  {
    path: '/buy/mortgage-guide',
    placement: 'contact',
    block: 'lead-form',
    source: 'MortgageGuide Page (/buy/mortgage-guide)',
    tags: ['website lead', '/buy/mortgage-guide', 'mortgageguide page', 'buying'],
    phone: true,
  },
  {
    path: '/buy/home-buying-process',
    placement: 'contact',
    block: 'lead-form',
    source: 'HomeBuyingProcess Page (/buy/home-buying-process)',
    tags: ['website lead', '/buy/home-buying-process', 'homebuyingprocess page', 'buying'],
    consent: ['consentMarketing', 'consentService'],
  },
  {
    path: '/sell/staging-tips',
    placement: 'contact',
    block: 'lead-form',
    source: '/sell/staging-tips',
    tags: ['/sell/staging-tips', 'selling'],
    phone: true,
  },
  {
    path: '/sell/marketing-strategy',
    placement: 'contact',
    block: 'lead-form',
    source: 'MarketingStrategy Page (/sell/marketing-strategy)',
    tags: ['website lead', 'seller', '/sell/marketing-strategy', 'marketingstrategy page', 'selling'],
  },
  {
    path: '/sell/fsbo-vs-agent',
    placement: 'contact',
    block: 'lead-form',
    source: 'FsboVsAgent Page (/sell/fsbo-vs-agent)',
    tags: ['website lead', 'seller', '/sell/fsbo-vs-agent', 'fsbovsagent page', 'selling'],
    phone: true,
  },
  {
    path: '/sell/home-valuation',
    placement: 'contact',
    block: 'lead-form',
    source: 'HomeValuation Page (/sell/home-valuation)',
    tags: ['website lead', 'seller', '/sell/home-valuation', 'homevaluation page', 'selling'],
    consent: ['consentService'],
  },
  {
    path: '/about',
    placement: 'contact',
    block: 'contact-form',
    inquiry: 'both: Buying and selling',
    source: 'About Page',
    tags: ['website lead', '/about', 'about page', 'consultation', 'buyer-seller'],
    phone: true,
  },
  {
    path: '/contact',
    placement: 'contact',
    block: 'contact-form',
    source: 'Contact Page',
    tags: ['website lead', '/contact', 'contact page', 'consultation', 'buyer-seller'],
    consent: ['consentMarketing', 'consentService'],
    plain: true,
  },
  {
    path: '/service-areas',
    placement: 'contact',
    block: 'contact-form',
    inquiry: 'selling: What my home is worth',
    source: 'Communities Page',
    tags: ['website lead', '/service-areas', 'communities page', 'research', 'seller'],
    phone: true,
  },
  {
    path: '/buy/first-time-buyers',
    placement: 'contact',
    block: 'contact-form',
    inquiry: 'buying: Can I afford this yet?',
    source: 'FirstTimeBuyers Page',
    tags: ['website lead', '/buy/first-time-buyers', 'firsttimebuyers page', 'buying', 'buyer'],
    consent: ['consentMarketing'],
  },
  {
    path: '/buy/move-in-ready-homes',
    placement: 'contact',
    block: 'contact-form',
    inquiry: 'both: Sell first, then buy',
    source: 'MoveInReady Page',
    tags: ['website lead', '/buy/move-in-ready-homes', 'moveinready page', 'buying', 'buyer-seller'],
    phone: true,
  },
  {
    path: '/lead-form-demo',
    placement: 'contact',
    block: 'lead-form',
    source: 'Lead Form Demo (/lead-form-demo)',
    tags: ['demo', '/lead-form-demo', 'lead form demo', 'consultation'],
  },
];

interface Tried extends Row {
  javaScript: boolean;
}

const tried = (row: Row, javaScript: boolean): Tried => ({ ...row, javaScript });

/** The query string with which every visitor arrives. Its last parameter is private and must not be sent anywhere. */
const ARRIVAL =
  'utm_source=flyer&utm_medium=print&utm_campaign=porch&utm_term=bungalow&gclid=click-1&secret=s3cret';
const CAMPAIGN_TAGS = ['flyer', 'print', 'porch', 'bungalow'];
const REFERRER = 'http://news.example.org/des-moines';

/** How to fill in one step of a form, and the button that submits it. */
interface Filling {
  values: (person: Person, row: Row) => Readonly<Record<string, string>>;
  send: string;
}

interface Person {
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  /** The phone number in the CRM's format. */
  e164: string;
}

const ticked = ({ consent = [] }: Row) => Object.fromEntries(consent.map((name) => [name, 'on']));
const MESSAGE = 'A porch, please.\nAnd “quiet” neighbors & a yard <3.';

const fillings: Readonly<Record<Row['block'], readonly Filling[]>> = {
  'lead-form': [
    {
      // About half of the visitors prefer a phone call.
      values: ({ phone, email }, row) =>
        byPhone(row) ? { contactMethod: 'phone', phone, ...ticked(row) } : { contactMethod: 'email', email },
      send: 'Continue',
    },
    {
      values: ({ firstName, lastName, email, phone }, row) => ({
        firstName,
        lastName,
        email,
        ...(byPhone(row) ? {} : { phone }),
        source: 'Referral',
        message: MESSAGE,
      }),
      send: 'Send my request',
    },
  ],
  'quick-lead-form': [
    { values: ({ email }) => ({ contact: email }), send: 'Get started' },
    {
      values: ({ firstName, lastName, phone }, row) => ({
        firstName,
        lastName,
        phone,
        inquiryType: 'both',
        ...ticked(row),
      }),
      send: 'Send my request',
    },
  ],
  'market-report-form': [
    { values: ({ phone }, row) => ({ contact: phone, ...ticked(row) }), send: 'Get the report' },
    {
      values: ({ firstName, lastName, email }) => ({
        name: `${firstName} ${lastName}`,
        email,
        areas: 'ankeny',
      }),
      send: 'Subscribe',
    },
  ],
  'contact-form': [
    {
      values: ({ firstName, lastName, email, phone }, row) => ({
        firstName,
        lastName,
        email,
        phone,
        inquiryType: row.inquiry ?? 'both',
        ...ticked(row),
      }),
      send: 'Send my message',
    },
  ],
};

const thanks: Readonly<Record<Row['block'], string>> = {
  'lead-form': 'Thank you! Your information has been submitted.',
  'quick-lead-form': "Your information has been received. I'll contact you soon!",
  'market-report-form': "You're now subscribed to our monthly market updates.",
  'contact-form': "Your message has been received. I'll contact you soon!",
};

let browser: Browser;
let crm: CrmSandbox;
let site: Site;

beforeAll(async () => {
  browser = await workerBrowser();
  crm = await startCrmSandbox({ limits: { burst: 10_000, daily: 200_000 } });
  // All visitors in this test share one IP address, so the rate limit is raised.
  site = await startSite({ ...crm.settings, LEAD_RATE_LIMIT: '10000' });
});
afterAll(async () => {
  await site?.stop();
  await crm?.stop();
});

const cases = table.flatMap((row) =>
  row.plain ? [tried(row, true), tried(row, false)] : [tried(row, true)],
);

it.concurrent.for(cases)('$path $block, JavaScript $javaScript', async (row, { expect: expects }) => {
  const person = personOf(row);
  const visit = await arrive(row);
  const steps = fillings[row.block];
  for (const [index, { values, send }] of steps.entries()) {
    await visit.fillIn(values(person, row));
    await visit.press(send);
    if (index > 0 || steps.length === 1) continue;
    // A visitor who leaves after the first step is already a lead.
    await visit.section.locator('form[data-step="2"]').waitFor();
    await expects
      .poll(() => inCrm(person))
      .toMatchObject([
        {
          firstName: undefined,
          source: row.source.replace(/ \(.*/, ''),
          tags: tagsOf(row).filter((tag) => tag !== 'buyer-seller'),
          fields: expect.objectContaining({ landing_page: pathOf(row), gclid: 'click-1' }),
          notes: [expect.arrayContaining([fromOf(row)])],
        },
      ]);
  }
  await expects.poll(() => visit.section.innerText()).toContain(thanks[row.block]);
  await expects
    .poll(() => inCrm(person))
    .toEqual([
      {
        firstName: 'Wren',
        lastName: 'Ashdown',
        email: person.email,
        phone: person.e164,
        source: row.source,
        tags: tagsOf(row),
        fields: fieldsOf(row),
        notes: [noteOf(row, person)],
      },
    ]);
  await expects
    .poll(() => workflowCalls(person))
    .toEqual(expect.arrayContaining([expect.objectContaining({ source: row.source, lastName: 'Ashdown' })]));
  expects(faultsOf(visit.page)).toEqual([]);
  await visit.page.close();
});

it.for(
  table
    .filter(({ path }) => path === '/lead-form-demo')
    .flatMap((row) => [tried(row, true), tried(row, false)]),
)('the demo page shows the received values and can start over, JavaScript $javaScript', async (row) => {
  // A second submission by the same person must not create another contact.
  const person = personOf(row);
  const visit = await arrive(row);
  for (const { values, send } of fillings['lead-form']) {
    await visit.fillIn(values(person, row));
    await visit.press(send);
  }
  await expect.poll(() => visit.section.locator('dl dd').count()).toBeGreaterThan(0);
  const received = await visit.section.locator('dl > div').allInnerTexts();
  expect(received.map((line) => line.split(/\n+/))).toEqual([
    ['Name', 'Wren Ashdown'],
    ['Phone', person.phone],
    ['E-mail', person.email],
    ['Heard of me', 'Referral'],
    ['Message', ...MESSAGE.split('\n')],
  ]);
  expect(await axeViolations(visit.page)).toEqual([]);
  await visit.press('Submit Another Request');
  await visit.section.locator('form[data-step="1"]').waitFor();
  expect(await visit.values()).toMatchObject({ contactMethod: 'phone', phone: '' });
  await visit.fillIn({ contactMethod: 'email' });
  expect(await visit.values()).toMatchObject({ email: '' });
  await expect.poll(() => inCrm(person)).toHaveLength(1);
  expect(faultsOf(visit.page)).toEqual([]);
  await visit.page.close();
});

function personOf({ path, placement, javaScript }: Tried): Person {
  const index = table.findIndex((row) => row.path === path && row.placement === placement);
  const number = `${5550100 + index * 2 + (javaScript ? 1 : 0)}`;
  return {
    firstName: 'Wren',
    lastName: 'Ashdown',
    email: `wren.${number}@example.com`,
    phone: `(515) ${number.slice(0, 3)}-${number.slice(3)}`,
    e164: `+1515${number}`,
  };
}

async function arrive(row: Tried): Promise<FormVisit> {
  const path = `${row.path}${row.path.includes('?') ? '&' : '?'}${ARRIVAL}`;
  return visitForm(
    browser,
    site.url,
    { ...row, path },
    {
      width: row.phone ? 360 : 1280,
      javaScript: row.javaScript,
      referrer: `${REFERRER}?also=${row.placement}`,
    },
  );
}

/** Returns all contacts with this person's phone number or e-mail address, with custom fields by key. */
function inCrm({ email, e164 }: Person) {
  const contacts = [...crm.state.contacts.values()];
  return contacts
    .filter((each) => each.email === email || each.phone === e164)
    .map(({ id, locationId, properties, tags, customFields, ...contact }) => {
      const known = crm.state.locations.get(locationId)?.customFields ?? [];
      const keyOf = (field: string) => known.find((each) => each.id === field)?.fieldKey ?? field;
      return {
        firstName: properties['firstName'],
        lastName: properties['lastName'],
        email: contact.email,
        phone: contact.phone,
        source: properties['source'],
        tags: tags.toSorted(),
        fields: Object.fromEntries(
          customFields.map((field) => [keyOf(field.id).replace('contact.', ''), field.value]),
        ),
        notes: crm.state.notes.filter((note) => note.contactId === id).map((note) => linesOf(note.body)),
      };
    });
}

/** Returns the payloads that the site has sent to the workflow for this person. */
function workflowCalls({ email }: Person): unknown[] {
  return crm.state.triggerCalls
    .map((call) => call.body)
    .filter((body) => typeof body === 'object' && body !== null && 'email' in body && body.email === email);
}
const inquiryOf = ({ inquiry = 'both' }: Row) => inquiry.split(': ');
const fromOf = (row: Row) => `From: ${formatLeadSource(row.source, pathOf(row))}`;
const pathOf = ({ path }: Row) => path.replace(/\?.*/, '');
const tagsOf = ({ tags }: Row) => [...tags, ...CAMPAIGN_TAGS].toSorted();
const byPhone = (row: Row) => row.phone === true || row.consent !== undefined;

/** Returns the expected custom field values, limited to the fields of the sandbox's location. */
function fieldsOf(row: Tried): Record<string, string> {
  const { block } = row;
  return {
    utm_source: 'flyer',
    utm_medium: 'print',
    utm_campaign: 'porch',
    gclid: 'click-1',
    landing_page: pathOf(row),
    // Without JavaScript, the original referrer is lost: the POST request has the page itself as its referrer.
    ...(row.javaScript ? { referrer: REFERRER } : {}),
    ...(block === 'lead-form'
      ? {
          message: MESSAGE,
          referral_source: 'Referral',
          contact_method: byPhone(row) ? 'Phone' : 'Email',
        }
      : block === 'market-report-form'
        ? { area_of_interest: 'ankeny' }
        : { inquiry_type: inquiryOf(row)[0] ?? '' }),
  };
}

/** Returns the expected lines of the note: the sender, the answers, then every value that has no custom field. */
function noteOf(row: Tried, { firstName, lastName, email, phone }: Person): string[] {
  const { block, consent = [] } = row;
  const answer = (name: (typeof consent)[number]) => (consent.includes(name) ? 'yes' : 'no');
  const own = [
    `Inquiry: ${inquiryOf(row)[1] ?? 'Buying and selling'}`,
    'Campaign: utm_source flyer, utm_medium print, utm_campaign porch, utm_term bungalow',
  ];
  const asks = block === 'quick-lead-form' || block === 'contact-form';
  return [
    'Inquiry from the website',
    `Name: ${firstName} ${lastName}`,
    `E-mail: ${email}`,
    `Phone: ${phone}`,
    ...(asks ? own : []),
    ...(block === 'lead-form' ? `Message: ${MESSAGE}`.split('\n') : []),
    'UTM term: bungalow',
    `First visit: <time> · ${pathOf(row)} · flyer / print / porch${row.javaScript ? ` · ${REFERRER}` : ''}`,
    `Agreed to marketing texts and calls: ${answer('consentMarketing')}`,
    `Agreed to service texts: ${answer('consentService')}`,
    'Consent wording: <version>',
    'Consent asked at: <time>',
    ...(block === 'market-report-form' ? ['Unsubscribe link: <link>'] : []),
    fromOf(row),
    'Received: <time>',
    'Lead reference: <reference>',
  ];
}

function linesOf(note: string): string[] {
  return note
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>')
    .replace(/(?<=^Consent wording: )\w{11}$/m, '<version>')
    .replace(/(?<=^Unsubscribe link: )http\S+$/m, '<link>')
    .replace(/(?<=^Lead reference: )[\dA-F]{10}$/m, '<reference>')
    .split('\n');
}
