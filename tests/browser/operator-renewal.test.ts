import type { Browser, Page, Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { workerBrowser } from './support/worker-browser.ts';
import { startJourneyTestSite, type OperatorTestSite } from './support/operator-test-site.ts';
import { openPage } from './support/page-checks.ts';
import { expectSoundScreen } from './support/screen-faults.ts';

/** Matches the URL of a chunk by its module name. */
const codeOf = (module: string) => new RegExp(`/assets/${module}-[^/]*\\.js$`);

let browser: Browser;
let testSite: OperatorTestSite;
let page: Page;
/** Paths of all documents that the tab has loaded. */
let documents: string[];

beforeAll(async () => {
  [browser, testSite] = await Promise.all([workerBrowser(), startJourneyTestSite({ knowsCrm: false })]);
});
afterAll(async () => {
  await testSite?.stop();
});
beforeEach(async () => {
  const { site, operator } = testSite;
  page = await openPage(browser, `${site.url}/admin/settings/redirects`, {
    width: 1440,
    reducedMotion: true,
    cookie: operator.cookie,
  });
  await page.getByLabel('Old path').waitFor();
  documents = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents.push(new URL(request.url()).pathname);
  });
});
afterEach(() => page.close());

const gone = (route: Route) => route.fulfill({ status: 404, body: 'Not found' });

/** Returns a handler that answers only the first request with 404. It stays registered, so that no request is lost. */
function goneOnce() {
  let isFirst = true;
  return (route: Route) => {
    if (!isFirst) return route.continue();
    isFirst = false;
    return gone(route);
  };
}
const goToAudit = () => page.getByRole('link', { name: 'Audit' }).click();
const auditIsShown = () => page.getByRole('table', { name: 'Audit log' });
/** Returns the message of the error boundary. */
const fault = () => page.locator('main').getByRole('alert');

it('a tab with an old build loads the new one when it needs a chunk that no longer exists', async () => {
  await page.route(codeOf('audit'), goneOnce());
  await goToAudit();
  await auditIsShown().waitFor();
  expect(documents).toEqual(['/admin/settings/audit']);

  // The first reload succeeded, so the tab may reload again.
  await page.route(codeOf('account'), goneOnce());
  await page.getByRole('link', { name: 'Your account' }).click();
  await page.getByText('You are signed in as').waitFor();
  expect(documents).toEqual(['/admin/settings/audit', '/admin/account']);
});

it('reloads only once, then shows an error and keeps the navigation bar', async () => {
  await page.route(codeOf('audit'), gone);
  await goToAudit();
  await fault().getByText('This screen could not be loaded').waitFor();
  expect(documents).toEqual(['/admin/settings/audit']);
  await expectSoundScreen(page, 'screen-code-missing');

  await page.unrouteAll();
  await page.getByRole('button', { name: 'Reload' }).click();
  await auditIsShown().waitFor();
  expect(documents).toEqual(['/admin/settings/audit', '/admin/settings/audit']);
});

it('does not reload while the server is unreachable', async () => {
  await page.route('**/*', (route) => route.abort());
  await goToAudit();
  await fault().getByText('the connection broke').waitFor();
  expect(documents).toEqual([]);
  await page.unrouteAll();
  await page.getByRole('link', { name: 'Leads', exact: true }).click();
  await page.getByText('No leads yet').waitFor();
  expect(documents).toEqual([]);
});

it('a screen that fails keeps the navigation bar and does not reload by itself', async () => {
  // Simulates a bug in the screen.
  await page.addInitScript(() => {
    Object.defineProperty(Intl.DateTimeFormat.prototype, 'format', {
      get() {
        throw new Error('no dates');
      },
    });
  });
  await page.goto(`${testSite.site.url}/admin/settings/audit`);
  await fault().getByText('This screen failed').waitFor();
  await expectSoundScreen(page, 'screen-failed');
  await page.getByRole('link', { name: 'Redirects' }).click();
  await page.getByLabel('Old path').waitFor();
  expect(documents).toEqual(['/admin/settings/audit']);
});

it('a response that does not fit is an error of the screen, which can be tried again', async () => {
  await page.route('**/api/admin/overview*', (route) => route.fulfill({ json: {} }));
  await page.goto(`${testSite.site.url}/admin`);
  await fault().waitFor();
  await page.unrouteAll();
  await fault().getByRole('button', { name: 'Try again' }).click();
  await fault().waitFor({ state: 'detached' });
  expect(documents).toEqual(['/admin']);
});
