import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { atStep, showsCard } from './support/fault-visit.ts';
import { allForms, own } from './support/form-facts.ts';
import { comeTo, formRuns, formVisit, visitForm, type FormPlace } from './support/form-visit.ts';
import { startLeadTestSite, type LeadTestSite } from './support/lead-test-site.ts';
import { bootApp, faultsOf } from './support/page-checks.ts';
import { workerBrowser } from './support/worker-browser.ts';

let browser: Browser;
let testSite: LeadTestSite;
const pages: Page[] = [];

beforeAll(async () => {
  [browser, testSite] = await Promise.all([workerBrowser(), startLeadTestSite()]);
});
afterEach(async () => {
  await Promise.all(pages.splice(0).map((page) => page.close()));
});
afterAll(async () => {
  await testSite?.stop();
});

/** Opens the page of a form and starts the application, so that links are followed without a page load. */
async function openPageOf(form: FormPlace) {
  const visit = await visitForm(browser, testSite.site.url, form, {
    width: 360,
    before: (page) => {
      pages.push(page);
      return Promise.resolve();
    },
  });
  await bootApp(visit.page);
  return visit;
}

/** Follows a link within the application. */
async function follow(page: Page, href: string): Promise<void> {
  const former = await page.locator('main [data-placement]').first().elementHandle();
  await page.evaluate((to) => {
    const link = Object.assign(document.createElement('a'), { href: to });
    document.body.append(link);
    link.click();
    link.remove();
  }, href);
  await page.waitForURL((url) => url.pathname + url.search === href);
  // The address changes before the page is shown.
  await expect.poll(() => former?.evaluate(({ isConnected }) => isConnected)).toBe(false);
}

// The first page has a form with the key "contact" as well, but with other settings and, for two of them, of another kind.
const first: FormPlace = { path: '/sell', placement: 'contact', block: 'lead-form' };

describe.each(allForms)('$block, in the application', (facts) => {
  it('is sent from a page that was reached from the page of another form', async () => {
    const form = own(facts);
    const { page } = await openPageOf(first);
    await follow(page, form.path);
    const visit = formVisit(page, form.placement);
    await comeTo(visit.section);
    const element = await visit.section.locator('form').elementHandle();
    const texts = await visit.section.innerText();
    await visit.section.locator('form :is(input, textarea):visible').first().click();
    await page.waitForLoadState('networkidle');
    expect(await visit.section.innerText()).toBe(texts);
    expect(await element?.evaluate(({ isConnected }) => isConnected)).toBe(true);
    for (const [index, { values, send }] of form.steps.entries()) {
      await atStep(visit, index + 1);
      await visit.fillIn(values);
      await visit.press(send);
    }
    await showsCard(visit, form.done);
    const leads = await testSite.leadsOf(form);
    expect(leads).toHaveLength(1);
    expect(leads[0]).toMatchObject({ form: facts.block, page: form.path.replace(/\?.*/, '') });
    expect(faultsOf(page)).toEqual([]);
  });

  it('goes on with one click at its last step after the visitor has left the page and gone back', async () => {
    const form = own(facts);
    const visit = await openPageOf(form);
    const { page } = visit;
    for (const [index, { values, send }] of form.steps.entries()) {
      await atStep(visit, index + 1);
      await visit.fillIn(values);
      if (index < form.steps.length - 1) await visit.press(send);
    }
    await follow(page, '/terms-of-service');
    await page.goBack();
    await comeTo(visit.section);
    await atStep(visit, form.steps.length);
    await formRuns(visit);
    await visit.press(form.steps.at(-1)?.send ?? '');
    await showsCard(visit, form.done);
    expect(await testSite.leadsOf(form)).toHaveLength(1);
    expect(faultsOf(page)).toEqual([]);
  });
});
