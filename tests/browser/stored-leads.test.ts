import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startFaultLine, type FaultLine } from './support/fault-line.ts';
import { atStep, explains, goThrough, openForm, says, showsCard, stored } from './support/fault-visit.ts';
import { allForms, KEPT, lead, MISSING, offline, own, report, type FormFacts } from './support/form-facts.ts';
import { comeTo, formRuns } from './support/form-visit.ts';
import { workerBrowser } from './support/worker-browser.ts';
import { startLeadTestSite, type LeadTestSite } from './support/lead-test-site.ts';
import { startSite, type Site } from './support/start-site.ts';

let browser: Browser;
let testSite: LeadTestSite;
let line: FaultLine;
/** A site without a CRM connection. */
let lone: Site;
const pages: Page[] = [];

beforeAll(async () => {
  [browser, testSite, lone] = await Promise.all([workerBrowser(), startLeadTestSite(), startSite()]);
  line = await startFaultLine(testSite.site.url);
});
afterEach(async () => {
  line.meet();
  await Promise.all(pages.splice(0).map((page) => page.close()));
});
afterAll(async () => {
  await line?.stop();
  await Promise.all([testSite?.stop(), lone?.stop()]);
});

/**
 * Takes a browser offline, and makes the fault line drop all requests: Chromium may report a request to the page as
 * failed and send it nevertheless.
 */
async function goOffline(page: Page): Promise<void> {
  line.meet('loses');
  await page.context().setOffline(true);
}

async function goOnline(page: Page): Promise<void> {
  line.meet();
  await page.context().setOffline(false);
}

/** Fills in a form and submits its last step while the browser is offline. */
async function keep(form: FormFacts, before: (page: Page) => Promise<void> = async () => {}) {
  const visit = await openForm(browser, line.url, form, { pages, before });
  const last = form.steps.at(-1);
  await goThrough(visit, form, form.steps.length - 1);
  await atStep(visit, form.steps.length);
  await visit.fillIn(last?.values ?? {});
  await goOffline(visit.page);
  await visit.press(last?.send ?? '');
  await explains(visit, offline(form));
  return visit;
}

/** Waits until the page has had time to send stored leads and has completed another request afterwards. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await new Promise((resolve) => {
      requestIdleCallback(() => resolve(undefined), { timeout: 3000 });
    });
    await navigator.locks.request('storedLeads', () => undefined);
    await fetch('/robots.txt');
  });
}

describe('a lead that could not be sent', () => {
  it('is stored as specified and sent once when the connection is back', async () => {
    const form = own(lead);
    const visit = await keep(form);
    const [before] = await testSite.leadsOf(form);
    const [record, ...others] = await stored(visit.page);
    expect(others).toEqual([]);
    expect(record).toEqual({
      contactId: before?.id,
      firstName: 'Wren',
      lastName: 'Ashdown',
      email: form.steps[1]?.values['email'],
      phone: form.steps[0]?.values['phone'],
      source: 'Buy Page (/buy)',
      message: 'A porch,\nplease.',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      contactMethod: 'phone',
      tags: ['Website Lead', 'Buyer', '/buy', 'Buy Page', 'buying'],
      hasError: true,
      // The specification does not include this property: the data for sending the lead again.
      unsent: expect.objectContaining({ requests: [expect.objectContaining({ method: 'POST' })] }),
    });
    const soFar = visit.sent.length;
    await goOnline(visit.page);
    // The form shows that it has arrived.
    await showsCard(visit, form.done);
    const { unsent: _, hasError: __, ...confirmed } = record ?? {};
    expect(await stored(visit.page)).toEqual([{ ...confirmed, timestamp: expect.any(String) }]);
    expect(await testSite.leadsOf(form)).toMatchObject([
      { id: before?.id, last_name: 'Ashdown', message: 'A porch,\nplease.' },
    ]);
    await goOffline(visit.page);
    await goOnline(visit.page);
    await settled(visit.page);
    expect(visit.sent.slice(soFar)).toHaveLength(1);
  });

  it.each(allForms)('from $block is sent when the site is opened again', async (facts) => {
    const form = own(facts);
    const visit = await keep(form);
    await visit.page.goto('about:blank');
    await goOnline(visit.page);
    await visit.page.goto(`${line.url}/terms-of-service`);
    await expect
      .poll(async () => (await testSite.leadsOf(form)).map((each) => each.last_name))
      .toEqual(['Ashdown']);
    await expect.poll(() => stored(visit.page)).toMatchObject([{ lastName: 'Ashdown' }]);
    await expect.poll(async () => (await stored(visit.page))[0]).not.toHaveProperty('unsent');
    const count = visit.sent.length;
    await visit.page.reload();
    await settled(visit.page);
    expect(visit.sent).toHaveLength(count);
    await expect.poll(() => testSite.inCrm(form)).toMatchObject([{ lastName: 'Ashdown' }]);
  });

  it.each(allForms)('from $block arrives although its visitor left before the response', async (facts) => {
    const form = own(facts);
    const visit = await openForm(browser, line.url, form, { pages });
    const last = form.steps.at(-1);
    await goThrough(visit, form, form.steps.length - 1);
    await atStep(visit, form.steps.length);
    await visit.fillIn(last?.values ?? {});
    const soFar = visit.sent.length;
    line.meet('hangs');
    await visit.press(last?.send ?? '');
    await expect.poll(() => visit.sent.length).toBeGreaterThan(soFar);
    // A phone may discard a background page without running any of its scripts.
    expect(await stored(visit.page)).toMatchObject([{ lastName: 'Ashdown', unsent: {} }]);
    await visit.page.goto('about:blank');
    line.meet();
    await visit.page.goto(`${line.url}/terms-of-service`);
    await expect.poll(async () => (await stored(visit.page))[0]).not.toHaveProperty('unsent');
    expect(await testSite.leadsOf(form)).toMatchObject([{ last_name: 'Ashdown' }]);
  });

  it('from the market report is one lead a day later, with all of its requests', async () => {
    const form = own(report);
    const visit = await keep(form);
    await visit.page.goto('about:blank');
    const [known] = await testSite.leadsOf(form);
    await testSite.database.query
      .updateTable('leads')
      .set({ open_until: Date.now() - 1000 })
      .where('id', '=', known?.id ?? '')
      .execute();
    await goOnline(visit.page);
    await visit.page.goto(`${line.url}/terms-of-service`);
    await expect.poll(async () => (await stored(visit.page))[0]).not.toHaveProperty('unsent');
    const leads = await testSite.leadsOf(form);
    expect(leads.map(({ id }) => id === known?.id)).toEqual([true, false]);
    expect(leads[1]).toMatchObject({ last_name: 'Ashdown', areas: 'beaverdale', source: 'Market Report' });
    expect((await stored(visit.page))[0]).toMatchObject({ contactId: leads[1]?.id });
  });

  it.each([true, false])('is sent once when two tabs are open, with locks: %s', async (locks) => {
    const form = own(lead);
    const visit = await openForm(browser, line.url, form, { pages });
    const context = visit.page.context();
    // Pages served over plain HTTP have no Web Locks API, so only the server prevents duplicates.
    if (!locks) await context.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'locks'));
    const opens = visit.page.waitForEvent('popup');
    await visit.page.evaluate(() => void window.open('/terms-of-service'));
    const other = await opens;
    pages.push(other);
    const sent: string[] = [];
    context.on('request', (request) => {
      if (request.method() === 'POST') sent.push(request.url());
    });
    await other.waitForLoadState('load');
    await visit.page.bringToFront();
    if (!locks) {
      await visit.page.reload();
      await comeTo(visit.section);
      await formRuns(visit);
    }
    await goThrough(visit, form, 1);
    await atStep(visit, 2);
    await visit.fillIn(form.steps[1]?.values ?? {});
    await goOffline(visit.page);
    await visit.press('Send my request');
    await explains(visit, offline(form));
    const soFar = sent.length;
    await goOnline(visit.page);
    await expect.poll(async () => (await stored(visit.page))[0]).not.toHaveProperty('unsent');
    if (locks) {
      await Promise.all([settled(visit.page), settled(other)]);
      expect(sent.slice(soFar)).toHaveLength(1);
    }
    expect(await testSite.leadsOf(form)).toMatchObject([{ last_name: 'Ashdown' }]);
    const steps = await testSite.database.query
      .selectFrom('submissions')
      .innerJoin('leads', 'leads.id', 'submissions.lead_id')
      .select('submissions.step')
      .where('leads.phone', '=', form.steps[0]?.values['phone'] ?? '')
      .execute();
    expect(steps.map(({ step }) => step).toSorted()).toEqual(['1', '2']);
  });

  it('waits while the server is unreachable, and is sent on the next visit', async () => {
    const form = own(lead);
    const visit = await keep(form);
    line.meet('cuts');
    await visit.page.context().setOffline(false);
    await settled(visit.page).catch(() => {});
    expect(await stored(visit.page)).toMatchObject([{ hasError: true, unsent: {} }]);
    line.meet();
    await visit.page.goto(`${line.url}/terms-of-service`);
    await expect.poll(async () => (await stored(visit.page))[0]).not.toHaveProperty('unsent');
    expect(await testSite.leadsOf(form)).toMatchObject([{ last_name: 'Ashdown' }]);
  });

  it('is sent from a page that stays open when the server answers again', async () => {
    const form = own(lead);
    // A minute is too long for a test.
    const visit = await keep(form, async (page) => {
      await page.addInitScript(() => {
        const repeat = window.setInterval.bind(window);
        const shorter = (run: TimerHandler, ms = 0) => repeat(run, ms === 60_000 ? 300 : ms);
        Object.assign(window, { setInterval: shorter });
      });
    });
    line.meet('cuts');
    await visit.page.context().setOffline(false);
    await settled(visit.page).catch(() => {});
    expect(await stored(visit.page)).toMatchObject([{ hasError: true, unsent: {} }]);
    line.meet();
    await showsCard(visit, form.done);
    expect((await stored(visit.page))[0]).not.toHaveProperty('unsent');
    expect(await testSite.leadsOf(form)).toMatchObject([{ last_name: 'Ashdown' }]);
  });

  it('is shown as sent if it arrived while the form was still waiting for its own request', async () => {
    const form = own(lead);
    const visit = await openForm(browser, line.url, form, { pages });
    const last = form.steps.at(-1);
    await goThrough(visit, form, form.steps.length - 1);
    await atStep(visit, form.steps.length);
    await visit.fillIn(last?.values ?? {});
    line.meet('hangs');
    const before = visit.sent.length;
    await visit.press(last?.send ?? '');
    await expect.poll(() => visit.sent.length).toBe(before + 1);
    line.meet();
    await visit.page.evaluate(() => dispatchEvent(new Event('online')));
    await expect.poll(async () => (await stored(visit.page)).filter(({ unsent }) => unsent)).toEqual([]);
    await visit.timeUp();
    await showsCard(visit, form.done);
    expect(await testSite.leadsOf(form)).toHaveLength(1);
  });

  it('is not sent again if the visitor submits the form again', async () => {
    const form = own(lead);
    const visit = await keep(form);
    line.meet('loses');
    await visit.page.context().setOffline(false);
    await settled(visit.page).catch(() => {});
    line.meet();
    await visit.press('Send my request');
    await showsCard(visit, form.done);
    const count = visit.sent.length;
    await visit.page.goto(`${line.url}/terms-of-service`);
    await settled(visit.page);
    expect(visit.sent).toHaveLength(count);
    expect(await testSite.leadsOf(form)).toHaveLength(1);
  });
});

describe('a stored lead', () => {
  it('stays stored if it could not be sent while an older one was being resent', async () => {
    const form = own(lead);
    const visit = await keep(form);
    const tries: (() => void)[] = [];
    await visit.page.route('**/api/ghl/**', async (route) => {
      const isFirst = tries.length === 0;
      await new Promise<void>((resolve) => tries.push(resolve));
      await (isFirst ? route.continue() : route.abort('connectionreset'));
    });
    await goOnline(visit.page);
    await expect.poll(() => tries.length).toBe(1);
    await visit.fillIn({ message: 'Call after five.' });
    await visit.press('Send my request');
    await expect.poll(() => tries.length).toBe(2);
    tries[0]?.();
    await expect.poll(() => testSite.leadsOf(form)).toMatchObject([{ message: 'A porch,\nplease.' }]);
    await settled(visit.page);
    tries[1]?.();
    await explains(visit, KEPT);
    expect(await stored(visit.page)).toMatchObject([{ message: 'Call after five.', unsent: {} }]);
    await visit.page.unroute('**/api/ghl/**');
    await visit.page.goto(`${line.url}/terms-of-service`);
    await expect.poll(async () => (await stored(visit.page))[0]).not.toHaveProperty('unsent');
    expect(await testSite.leadsOf(form)).toMatchObject([{ message: 'Call after five.' }]);
  });

  it('is sent later if a proxy rejects it', async () => {
    const form = own(lead);
    const visit = await keep(form);
    let refusals = 0;
    await visit.page.route('**/api/ghl/**', async (route) => {
      refusals += 1;
      await route.fulfill({ status: 403, contentType: 'text/html', body: '<h1>Blocked</h1>' });
    });
    await goOnline(visit.page);
    await expect.poll(() => refusals).toBe(1);
    await settled(visit.page);
    await visit.page.unroute('**/api/ghl/**');
    await visit.page.goto(`${line.url}/terms-of-service`);
    await expect.poll(async () => (await stored(visit.page))[0]).not.toHaveProperty('unsent');
    expect(await testSite.leadsOf(form)).toMatchObject([{ last_name: 'Ashdown' }]);
  });

  it('is not sent in addition if the visitor starts over a day later', async () => {
    const form = own(lead);
    const visit = await openForm(browser, line.url, form, { pages });
    await goThrough(visit, form, 1);
    await atStep(visit, 2);
    await visit.fillIn(form.steps[1]?.values ?? {});
    await visit.page.route('**/api/ghl/**', (route) => route.abort('connectionreset'));
    await visit.press('Send my request');
    await explains(visit, KEPT);
    await visit.page.unroute('**/api/ghl/**');
    const [known] = await testSite.leadsOf(form);
    await testSite.database.query
      .updateTable('leads')
      .set({ open_until: Date.now() - 1000 })
      .where('id', '=', known?.id ?? '')
      .execute();
    await visit.press('Send my request');
    await says(visit, MISSING);
    await visit.press('Continue');
    await atStep(visit, 2);
    await visit.press('Send my request');
    await showsCard(visit, form.done);
    const count = visit.sent.length;
    await visit.page.goto(`${line.url}/terms-of-service`);
    await settled(visit.page);
    expect(visit.sent).toHaveLength(count);
    const leads = await testSite.leadsOf(form);
    expect(leads.map(({ progress }) => progress).toSorted()).toEqual(['contact', 'details']);
  });
});

it('without a CRM, the form says what it always says, and its record is marked as local', async () => {
  const form = own(lead);
  const visit = await openForm(browser, lone.url, form, { pages });
  await goThrough(visit, form, 1);
  await atStep(visit, 2);
  expect(await visit.page.locator('body').innerText()).not.toMatch(/saved/i);
  await visit.fillIn(form.steps[1]?.values ?? {});
  await visit.press('Send my request');
  await showsCard(visit, form.done);
  expect(await visit.page.locator('body').innerText()).not.toMatch(/saved/i);
  const [record] = await stored(visit.page);
  expect(record).not.toHaveProperty('unsent');
  expect(record).not.toHaveProperty('hasError');
  expect(record).toMatchObject({
    contactId: expect.stringMatching(/^local_/),
    isLocalOnly: true,
    lastName: 'Ashdown',
  });
});

it('at most 50 leads are stored, and the oldest one that the server has is dropped first', async () => {
  const form = own(lead);
  const visit = await openForm(browser, line.url, form, { pages });
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
  await goThrough(visit, form);
  await showsCard(visit, form.done);
  const ids = (await stored(visit.page)).map((each) => each['contactId']);
  expect(ids).toHaveLength(50);
  expect(ids.slice(0, 2)).toEqual(['old-0', 'old-2']);
  expect(ids.at(-1)).toBe((await testSite.leadsOf(form))[0]?.id);
});

const item = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key);

it.each([
  ['leadFormPhone', lead, lead.steps[0]?.values ?? {}, 'phone'],
  ['leadFormEmail', lead, { contactMethod: 'email', email: 'wren@example.com' }, 'email'],
  ['marketReportPhone', report, report.steps[0]?.values ?? {}, 'contact'],
] as const)(
  '%s is stored from the first step until the lead is complete',
  async (key, facts, values, name) => {
    const steps = facts.steps.map((step, index) => (index === 0 ? { ...step, values } : step));
    const form = own({ ...facts, steps });
    const visit = await openForm(browser, line.url, form, { pages });
    const [first, second] = form.steps;
    await visit.fillIn(first?.values ?? {});
    expect(await item(visit.page, key)).toBeNull();
    await visit.press(first?.send ?? '');
    await atStep(visit, 2);
    expect(await item(visit.page, key)).toBe(
      Object.entries(first?.values ?? {}).find(([each]) => each === name)?.[1],
    );
    await visit.fillIn(second?.values ?? {});
    await visit.press(second?.send ?? '');
    await showsCard(visit, form.done);
    expect(await item(visit.page, key)).toBeNull();
  },
);
