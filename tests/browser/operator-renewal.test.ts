import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page, Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { launchBrowser } from './support/launch-browser.ts';
import { startHouse, type OperatorsHouse } from './support/operators-house.ts';
import { openPage } from './support/page-checks.ts';
import { inColors, screenFaults } from './support/screen-faults.ts';

// A loaded machine takes its time.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

/** The code of a screen, by the name its module has in the build. */
const codeOf = (module: string) => new RegExp(`/assets/${module}-[^/]*\\.js$`);

let browser: Browser;
let house: OperatorsHouse;
let page: Page;
/** Paths of the documents the tab loaded. */
let documents: string[];

beforeAll(async () => {
  [browser, house] = await Promise.all([launchBrowser(), startHouse({ knowsCrm: false })]);
});
afterAll(async () => {
  await browser?.close();
  await house?.stop();
});
beforeEach(async () => {
  const { site, operator } = house;
  page = await openPage(browser, `${site.url}/admin/redirects`, {
    width: 1440,
    reducedMotion: true,
    cookie: operator.cookie,
  });
  page.setDefaultTimeout(30_000);
  await page.getByLabel('Old path').waitFor();
  documents = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents.push(new URL(request.url()).pathname);
  });
});
afterEach(() => page.close());

const gone = (route: Route) => route.fulfill({ status: 404, body: 'Not found' });
const goToAudit = () => page.getByRole('link', { name: 'Audit' }).click();
const auditIsShown = () => page.getByRole('table', { name: 'Audit log' });
/** What the boundary says. */
const fault = () => page.locator('main').getByRole('alert');

/** Throws unless the failed screen is sound, on a phone too. Takes pictures where SCREENSHOTS names a folder. */
async function expectSound(name: string): Promise<void> {
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect([name, width, await screenFaults(page)]).toEqual([name, width, []]);
    const folder = process.env['SCREENSHOTS'];
    if (!folder) continue;
    await mkdir(folder, { recursive: true });
    for (const colors of ['dark', 'light'] as const) {
      await inColors(page, colors);
      await page.screenshot({ path: join(folder, `${name}-${width}-${colors}.png`) });
    }
  }
}

it('a tab that is older than the build loads the new one when it needs code that is gone', async () => {
  await page.route(codeOf('audit'), gone, { times: 1 });
  await goToAudit();
  await auditIsShown().waitFor();
  expect(documents).toEqual(['/admin/audit']);

  // And the next time again, for the reload helped.
  await page.route(codeOf('account'), gone, { times: 1 });
  await page.getByRole('link', { name: 'Your account' }).click();
  await page.getByText('You are signed in as').waitFor();
  expect(documents).toEqual(['/admin/audit', '/admin/account']);
});

it('reloads once, and then says so and leaves the bar', async () => {
  await page.route(codeOf('audit'), gone);
  await goToAudit();
  await fault().getByText('This screen could not be loaded').waitFor();
  expect(documents).toEqual(['/admin/audit']);
  await expectSound('screen-code-missing');

  await page.unrouteAll();
  await page.getByRole('button', { name: 'Reload' }).click();
  await auditIsShown().waitFor();
  expect(documents).toEqual(['/admin/audit', '/admin/audit']);
});

it('does not leave for a server that is not there', async () => {
  await page.route('**/*', (route) => route.abort());
  await goToAudit();
  await fault().getByText('the connection broke').waitFor();
  expect(documents).toEqual([]);
  await page.unrouteAll();
  await page.getByRole('link', { name: 'Leads', exact: true }).click();
  await page.getByText('No leads yet').waitFor();
  expect(documents).toEqual([]);
});

it('a screen that fails leaves the bar, and does not reload by itself', async () => {
  // No server of ours says this: it stands for a fault of ours.
  await page.route('**/api/admin/overview*', (route) => route.fulfill({ json: {} }));
  await page.goto(`${house.site.url}/admin`);
  await fault().getByText('This screen failed').waitFor();
  await expectSound('screen-failed');
  await page.getByRole('link', { name: 'Redirects' }).click();
  await page.getByLabel('Old path').waitFor();
  expect(documents).toEqual(['/admin']);
});
