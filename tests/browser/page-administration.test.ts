import { rm } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { startFakeSite, type FakeSite } from '../server/support/fake-site.ts';
import { startOperatorSite, type OperatorSite } from './support/operator-test-site.ts';
import { axeViolations, faultsOf, openPage } from './support/page-checks.ts';
import { workerBrowser } from './support/worker-browser.ts';

let browser: Browser;
let wordpress: FakeSite;
let site: OperatorSite;
let page: Page | undefined;

beforeAll(async () => {
  [browser, wordpress] = await Promise.all([workerBrowser(), startFakeSite()]);
  wordpress.add('pages', {
    id: 7,
    slug: 'open-house',
    title: { rendered: 'Open house', raw: 'Open house' },
    acf: {
      page_layout: JSON.stringify([
        { block: 'hero', key: 'hero' },
        { block: 'prose', key: 'text' },
      ]),
      hero_title: 'Come in on Sunday',
      text_title: 'About the house',
    },
  });
  site = await startOperatorSite(wordpress.env);
});
afterEach(async () => {
  const faults = page ? [...faultsOf(page)] : [];
  await page?.close();
  page = undefined;
  if (faults.length > 0) throw new Error(faults.join('\n'));
});
afterAll(async () => {
  await site?.site.stop();
  await wordpress?.stop();
  if (site) await rm(site.folder, { recursive: true, force: true });
});

async function open(path: string, width = 1440): Promise<Page> {
  page = await openPage(browser, site.site.url + path, {
    width,
    reducedMotion: true,
    cookie: site.operator.cookie,
  });
  return page;
}

const canvas = (builder: Page) => builder.frameLocator('iframe').first();

it('creates a page from a template, and opens it in the builder', async () => {
  const list = await open('/admin/pages', 360);
  await list.getByRole('button', { name: 'New page' }).press('Enter');
  const dialog = list.getByRole('dialog', { name: 'New page' });
  await expect
    .poll(() => dialog.getByLabel('Title').evaluate((field) => field === document.activeElement))
    .toBe(true);
  await dialog.getByLabel('Title').fill('Open House');
  await dialog.getByText('The page “Open house” has this address').waitFor();
  expect(await dialog.getByRole('button', { name: 'Create page' }).isDisabled()).toBe(true);
  await dialog.getByLabel('Title').fill('Living in Ankeny');
  await dialog.getByText('/living-in-ankeny').waitFor();
  await dialog.getByRole('radio', { name: 'Neighborhood guide' }).check();
  expect(await axeViolations(list)).toEqual([]);
  await dialog.getByRole('button', { name: 'Create page' }).press('Enter');
  await list.waitForURL('**/admin/pages/living-in-ankeny');
  await canvas(list).getByRole('heading', { level: 1, name: 'Living in Ankeny' }).waitFor();
});

it('moves a page, and says before that its old address redirects', async () => {
  const builder = await open('/admin/pages/open-house');
  await canvas(builder).getByRole('heading', { level: 1, name: 'Come in on Sunday' }).waitFor();
  await builder.getByRole('button', { name: 'Page settings' }).press('Enter');
  const dialog = builder.getByRole('dialog', { name: 'Page settings' });
  await dialog.getByLabel('Last part of the address').fill('open-day');
  await dialog.getByText('redirected to the new address').waitFor();
  await dialog.getByText('/open-day').waitFor();
  expect(await axeViolations(builder, { within: ['dialog[open]'] })).toEqual([]);
  await dialog.getByLabel('Title in search results').fill('An open day in Ankeny');
  await dialog.getByRole('button', { name: 'Save settings' }).press('Enter');
  await builder.waitForURL('**/admin/pages/open-day');
  await canvas(builder).getByRole('heading', { level: 1, name: 'Come in on Sunday' }).waitFor();
  const visit = await fetch(`${site.site.url}/open-house`, { redirect: 'manual' });
  expect([visit.status, visit.headers.get('location')]).toEqual([301, '/open-day']);
});
