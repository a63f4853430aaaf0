import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startFaultLine, type FaultLine } from './support/fault-line.ts';
import { atStep, explains, goThrough, openForm, showsCard } from './support/fault-visit.ts';
import { allForms, lead, own, UNREACHABLE } from './support/form-facts.ts';
import { workerBrowser } from './support/worker-browser.ts';
import { startLeadTestSite, type LeadTestSite } from './support/lead-test-site.ts';
import { faultsOf } from './support/page-checks.ts';

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

/** Browsers that cannot store anything, because storage is blocked or full. */
const browsers = {
  'that forbids storage': (page: Page) =>
    page.addInitScript(() => {
      for (const name of ['localStorage', 'sessionStorage']) {
        Object.defineProperty(window, name, {
          get: () => {
            throw new DOMException('Access is denied for this document.', 'SecurityError');
          },
        });
      }
    }),
  'whose storage is full': (page: Page) =>
    page.addInitScript(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
      };
    }),
};

// All forms store their data in the same way, so full storage is tested with only one form.
const cases = Object.entries(browsers).flatMap(([name, prepare]) =>
  allForms
    .filter(({ block }) => prepare !== browsers['whose storage is full'] || block === 'lead-form')
    .map((form) => ({ name, prepare, form, block: form.block })),
);

describe('without storage', () => {
  it.each(cases)('in a browser $name, $block works', async ({ prepare, form: facts }) => {
    const form = own(facts);
    const visit = await openForm(browser, line.url, form, {
      pages,
      before: async (page) => void (await prepare(page)),
    });
    for (const [index, { values, send }] of form.steps.entries()) {
      await atStep(visit, index + 1);
      await visit.fillIn(values);
      const typed = await visit.values();
      line.meet('loses');
      await visit.press(send);
      // The form must not claim that the lead is saved in the browser.
      await explains(visit, UNREACHABLE);
      expect(await visit.values()).toEqual(typed);
      line.meet();
      await visit.press(send);
    }
    await showsCard(visit, form.done);
    expect(await testSite.leadsOf(form)).toMatchObject([{ last_name: 'Ashdown', progress: 'details' }]);
    expect(faultsOf(visit.page).filter((fault) => !fault.startsWith('request: '))).toEqual([]);
  });
});

it('foreign or invalid data in storage does no harm', async () => {
  const form = own(lead);
  const visit = await openForm(browser, line.url, form, {
    pages,
    before: async (page) => {
      await page.addInitScript(() => {
        localStorage.setItem('storedLeads', '[null, 7, {"contactId": 1}, {"unsent": true}');
        localStorage.setItem('utmParameters', '"');
        localStorage.setItem('leadAttribution', '[]');
        sessionStorage.setItem('formDraft', '{"/buy#contact": {"step": 9, "values": null}}');
      });
    },
  });
  await goThrough(visit, form);
  await showsCard(visit, form.done);
  expect(await testSite.leadsOf(form)).toMatchObject([{ last_name: 'Ashdown' }]);
  expect(faultsOf(visit.page)).toEqual([]);
});

it('the privacy policy names everything that the site stores in a browser', async () => {
  const names = new Set<string>();
  for (const facts of allForms) {
    const form = own({
      ...facts,
      path: `${facts.path}${facts.path.includes('?') ? '&' : '?'}utm_source=flyer`,
    });
    const visit = await openForm(browser, line.url, form, { pages });
    const look = async () => {
      const keys = await visit.page.evaluate(() => [
        ...Object.keys(localStorage),
        ...Object.keys(sessionStorage),
      ]);
      for (const key of keys) names.add(key);
    };
    for (const [index, { values, send }] of form.steps.entries()) {
      await atStep(visit, index + 1);
      await visit.fillIn(values);
      await look();
      await visit.press(send);
    }
    await showsCard(visit, form.done);
    await look();
    for (const { name } of await visit.page.context().cookies()) names.add(name);
  }
  expect([...names].toSorted()).toEqual([
    'countedLeads',
    'formDraft',
    'leadAttribution',
    'leadFormPhone',
    'marketReportPhone',
    'storedLeads',
    'utmParameters',
    'visitor',
  ]);
  const policy = await (await fetch(`${line.url}/privacy-policy`)).text();
  const kept = /id="browser".*?(?=<h3)/s.exec(policy)?.[0] ?? '';
  expect([...names, 'leadFormEmail'].filter((name) => !kept.includes(name))).toEqual([]);
});
