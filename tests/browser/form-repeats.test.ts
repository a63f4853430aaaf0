import type { Browser, Locator, Page, Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { CONDITION_LIMIT } from '../setup/time-limits.ts';
import { startFaultLine, type FaultLine } from './support/fault-line.ts';
import { atStep, explains, goThrough, openForm, showsCard } from './support/fault-visit.ts';
import { allForms, contact, lead, own, quick, report, type FormFacts } from './support/form-facts.ts';
import { comeTo, formRuns, formVisit, visitForm } from './support/form-visit.ts';
import { holdApplication } from './support/hold-application.ts';
import { workerBrowser } from './support/worker-browser.ts';
import { startLeadTestSite, type LeadTestSite } from './support/lead-test-site.ts';

let browser: Browser;
let testSite: LeadTestSite;
let line: FaultLine;
const pages: Page[] = [];

beforeAll(async () => {
  [browser, testSite] = await Promise.all([workerBrowser(), startLeadTestSite()]);
  line = await startFaultLine(testSite.site.url);
});
afterEach(async () => {
  line.meet();
  await Promise.all(pages.splice(0).map((page) => page.close()));
});
afterAll(async () => {
  await line?.stop();
  await testSite?.stop();
});

/** Returns the steps of all submissions stored for a form's leads. The server stores exact repeats only once. */
const submissions = async (form: FormFacts) => {
  const ids = (await testSite.leadsOf(form)).map(({ id }) => id);
  const rows = await testSite.database.query
    .selectFrom('submissions')
    .select('step')
    .where('lead_id', 'in', ids)
    .execute();
  return rows.map(({ step }) => step).toSorted();
};
const once = ({ block }: FormFacts) =>
  block === 'contact-form' ? ['1'] : block === 'market-report-form' ? ['1', '2', 'subscription'] : ['1', '2'];

describe.each(allForms)('$block', (facts) => {
  it('treats a double click, and Enter pressed twice, as one submission', async () => {
    const form = own(facts);
    const visit = await openForm(browser, line.url, form, { pages });
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
    await showsCard(visit, form.done);
    // The second step of the market report sends two requests.
    expect(visit.sent).toHaveLength(form.steps.length + (form.block === 'market-report-form' ? 1 : 0));
    expect(await testSite.leadsOf(form)).toHaveLength(1);
  });

  it('is one lead when every response is lost and the visitor retries', async () => {
    const form = own(facts);
    const visit = await openForm(browser, line.url, form, { pages });
    for (const [index, { values, send, unreachable }] of form.steps.entries()) {
      await atStep(visit, index + 1);
      await visit.fillIn(values);
      for (const fault of ['swallows', 'cuts', 'breaks'] as const) {
        const soFar = visit.sent.length;
        line.meet(fault);
        await visit.press(send);
        if (fault === 'swallows') {
          await expect.poll(() => visit.sent.length).toBeGreaterThan(soFar);
          // The server has stored the lead, but the browser has received neither the response nor the cookie.
          await expect.poll(() => testSite.leadsOf(form)).toHaveLength(1);
          await visit.timeUp();
        }
        await explains(visit, unreachable);
      }
      line.meet();
      await visit.press(send);
    }
    await showsCard(visit, form.done);
    expect(await testSite.leadsOf(form)).toMatchObject([{ last_name: 'Ashdown', status: 'open' }]);
    // The elapsed time differs between retries, but they count as the same submission.
    expect(new Set(visit.sent.map(({ body }) => body['elapsed'])).size).toBeGreaterThan(form.steps.length);
    expect(await submissions(form)).toEqual(once(form));
    await expect.poll(() => testSite.inCrm(form)).toMatchObject([{ lastName: 'Ashdown' }]);
  });

  it('treats a double click as one submission without JavaScript', async () => {
    const form = own(facts);
    const visit = await visitForm(browser, line.url, form, { width: 360, javaScript: false });
    pages.push(visit.page);
    for (const [index, { values, send }] of form.steps.entries()) {
      await atStep(visit, index + 1);
      await visit.fillIn(values);
      await clickTwice(visit.page, visit.section.getByRole('button', { name: send, exact: true }));
    }
    const after = formVisit(visit.page, form.placement).section;
    await expect.poll(() => after.innerText()).toContain(form.done[1]);
    expect(await testSite.leadsOf(form)).toHaveLength(1);
  });
});

/** Sends the events of a double click without waiting between them, so that no page loads in the meantime. */
async function clickTwice({ mouse }: Page, button: Locator): Promise<void> {
  await button.scrollIntoViewIfNeeded();
  const box = await button.boundingBox();
  if (!box) throw new Error('The button is not shown.');
  await mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  const second = { clickCount: 2 };
  await Promise.all([mouse.down(), mouse.up(), mouse.down(second), mouse.up(second)]);
}

/** Opens a form but holds back the application until `come` is called, so the browser itself submits the form. */
async function openWithoutApplication(form: FormFacts, pass?: (route: Route) => Promise<void>) {
  let come = () => {};
  const visit = await openForm(browser, line.url, form, {
    pages,
    untilItRuns: false,
    before: async (page) => {
      come = await holdApplication(page, pass);
    },
  });
  // From now on, the loader is running, and only the application's files are missing. Before that, a browser that is to
  // post the form still needs its connections for the files of the page.
  await visit.page.waitForLoadState('load');
  return { visit, come };
}

it.each([lead, contact])(
  '$block: a form posted while the application loads and submitted again after hydration is one lead',
  async (facts) => {
    const form = own(facts);
    // The application's files bypass the fault line, which is already faulty while they load.
    const { visit, come } = await openWithoutApplication(form, async (route) => {
      const { pathname } = new URL(route.request().url());
      await route.fulfill({ response: await route.fetch({ url: testSite.site.url + pathname }) });
    });
    const [first] = form.steps;
    await visit.fillIn(first?.values ?? {});
    await visit.page.evaluate(pressWhenTaken, form.placement);
    line.meet('swallows');
    const before = line.swallowed();
    // No response will come, so the click must not wait for a navigation.
    const button = visit.section.getByRole('button', { name: first?.send ?? '', exact: true });
    await button.click({ noWaitAfter: true });
    await expect.poll(() => testSite.leadsOf(form)).toHaveLength(1);
    await expect.poll(() => line.swallowed()).toBeGreaterThan(before);
    line.meet();
    come();
    for (const { values, send } of form.steps.slice(1)) {
      await atStep(visit, 2);
      await visit.fillIn(values);
      await visit.press(send);
    }
    await expect.poll(() => visit.section.innerText()).toContain(form.done[1]);
    expect(await visit.page.evaluate(() => sessionStorage.getItem('pressed again'))).toBe('yes');
    expect(await testSite.leadsOf(form)).toHaveLength(1);
  },
);

it.each(allForms)(
  '$block: a form that the browser posts twice while React stops its events is one lead',
  async (facts) => {
    const form = own(facts);
    const { visit } = await openWithoutApplication(form);
    const sessions: (string | null)[] = [];
    visit.page.on('request', (request) => {
      if (request.method() === 'POST' && request.isNavigationRequest())
        sessions.push(new URLSearchParams(request.postData() ?? '').get('_session'));
    });
    // As React does between rendering and hydrating a form. It then lets the browser post the form.
    await visit.page.evaluate(() => {
      for (const type of ['submit', 'formdata']) {
        document.addEventListener(type, (event) => event.stopPropagation(), { capture: true });
      }
    });
    const [first] = form.steps;
    await visit.fillIn(first?.values ?? {});
    const button = visit.section.getByRole('button', { name: first?.send ?? '', exact: true });
    line.meet('swallows');
    const before = line.swallowed();
    await button.click({ noWaitAfter: true });
    await expect.poll(() => testSite.leadsOf(form)).toHaveLength(1);
    await expect.poll(() => line.swallowed()).toBeGreaterThan(before);
    line.meet();
    // The button has the focus.
    await visit.page.keyboard.press('Enter');
    await expect.poll(() => sessions).toHaveLength(2);
    expect(sessions).toEqual([expect.stringMatching(/./), sessions[0]]);
    await visit.page.waitForURL((url) => url.hash !== '');
    expect(await testSite.leadsOf(form)).toHaveLength(1);
  },
);

it.each([lead, contact])(
  '$block: a form posted before hydration whose response was lost is one lead when it is sent again',
  async (facts) => {
    const form = own(facts);
    const { visit, come } = await openWithoutApplication(form);
    const [first] = form.steps;
    await visit.fillIn(first?.values ?? {});
    line.meet('cuts');
    const button = visit.section.getByRole('button', { name: first?.send ?? '', exact: true });
    await button.click({ noWaitAfter: true });
    await expect.poll(() => testSite.leadsOf(form)).toHaveLength(1);
    await expect.poll(() => visit.page.url()).toContain('chrome-error:');
    line.meet();
    come();
    // `goBack` fails while the browser's error page is still loading, so it is retried.
    // It may also fail although the browser goes back.
    await vi.waitFor(async () => {
      if (!visit.page.url().startsWith(line.url)) await visit.page.goBack();
    }, CONDITION_LIMIT);
    await comeTo(visit.section);
    await formRuns(visit);
    // The value changes, because the server must recognize the lead even if the content differs.
    const mended = { ...first?.values, consentMarketing: 'on' };
    await visit.fillIn(mended);
    await visit.press(first?.send ?? '');
    for (const { values, send } of form.steps.slice(1)) {
      await atStep(visit, 2);
      await visit.fillIn(values);
      await visit.press(send);
    }
    await showsCard(visit, form.done);
    expect(await testSite.leadsOf(form)).toMatchObject([{ progress: 'details', last_name: 'Ashdown' }]);
  },
);

it('two leads posted one after the other, without the application, are two leads', async () => {
  const [one, other] = [own(contact), own(contact)];
  const { visit } = await openWithoutApplication(one);
  for (const form of [one, other]) {
    await visit.page.goto(line.url + form.path);
    await visit.fillIn(form.steps[0]?.values ?? {});
    await visit.press('Send my message');
    await expect.poll(() => visit.section.innerText()).toContain(form.done[1]);
    await visit.page.waitForLoadState('load');
  }
  expect(await testSite.leadsOf(one)).toHaveLength(1);
  expect(await testSite.leadsOf(other)).toHaveLength(1);
});

it.each([lead, quick])('$block: the fields cannot be changed while a request is pending', async (facts) => {
  const form = own(facts);
  const visit = await openForm(browser, line.url, form, { pages });
  const name = form.block === 'lead-form' ? 'phone' : 'contact';
  let go = () => {};
  const held = new Promise<void>((resolve) => (go = resolve));
  await visit.page.route('**/api/**', async (route) => {
    await held;
    await route.continue();
  });
  await visit.fillIn(form.steps[0]?.values ?? {});
  const typed = await visit.values();
  await visit.field(name).press('Enter');
  await expect.poll(() => visit.sent.length).toBe(1);
  await visit.page.keyboard.type('9');
  if (form.block === 'lead-form') await visit.section.getByRole('checkbox').first().click({ force: true });
  expect(await visit.values()).toEqual(typed);
  go();
  await atStep(visit, 2);
  // The request contains what the fields showed while it was sent.
  const body = visit.sent[0]?.body;
  expect(Object.values(body ?? {})).toContain(typed[name]);
  if (form.block === 'lead-form') expect(body?.['consent']).toMatchObject({ service: true });
});

it('a response does not move the focus away from another form', async () => {
  const [form, other] = [own(quick), own(report)];
  const visit = await openForm(browser, line.url, form, { pages });
  const { page } = visit;
  const elsewhere = formVisit(page, other.placement);
  await comeTo(elsewhere.section);
  await formRuns(elsewhere);
  let go = () => {};
  const held = new Promise<void>((resolve) => (go = resolve));
  await page.route('**/api/**', async (route) => {
    await held;
    await route.continue();
  });
  await visit.fillIn(form.steps[0]?.values ?? {});
  await visit.press(form.steps[0]?.send ?? '');
  await elsewhere.field('contact').focus();
  await page.keyboard.type('515-555');
  go();
  await atStep(visit, 2);
  await page.waitForTimeout(300);
  await page.keyboard.type('-0198');
  expect(await elsewhere.field('contact').inputValue()).toBe('515-555-0198');
});

it('correcting the second step updates the lead', async () => {
  const form = own(lead);
  const visit = await openForm(browser, line.url, form, { pages });
  await goThrough(visit, form, 1);
  await atStep(visit, 2);
  await visit.fillIn({ ...form.steps[1]?.values, lastName: 'Ashdwn' });
  line.meet('cuts');
  await visit.press('Send my request');
  await explains(visit, form.steps[1]?.unreachable ?? ['', '']);
  line.meet();
  await visit.fillIn({ lastName: 'Ashdown', message: 'A porch, and a yard.' });
  await visit.press('Send my request');
  await showsCard(visit, form.done);
  expect(await testSite.leadsOf(form)).toMatchObject([
    { last_name: 'Ashdown', message: 'A porch, and a yard.', progress: 'details' },
  ]);
  expect(await submissions(form)).toEqual(['1', '2', '2']);
  await expect
    .poll(() => testSite.inCrm(form))
    .toMatchObject([{ lastName: 'Ashdown', email: form.steps[1]?.values['email'] }]);
});

it.each([lead, quick])('$block: going back and correcting the first step updates the lead', async (facts) => {
  const form = own(facts);
  const visit = await openForm(browser, line.url, form, { pages });
  await goThrough(visit, form, 1);
  await atStep(visit, 2);
  await visit.fillIn(form.steps[1]?.values ?? {});
  const typed = await visit.values();
  await visit.press('Back');
  await atStep(visit, 1);
  const other = own(facts);
  const mended = other.steps[0]?.values ?? {};
  await visit.fillIn(mended);
  await visit.press(form.steps[0]?.send ?? '');
  await atStep(visit, 2);
  // The second step shows the latest contact value from the first step.
  const known = 'contact' in mended ? { email: mended['contact'] } : { phone: mended['phone'] };
  // A phone number is not asked for again.
  expect(await visit.values()).toEqual({ ...typed, ...('email' in known && known) });
  await visit.press(form.steps[1]?.send ?? '');
  await showsCard(visit, form.done);
  const [found, ...others] = await testSite.leadsOf(other);
  expect(others).toEqual([]);
  expect(found).toMatchObject({ ...known, last_name: 'Ashdown' });
});

it('a second submission of the same form is a new lead', async () => {
  const [one, other] = [own(contact), own(contact)];
  const visit = await openForm(browser, line.url, one, { pages });
  await goThrough(visit, one);
  await showsCard(visit, one.done);
  await visit.press('Send another');
  await visit.page.waitForFunction((since) => performance.now() > since + 2100, await now(visit.page));
  await goThrough(visit, other);
  await showsCard(visit, other.done);
  await expect.poll(() => testSite.leadsOf(other)).toHaveLength(1);
  expect(await testSite.leadsOf(one)).toHaveLength(1);
  expect(new Set(visit.sent.map(({ body }) => body['session'])).size).toBe(2);
});

const now = (page: Page) => page.evaluate(() => performance.now());

/**
 * Submits a form as soon as React has hydrated it. Runs in the page, because Playwright cannot click while a navigation
 * is pending.
 */
function pressWhenTaken(placement: string): void {
  const timer = setInterval(() => {
    const form = document.getElementById(placement)?.querySelector('form');
    if (!form || !Object.keys(form).some((key) => key.startsWith('__react'))) return;
    clearInterval(timer);
    sessionStorage.setItem('pressed again', 'yes');
    form.requestSubmit();
  }, 20);
}
