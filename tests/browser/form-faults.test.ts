import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import type { Browser, Page, Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startCrmSandbox, type CrmSandbox } from '../../server/crm/sandbox/crm-sandbox.ts';
import { openDatabase, type OpenDatabase } from '../../server/database/open-database.ts';
import { formRuns, formVisit, visitForm, type FormPlace, type FormVisit } from './support/form-visit.ts';
import { launchBrowser } from './support/launch-browser.ts';
import { startSite, type Site } from './support/start-site.ts';

type Said = readonly [title: string, text: string];

interface StepFacts {
  values: Readonly<Record<string, string>>;
  send: string;
  /** What is said when there is no answer, or none that can be read. */
  unreachable: Said;
  /** When the server says in its own words that it cannot; the same where absent. */
  unavailable?: Said;
  /** The title of a refusal for now, in the server's words. */
  tooMany: string;
  /** Only the status counts here: a success that cannot be read is one. */
  judgedByStatus?: true;
}

interface FormFacts extends FormPlace {
  steps: readonly StepFacts[];
  done: Said;
}

const HOME = '/?layout=lead-capture';
const TOO_MANY = 'Too many requests came from your address. Please try again in 3 minutes.';
const UNAVAILABLE = 'We could not save your information just now. Please try again.';
const MISSING: Said = ['Error', 'Missing contact information. Please try again.'];
const KEPT: Said = [
  'Information Saved Locally',
  'The connection failed, so your information is kept in this browser and sent when the connection is back.',
];
const PROCESSING = 'There was an error processing your request. Please try again.';
const names = { firstName: 'Wren', lastName: 'Ashdown' };

const lead: FormFacts = {
  path: '/buy',
  placement: 'contact',
  block: 'lead-form',
  steps: [
    {
      values: { contactMethod: 'phone', phone: '515-555-0100', consentService: 'on' },
      send: 'Continue',
      unreachable: ['Error', 'An unexpected error occurred. Please try again.'],
      unavailable: ['Error', UNAVAILABLE],
      tooMany: 'Error',
    },
    {
      values: { ...names, email: 'wren@example.com', source: 'Google', message: 'A porch,\nplease.' },
      send: 'Submit',
      unreachable: KEPT,
      tooMany: 'Error',
    },
  ],
  done: ['Success', 'Thank you! Your information has been submitted.'],
};
const quick: FormFacts = {
  path: HOME,
  placement: 'quick',
  block: 'quick-lead-form',
  steps: [
    {
      values: { contact: 'wren@example.com' },
      send: 'Get started',
      unreachable: ['Connection Error', 'There was a problem with your request. Please try again.'],
      tooMany: 'Connection Error',
    },
    {
      values: { ...names, phone: '515-555-0101', inquiryType: 'selling', consentMarketing: 'on' },
      send: 'Send',
      unreachable: ['Submission Failed', PROCESSING],
      tooMany: 'Submission Failed',
      judgedByStatus: true,
    },
  ],
  done: ['Thank You!', "Your information has been received. I'll contact you soon!"],
};
const report: FormFacts = {
  path: HOME,
  placement: 'report',
  block: 'market-report-form',
  steps: [
    {
      values: { contact: '515-555-0102', consentMarketing: 'on' },
      send: 'Get the report',
      unreachable: ['Error', 'There was a problem with your submission. Please try again.'],
      tooMany: 'Error',
    },
    {
      values: { name: 'Wren Ashdown', email: 'wren@example.com', areas: 'beaverdale' },
      send: 'Subscribe',
      unreachable: [
        'Subscription Failed',
        'There was an error processing your subscription. Please try again.',
      ],
      tooMany: 'Subscription Failed',
    },
  ],
  done: ['Subscription Successful!', "You're now subscribed to our monthly market updates."],
};
const contact: FormFacts = {
  path: '/contact',
  placement: 'contact',
  block: 'contact-form',
  steps: [
    {
      values: { ...names, email: 'wren@example.com', phone: '515-555-0103', inquiryType: 'buying' },
      send: 'Send Message',
      unreachable: ['Submission Failed', PROCESSING],
      tooMany: 'Submission Failed',
    },
  ],
  done: ['Thank You!', "Your message has been received. I'll contact you soon!"],
};

let folder = '';
let browser: Browser;
let crm: CrmSandbox;
let site: Site;
let lone: Site;
let database: OpenDatabase;
const pages: Page[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lintel-faults-'));
  [browser, crm] = await Promise.all([launchBrowser(), startCrmSandbox()]);
  [site, lone] = await Promise.all([
    startSite({ ...crm.settings, DATA_DIR: folder, LEAD_RATE_LIMIT: '10000' }),
    // No CRM is connected.
    startSite({ LEAD_RATE_LIMIT: '10000' }),
  ]);
  database = await openDatabase({ dataDir: folder, databaseUrl: null }, pino({ level: 'silent' }));
});
afterEach(async () => {
  await Promise.all(pages.splice(0).map((page) => page.close()));
});
afterAll(async () => {
  await browser?.close();
  await database?.close();
  await Promise.all([site?.stop(), lone?.stop()]);
  await crm?.stop();
  await rm(folder, { recursive: true, force: true });
});

const LEADS = /\/api\/(ghl\/contact|contact$|market-reports)/;
let last = 1000;

/** A form with visitors of its own: nobody else has their number and address. */
function own(form: FormFacts): FormFacts {
  last += 1;
  const mine = (text: string) =>
    text.replace(/515-555-\d{4}/, `515-555-${last}`).replace('wren@', `wren.${last}@`);
  const steps = form.steps.map((step) => ({
    ...step,
    values: Object.fromEntries(Object.entries(step.values).map(([name, value]) => [name, mine(value)])),
  }));
  return { ...form, steps };
}

type Fault = (route: Route) => Promise<void>;

async function open(form: FormFacts, { origin = site.url } = {}) {
  let fault: Fault | undefined;
  const sent: { method: string; path: string; body: Record<string, unknown> }[] = [];
  const visit = await visitForm(browser, origin, form, {
    width: 360,
    before: async (page) => {
      pages.push(page);
      await page.addInitScript(() => {
        // Nobody can wait for 20 seconds at each step: here time runs out 40 times faster.
        const real = AbortSignal.timeout.bind(AbortSignal);
        AbortSignal.timeout = (ms) => real(ms / 40);
      });
      await page.route(LEADS, async (route) => {
        const request = route.request();
        if (!request.isNavigationRequest()) {
          const { pathname: path } = new URL(request.url());
          sent.push({ method: request.method(), path, body: request.postDataJSON() });
        }
        await (fault ? fault(route) : route.continue());
      });
    },
  });
  return {
    ...visit,
    sent,
    meet: (next?: Fault) => {
      fault = next;
    },
  };
}

const answers =
  (status: number, body: object | string): Fault =>
  (route) =>
    route.fulfill(
      typeof body === 'string' ? { status, body, contentType: 'text/html' } : { status, json: body },
    );
const noNetwork: Fault = (route) => route.abort('internetdisconnected');
const never: Fault = () => Promise.resolve();
const refusal = (error: string) => ({ success: false, error, message: error });

/** What is said, by the toast and in the page. */
async function says({ page, section }: FormVisit, [title, text]: Said): Promise<void> {
  const toast = page.locator('body > :is([role="status"], [role="alert"])');
  const both = `${title} ${text}`;
  await expect
    .poll(async () => (await toast.allInnerTexts()).join(' ').replaceAll(/\s+/g, ' ').trim())
    .toBe(both);
  const notice = section.getByRole('group', { name: title, exact: true });
  expect((await notice.innerText()).replaceAll(/\s+/g, ' ').trim()).toBe(both);
}

const atStep = ({ section }: FormVisit, step: number) =>
  section.locator(`form[data-step="${step}"]`).waitFor();

const stored = (page: Page) =>
  page.evaluate((): Record<string, unknown>[] => JSON.parse(localStorage.getItem('storedLeads') ?? '[]'));
const item = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key);

/** The leads with a form's number or address. */
async function leadsOf({ steps }: FormFacts) {
  const typed = steps.flatMap(({ values }) => Object.values(values));
  return database.query
    .selectFrom('leads')
    .selectAll()
    .where((is) => is.or([is('phone', 'in', typed), is('email', 'in', typed)]))
    .execute();
}

describe.each([lead, quick, report, contact])('$block', (facts) => {
  it('says what is wrong at each step, keeps what was typed, and goes on as if nothing had been', async () => {
    const form = own(facts);
    const visit = await open(form);
    for (const [index, step] of form.steps.entries()) {
      const number = index + 1;
      await atStep(visit, number);
      await visit.fillIn(step.values);
      const typed = await visit.values();
      const faults: readonly (readonly [Fault, Said])[] = [
        [answers(503, refusal(UNAVAILABLE)), step.unavailable ?? step.unreachable],
        [answers(429, refusal(TOO_MANY)), [step.tooMany, TOO_MANY]],
        [noNetwork, step.unreachable],
        [answers(502, '<h1>Bad gateway</h1>'), step.unreachable],
        ...(step.judgedByStatus ? [] : [[answers(200, '<p>Hello'), step.unreachable] as const]),
        [never, step.unreachable],
      ];
      for (const [fault, said] of faults) {
        visit.meet(fault);
        await visit.press(step.send);
        await says(visit, said);
        await atStep(visit, number);
        expect(await visit.values()).toEqual(typed);
      }
      visit.meet();
      await visit.press(step.send);
    }
    await says(visit, form.done);
    await atStep(visit, 1);
    const leads = await leadsOf(form);
    expect(leads).toHaveLength(1);
    expect(leads[0]).toMatchObject({ last_name: 'Ashdown', progress: 'details', status: 'open' });
    expect((await stored(visit.page)).filter((each) => 'unsent' in each || 'hasError' in each)).toEqual([]);
  });

  it('takes a double click, and Enter pressed twice, as one', async () => {
    const form = own(facts);
    const visit = await open(form);
    for (const [index, { values, send }] of form.steps.entries()) {
      await atStep(visit, index + 1);
      await visit.fillIn(values);
      if (index === 0) await visit.section.getByRole('button', { name: send, exact: true }).dblclick();
      else {
        await visit.section.locator('form').evaluate((element: HTMLFormElement) => {
          element.requestSubmit();
          element.requestSubmit();
        });
      }
    }
    await says(visit, form.done);
    // The market report's second step is two requests.
    expect(visit.sent).toHaveLength(form.steps.length + (form.block === 'market-report-form' ? 1 : 0));
    expect(await leadsOf(form)).toHaveLength(1);
  });

  it('is one lead after a reload and the way back in the middle, and nothing typed is lost', async () => {
    const form = own(facts);
    const visit = await open(form);
    for (const [index, { values, send }] of form.steps.entries()) {
      await atStep(visit, index + 1);
      await visit.fillIn(values);
      const typed = await visit.values();
      await visit.page.reload();
      await atStep(visit, index + 1);
      await formRuns(visit);
      await expect.poll(() => visit.values()).toEqual(typed);
      await visit.page.goto(`${site.url}/privacy-policy`);
      await visit.page.goBack();
      await formRuns(visit);
      await atStep(visit, index + 1);
      await expect.poll(() => visit.values()).toEqual(typed);
      await visit.page.waitForFunction(() => performance.now() > 2100);
      await visit.press(send);
    }
    await says(visit, form.done);
    const leads = await leadsOf(form);
    expect(leads).toHaveLength(1);
    expect(leads[0]).toMatchObject({ last_name: 'Ashdown', progress: 'details' });
  });

  it('is posted by the browser as long as its script is on the way, and goes on from there', async () => {
    const form = own(facts);
    const held: Route[] = [];
    let holds = true;
    const visit = await visitForm(browser, site.url, form, {
      width: 360,
      untilItRuns: false,
      before: async (page) => {
        pages.push(page);
        await page.route('**/assets/*.js', async (route) => {
          if (holds) held.push(route);
          else await route.continue();
        });
      },
    });
    const [first, second] = form.steps;
    await visit.fillIn(first?.values ?? {});
    await visit.press(first?.send ?? '');
    if (second) {
      await atStep(visit, 2);
      await visit.fillIn(second.values);
      const typed = await visit.values();
      holds = false;
      await Promise.all(held.splice(0).map((route) => route.continue().catch(() => {})));
      await formRuns(visit);
      expect(await visit.values()).toEqual(typed);
      await visit.press(second.send);
    }
    const [title, text] = form.done;
    await expect.poll(() => visit.section.innerText()).toContain(text);
    expect(await visit.section.innerText()).toContain(title);
    const leads = await leadsOf(form);
    expect(leads).toHaveLength(1);
    expect(leads[0]).toMatchObject({ last_name: 'Ashdown', progress: 'details', status: 'open' });
  });
});

describe.each([lead, quick, report])('$block, a day later', (facts) => {
  it('asks for the contact again, and keeps the rest', async () => {
    const form = own(facts);
    const visit = await open(form);
    const [first, second] = form.steps;
    if (!first || !second) throw new Error('The form has no second step.');
    await visit.fillIn(first.values);
    await visit.press(first.send);
    await atStep(visit, 2);
    const [known] = await leadsOf(form);
    await database.query
      .updateTable('leads')
      .set({ open_until: Date.now() - 1000 })
      .where('id', '=', known?.id ?? '')
      .execute();
    await visit.fillIn(second.values);
    const typed = await visit.values();
    await visit.press(second.send);
    await says(visit, MISSING);
    await atStep(visit, 1);
    expect(await visit.values()).toMatchObject(first.values);
    await visit.press(first.send);
    await atStep(visit, 2);
    expect(await visit.values()).toEqual(typed);
    await visit.press(second.send);
    await says(visit, form.done);
    const leads = await leadsOf(form);
    expect(leads.map((each) => each.progress).toSorted()).toEqual(['contact', 'details']);
  });
});

describe('a lead that could not be sent', () => {
  async function keep(form: FormFacts) {
    const visit = await open(form);
    const [first, second] = form.steps;
    await visit.fillIn(first?.values ?? {});
    if (second) {
      await visit.press(first?.send ?? '');
      await atStep(visit, 2);
      await visit.fillIn(second.values);
    }
    await visit.page.context().setOffline(true);
    await visit.press((second ?? first)?.send ?? '');
    return visit;
  }

  it('is kept as specified, and is sent once when the connection is back', async () => {
    const form = own(lead);
    const visit = await keep(form);
    await says(visit, KEPT);
    const [before] = await leadsOf(form);
    expect(await stored(visit.page)).toMatchObject([
      {
        contactId: before?.id,
        firstName: 'Wren',
        lastName: 'Ashdown',
        email: form.steps[1]?.values['email'],
        phone: form.steps[0]?.values['phone'],
        source: 'Buy Page (/buy)',
        message: 'A porch,\nplease.',
        timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
        contactMethod: 'phone',
        tags: expect.arrayContaining(['Website Lead', 'Buyer', '/buy']),
        hasError: true,
      },
    ]);
    const soFar = visit.sent.length;
    await visit.page.context().setOffline(false);
    await expect.poll(async () => (await stored(visit.page))[0]).not.toHaveProperty('hasError');
    const leads = await leadsOf(form);
    expect(leads).toMatchObject([{ id: before?.id, last_name: 'Ashdown', message: 'A porch,\nplease.' }]);
    await visit.page.context().setOffline(true);
    await visit.page.context().setOffline(false);
    await visit.page.waitForTimeout(300);
    expect(visit.sent.slice(soFar)).toHaveLength(1);
  });

  it.each([lead, quick, report, contact])(
    'by $block is sent when the site is opened again',
    async (facts) => {
      const form = own(facts);
      const visit = await keep(form);
      await expect.poll(async () => (await stored(visit.page)).length).toBe(1);
      await visit.page.goto('about:blank');
      await visit.page.context().setOffline(false);
      await visit.page.goto(`${site.url}/terms-of-service`);
      await expect.poll(async () => (await leadsOf(form)).map((each) => each.last_name)).toEqual(['Ashdown']);
      await expect.poll(() => stored(visit.page)).toMatchObject([{ lastName: 'Ashdown' }]);
      await expect.poll(async () => (await stored(visit.page))[0]).not.toHaveProperty('unsent');
      const count = visit.sent.length;
      await visit.page.reload();
      await visit.page.waitForTimeout(500);
      expect(visit.sent).toHaveLength(count);
    },
  );

  it('and is sent by hand meanwhile is not sent again', async () => {
    const form = own(lead);
    const visit = await keep(form);
    await says(visit, KEPT);
    visit.meet(noNetwork);
    await visit.page.context().setOffline(false);
    await visit.page.waitForTimeout(300);
    visit.meet();
    await visit.press('Submit');
    await says(visit, form.done);
    const count = visit.sent.length;
    await visit.page.goto(`${site.url}/terms-of-service`);
    await visit.page.waitForTimeout(500);
    expect(visit.sent).toHaveLength(count);
    expect(await leadsOf(form)).toHaveLength(1);
  });
});

it('without a CRM, says that it is saved, and marks the lead as local', async () => {
  const form = own(lead);
  const visit = await open(form, { origin: lone.url });
  const later =
    'Your information has been saved locally and will be sent to our CRM when the connection is restored.';
  await visit.fillIn(form.steps[0]?.values ?? {});
  await visit.press('Continue');
  await says(visit, ['Information', later]);
  await visit.fillIn(form.steps[1]?.values ?? {});
  await visit.press('Submit');
  await says(visit, ['Information Saved', later]);
  expect(await stored(visit.page)).toMatchObject([
    { contactId: expect.stringMatching(/^local_/), isLocalOnly: true, lastName: 'Ashdown' },
  ]);
});

describe('what a browser keeps', () => {
  it.each([
    ['leadFormPhone', lead, lead.steps[0]?.values ?? {}, 'phone'],
    ['leadFormEmail', lead, { contactMethod: 'email', email: 'wren@example.com' }, 'email'],
    ['marketReportPhone', report, report.steps[0]?.values ?? {}, 'contact'],
  ] as const)('under %s: from the first step until all is received', async (key, facts, values, name) => {
    const form = own({
      ...facts,
      steps: facts.steps.map((step, index) => (index === 0 ? { ...step, values } : step)),
    });
    const [first, second] = form.steps;
    const visit = await open(form);
    await visit.fillIn(first?.values ?? {});
    expect(await item(visit.page, key)).toBeNull();
    await visit.press(first?.send ?? '');
    await atStep(visit, 2);
    expect(await item(visit.page, key)).toBe(
      Object.entries(first?.values ?? {}).find(([each]) => each === name)?.[1],
    );
    await visit.fillIn(second?.values ?? {});
    await visit.press(second?.send ?? '');
    await says(visit, form.done);
    expect(await item(visit.page, key)).toBeNull();
  });

  it('is 50 leads at most: the oldest that the server has goes first', async () => {
    const form = own(lead);
    const visit = await open(form);
    await visit.page.evaluate(() => {
      const timestamp = new Date().toISOString();
      const leads = Array.from({ length: 50 }, (_, index) => ({
        contactId: `old-${index}`,
        timestamp,
        ...(index === 0 && {
          hasError: true,
          unsent: { session: 'an-unsent-session', requests: [], refused: true },
        }),
      }));
      localStorage.setItem('storedLeads', JSON.stringify(leads));
    });
    for (const [index, { values, send }] of form.steps.entries()) {
      await atStep(visit, index + 1);
      await visit.fillIn(values);
      await visit.press(send);
    }
    await says(visit, form.done);
    const ids = (await stored(visit.page)).map((each) => each['contactId']);
    expect(ids).toHaveLength(50);
    expect(ids.slice(0, 2)).toEqual(['old-0', 'old-2']);
    expect(ids.at(-1)).toBe((await leadsOf(form))[0]?.id);
  });
});

it('without JavaScript, a double click is one lead', async () => {
  const form = own(contact);
  const visit = await visitForm(browser, site.url, form, { width: 360, javaScript: false });
  pages.push(visit.page);
  await visit.fillIn(form.steps[0]?.values ?? {});
  await visit.section.getByRole('button', { name: 'Send Message' }).dblclick();
  await expect.poll(() => formVisit(visit.page, 'contact').section.innerText()).toContain(form.done[1]);
  expect(await leadsOf(form)).toHaveLength(1);
});
