import { rm } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { DATABASE_FILE } from '../../server/database/engines/open-sqlite.ts';
import * as act from './support/operator-acts.ts';
import { startOperatorSite, type OperatorSite } from './support/operator-test-site.ts';
import { openPage } from './support/page-checks.ts';
import { expectSoundScreen } from './support/screen-faults.ts';
import { workerBrowser } from './support/worker-browser.ts';

/* The screen of the redirects, with none of them and with many. */

let browser: Browser;
let testSite: OperatorSite;
let page: Page;

beforeAll(async () => {
  [browser, testSite] = await Promise.all([workerBrowser(), startOperatorSite({})]);
});
afterAll(async () => {
  await testSite?.site.stop();
  if (testSite) await rm(testSite.folder, { recursive: true, force: true });
});
beforeEach(async () => {
  page = await openPage(browser, `${testSite.site.url}/admin/settings/redirects`, {
    width: 1440,
    reducedMotion: true,
    cookie: testSite.operator.cookie,
  });
  await page.getByLabel('Old path').waitFor();
});
afterEach(() => page.close());

const START = Date.UTC(2026, 10, 1);

/** Stores redirects of `/old-1`, `/old-2` and so on. The last is the newest. */
function store(count: number): void {
  const database = new DatabaseSync(path.join(testSite.folder, DATABASE_FILE), { timeout: 5000 });
  const add = database.prepare('insert into redirects values (?, ?, ?, ?)');
  database.exec('begin; delete from redirects');
  for (let at = 1; at <= count; at += 1)
    add.run(`/old-${at}`, `/new-${at}`, 'Olive Operator', START + at * 60_000);
  database.exec('commit');
  database.close();
}

const table = () => page.getByRole('table', { name: 'Your redirects' });
const rows = () => table().getByRole('row');
const shows = (text: string) => page.getByRole('status').getByText(text, { exact: true }).waitFor();

it('has a first redirect, added and removed with the keyboard', async () => {
  await page.getByText('No redirects of your own yet').waitFor();
  await expectSoundScreen(page, 'redirects-none');
  await page.getByLabel('Old path').focus();
  await page.keyboard.type('/open-house');
  await page.keyboard.press('Tab');
  await page.keyboard.type('/contact');
  await page.keyboard.press('Enter');
  await act.toast(page, 'Redirect added');
  await shows('1 redirect');
  expect(await page.getByLabel('Old path').evaluate((field) => field === document.activeElement)).toBe(true);
  await expectSoundScreen(page, 'redirects-one');
  await page.getByRole('button', { name: 'Remove the redirect of /open-house' }).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).press('Enter');
  await page.getByText('No redirects of your own yet').waitFor();
});

it('has pages, and a search that the address keeps', async () => {
  store(250);
  await page.reload();
  await shows('250 redirects');
  // One row is the header.
  expect(await rows().count()).toBe(101);
  const next = page.getByRole('link', { name: 'Next' });
  await next.press('Enter');
  await table().getByText('/old-150', { exact: true }).waitFor();
  await next.click();
  await table().getByText('/old-1', { exact: true }).waitFor();
  expect(await rows().count()).toBe(51);
  await page.getByRole('link', { name: 'Previous' }).click();
  await table().getByText('/old-150', { exact: true }).waitFor();

  const search = page.getByRole('searchbox', { name: 'Search' });
  await search.fill('new-24');
  await shows('11 redirects found');
  expect(page.url()).toMatch(/\/redirects\?q=new-24$/);
  await expectSoundScreen(page, 'redirects-found');
  await page.reload();
  await shows('11 redirects found');
  await search.fill('nothing like it');
  await page.getByText('No redirect matches').waitFor();
  await expectSoundScreen(page, 'redirects-none-found');

  // What was added is shown, whatever was searched before.
  await page.getByLabel('Old path').fill('/fresh');
  await page.getByLabel('Leads to').fill('/contact');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await shows('251 redirects');
  await table().getByText('/fresh', { exact: true }).waitFor();
  expect(await search.inputValue()).toBe('');
});

it('says while it loads, and if it cannot load', async () => {
  const answered = Promise.withResolvers<void>();
  await page.route('**/api/admin/redirects', async (route) => {
    await answered.promise;
    await route.fulfill({ status: 503, json: { error: 'The database does not answer. Try again.' } });
  });
  await page.reload();
  await page.getByText('Loading redirects…').waitFor();
  await expectSoundScreen(page, 'redirects-loading');
  answered.resolve();
  await page.getByRole('alert').getByText('The database does not answer. Try again.').waitFor();
  await expectSoundScreen(page, 'redirects-failed');
  await page.unroute('**/api/admin/redirects');
  await page.getByRole('button', { name: 'Try again' }).click();
  await table().waitFor();
  expect(await page.getByText('Failed to load redirects').count()).toBe(0);
});
