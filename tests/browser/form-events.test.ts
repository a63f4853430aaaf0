import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { startFaultLine, type FaultLine } from './support/fault-line.ts';
import { atStep, openForm, explains, showsCard } from './support/fault-visit.ts';
import { allForms, own } from './support/form-facts.ts';
import { comeTo, formRuns } from './support/form-visit.ts';
import { workerBrowser } from './support/worker-browser.ts';
import { startLeadTestSite, type LeadTestSite } from './support/lead-test-site.ts';

let browser: Browser;
let testSite: LeadTestSite;
let line: FaultLine;
const pages: Page[] = [];

beforeAll(async () => {
  [browser, testSite] = await Promise.all([
    workerBrowser(),
    startLeadTestSite({ VITE_GA_MEASUREMENT_ID: 'G-TEST123' }),
  ]);
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

/** Returns the events that the page has queued for Google's tag, except page views. */
const counted = (page: Page) =>
  page.evaluate(() =>
    (window.dataLayer ?? [])
      .map((command) => Array.from(command as ArrayLike<unknown>))
      .filter(([kind, name]) => kind === 'event' && name !== 'page_view'),
  );

it.each(allForms)('$block counts each event once, in order, and without personal data', async (facts) => {
  const form = own(facts);
  const visit = await openForm(browser, line.url, form, {
    pages,
    before: async (page) => {
      await page.route(
        (url) => !line.url.includes(url.host),
        (route) => route.abort(),
      );
    },
  });
  const form_id = form.block;
  const start = ['event', 'form_start', { form_id }];
  const lead = ['event', 'generate_lead', { value: 1, currency: 'USD', form_id }];
  const step = ['event', 'form_step_complete', { form_id, step: 1 }];
  const complete = ['event', 'form_complete', { form_id }];
  await expect.poll(() => visit.page.evaluate(() => 'dataLayer' in window)).toBe(true);
  expect(await counted(visit.page)).toEqual([]);
  const [first, second] = form.steps;
  await visit.fillIn(first?.values ?? {});
  await expect.poll(() => counted(visit.page)).toEqual([start]);
  line.meet('loses');
  await visit.press(first?.send ?? '');
  await explains(visit, first?.unreachable ?? ['', '']);
  expect(await counted(visit.page)).toEqual([start]);
  line.meet();
  await visit.press(first?.send ?? '');
  if (second) {
    await atStep(visit, 2);
    expect(await counted(visit.page)).toEqual([start, lead, step]);
    // Going back and submitting the first step again does not count another lead.
    await visit.press('Back');
    await atStep(visit, 1);
    await visit.press(first?.send ?? '');
    await atStep(visit, 2);
    await visit.fillIn(second.values);
    expect(await counted(visit.page)).toEqual([start, lead, step]);
    await visit.press(second.send);
  }
  await showsCard(visit, form.done);
  const all = second ? [start, lead, step, complete] : [start, lead, complete];
  expect(await counted(visit.page)).toEqual(all);
  const queue = await visit.page.evaluate(() => JSON.stringify(window.dataLayer));
  expect(queue).not.toMatch(/wren|ashdown|515\D*555|example\.com/i);
  await visit.page.reload();
  await comeTo(visit.section);
  await formRuns(visit);
  await expect.poll(() => visit.page.evaluate(() => 'dataLayer' in window)).toBe(true);
  expect(await counted(visit.page)).toEqual([]);
});

it('a lead posted before the scripts have loaded is counted once, however often its result page is loaded', async () => {
  const form = own(allForms[0]);
  const [first] = form.steps;
  const scripts = '**/assets/*.js';
  const visit = await openForm(browser, line.url, form, {
    pages,
    untilItRuns: false,
    before: async (page) => {
      await page.route(scripts, (route) => route.abort());
    },
  });
  const lead = ['event', 'generate_lead', { value: 1, currency: 'USD', form_id: form.block }];
  await visit.fillIn(first?.values ?? {});
  await visit.page.unroute(scripts);
  await visit.press(first?.send ?? '');
  await atStep(visit, 2);
  await expect.poll(() => counted(visit.page)).toEqual([lead]);
  await visit.page.reload();
  await comeTo(visit.section);
  await formRuns(visit);
  await atStep(visit, 2);
  await expect.poll(() => visit.page.evaluate(() => 'dataLayer' in window)).toBe(true);
  expect(await counted(visit.page)).toEqual([]);
});
