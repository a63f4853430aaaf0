import { rm } from 'node:fs/promises';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { journeySite } from '../server/support/builder-journeys.ts';
import { startOperatorSite, type OperatorSite } from './support/operator-test-site.ts';
import { faultsOf, openPage } from './support/page-checks.ts';
import { workerBrowser } from './support/worker-browser.ts';

let browser: Browser;
let site: OperatorSite;

beforeAll(async () => {
  browser = await workerBrowser();
  site = await startOperatorSite({});
  const { create, open, save } = journeySite(site.site, site.operator);
  const { at } = await create({ title: 'Styles', slug: 'styles' });
  const section = (key: string) => ({ block: 'prose', key });
  await save(await open(at), {
    layout: [section('usual'), section('tight'), section('slim'), section('phones'), section('desks')],
    values: {
      usual_title: 'Usual',
      tight_title: 'Compact',
      tight_spacing: 'compact',
      slim_title: 'Narrow',
      slim_width: 'narrow',
      slim_spacing: 'normal',
      phones_title: 'On phones',
      phones_devices: 'phone',
      desks_title: 'On desks',
      desks_devices: 'larger',
    },
  });
});
afterAll(async () => {
  await site?.site.stop();
  if (site) await rm(site.folder, { recursive: true, force: true });
});

it.each([360, 1440])('sections have the style that an editor chose, at %i px', async (width) => {
  const page = await openPage(browser, `${site.site.url}/styles`, { width });
  const measure = (key: string) =>
    page.locator(`#${key}`).evaluate((element) => {
      const section = element.querySelector('section');
      const content = section?.firstElementChild;
      return {
        space: section ? Number.parseFloat(getComputedStyle(section).paddingTop) : 0,
        content: content ? content.getBoundingClientRect().width : 0,
        isShown: element.checkVisibility(),
        attributes: element.getAttributeNames().filter((name) => /spacing|width|on$/.test(name)),
      };
    });
  const [usual, tight, slim, phones, desks] = await Promise.all(
    ['usual', 'tight', 'slim', 'phones', 'desks'].map(measure),
  );
  expect.assert(usual && tight && slim && phones && desks);
  expect(tight.space).toBeCloseTo(usual.space / 2, 1);
  expect(slim.space).toBe(usual.space);
  expect([usual.attributes, slim.attributes]).toEqual([[], ['data-width']]);
  if (width === 360) expect(slim.content).toBe(usual.content);
  else expect(slim.content).toBeLessThan(usual.content - 300);
  expect([phones.isShown, desks.isShown]).toEqual([width === 360, width === 1440]);
  expect(faultsOf(page)).toEqual([]);
  await page.close();
});
