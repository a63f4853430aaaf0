import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operatorScreens as all, type ScreenPath } from '../../src/contracts/operators/operator-screens.ts';
import { seedOperatorSite, keptByBrowser, type SeededLeads } from './support/seed-operator-site.ts';
import { workerBrowser } from './support/worker-browser.ts';
import { startJourneyTestSite, type OperatorTestSite } from './support/operator-test-site.ts';
import { faultsOf, openPage, openTab } from './support/page-checks.ts';
import { inColors, layoutFaults, screenFaults, untilSettled } from './support/screen-faults.ts';

/*
 * Tests all screens in the list, so that no new screen is missed. Each is checked with its tabs and dialogs, while it
 * loads, when its API fails, and without data. Accessibility is checked at the width of a phone. The wide screen shows
 * the same elements, so only what depends on the width is checked there, in the same tab.
 */

/** The page builder fills the window with Puck's own screen, which builder.test.ts tests. */
const screens = all.filter((screen) => !('whole' in screen));
type Screen = (typeof all)[number];

/** Query strings and fragments that lead to the states of a screen. A screen without an entry has only one state. */
const queries: Partial<Record<ScreenPath, readonly string[]>> = {
  '/admin/leads': ['', '?q=nobody+of+this+name', '?status=quarantined'],
  '/admin/blocks': ['', '?q=nothing+of+this+name'],
  '/admin/blocks/:id': ['', '?content=empty', '?content=invalid&width=1440&colors=dark'],
  '/admin/results': ['', '?days=90'],
  '/oauth/success': [
    '',
    '?locationId=abc123',
    '?error=access_denied',
    '?locationId=abc123&wanted=def456&leadsTo=def456&leads=reconnect',
    '?locationId=abc123&missing=2&leadsTo=def456&leads=unconnected',
    '?locationId=abc123&leadsTo=def456&leads=elsewhere',
  ],
  '/oauth/error': ['', '?reason=The+state+was+used+already.+Start+again.'],
  '/sign-in/link': ['', '#not-a-link'],
};

let browser: Browser;
let testSite: OperatorTestSite;
let seeded: SeededLeads | undefined;
/** The states that were already checked, each as text: whether there is data, the path, and the visible text. */
const seen = new Set<string>();
/** The dialogs that were already checked, each as the screen, the tab and the label of the button. */
const opened = new Set<string>();
/** Tabs of the signed-in operator that no test uses at the moment. Opening one takes longer than most checks. */
const tabs: Page[] = [];

beforeAll(async () => {
  [browser, testSite] = await Promise.all([workerBrowser(), startJourneyTestSite({ knowsCrm: true })]);
});
afterAll(async () => {
  await testSite?.stop();
});

const [PHONE, WIDE] = [360, 1440];
const HEIGHT = 900;

// Only tests within one group run concurrently, so all of these run before the site has data.
describe('without data', () => {
  it.concurrent.for(screens)('$path has no faults', async (screen, { expect }) => {
    const { page, look, faults, leave } = await visit(screen, 'empty', ' 404');
    const address = screen.path.replace(':id', 'nobody');
    await openScreen(page, screen, address);
    await look(`${address} empty`);
    expect(faults).toEqual([]);
    await leave();
  });
});

describe('with data', () => {
  beforeAll(async () => {
    seeded = await seedOperatorSite(testSite);
    // New tabs will have leads in their storage.
    await Promise.all(tabs.splice(0).map((tab) => tab.close()));
  });

  it.concurrent.for(screens)(
    '$path has no faults, including its tabs and dialogs',
    async (screen, { expect }) => {
      const { page, look, faults, leave } = await visit(screen, 'with data');
      for (const [index, address] of addressesOf(screen).entries()) {
        if (index === 0) await openScreen(page, screen, address);
        else {
          await page.goto(testSite.site.url + address);
          await untilSettled(page);
        }
        await look(address);
        await lookAtDialogs(page, screen.path, look);
        for (const tab of await page.getByRole('tab', { selected: false }).all()) {
          const label = await tab.innerText();
          await tab.click();
          await untilSettled(page);
          await look(`${address} ${label}`);
          await lookAtDialogs(page, `${screen.path} ${label}`, look);
        }
      }
      expect(faults).toEqual([]);
      await leave();
    },
  );

  it.concurrent.for(screens)(
    '$path has no faults while it loads and when its API fails',
    async (screen, { expect }) => {
      const { page, look, faults, leave } = await visit(screen, 'without API', ' 500');
      // The tab may still show the screen of another test, whose requests must not be counted.
      await page.goto(`${testSite.site.url}/robots.txt`);
      const [address = ''] = addressesOf(screen);
      const asked = new Set<string>();
      let fail = () => {};
      const failing = new Promise<void>((resolve) => (fail = resolve));
      await page.route(/\/api\/(?!admin\/live)/, async (route) => {
        asked.add(new URL(route.request().url()).pathname);
        await failing;
        await route.fulfill({
          status: 500,
          json: { error: 'The database does not answer. Start it again.' },
        });
      });
      await page.goto(testSite.site.url + address);
      await page.locator('main h1').waitFor();
      // Wait until the screen's code has loaded and sent its requests.
      await page.locator('main > h1 + :not(p[role="status"])').waitFor();
      await look(`${address} loading`);
      fail();
      // The navigation bar requests the session on every screen, and the account screen requests nothing else.
      asked.delete('/api/operators/session');
      const fails = asked.size > 0 || screen.path === '/admin/account';
      const retry = page.getByRole('alert').getByRole('button', { name: 'Try again' });
      if (fails) {
        await retry.first().waitFor();
        await look(`${address} failing`);
      }
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      if (fails) {
        // A screen with several requests can show several errors, one after the other.
        const retryAll = async () => {
          for (const button of (await retry.all()).toReversed()) {
            await button.click({ timeout: 1000 }).catch(() => {});
          }
          return retry.count();
        };
        await expect.poll(retryAll).toBe(0);
      }
      expect(faults).toEqual([]);
      await leave();
    },
  );
});

it('a block of the catalogue is live at each width and in both color schemes, and sends nothing', async () => {
  const { site, operator } = testSite;
  const page = await openPage(browser, `${site.url}/admin/blocks?q=contact+form`, {
    width: 1440,
    cookie: operator.cookie,
  });
  await page.getByRole('cell', { name: 'Contact form', exact: true }).getByRole('link').press('Enter');
  const frame = page.frameLocator('iframe');
  await frame.getByRole('heading', { level: 1 }).waitFor();
  const look = () =>
    frame.locator('body').evaluate((body) => ({
      width: body.ownerDocument.documentElement.clientWidth,
      paper: getComputedStyle(body).backgroundColor,
    }));
  const before = await look();
  await page.getByRole('button', { name: '360 px' }).press('Enter');
  await page.getByRole('button', { name: 'Dark' }).press('Enter');
  await expect.poll(async () => (await look()).width).toBe(360);
  expect(before.width).toBe(1440);
  await expect.poll(async () => (await look()).paper).not.toBe(before.paper);

  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(request.url());
  });
  await frame
    .getByLabel(/e-?mail/i)
    .first()
    .fill('tess@example.com');
  await frame.locator('form button[type="submit"]').first().click();
  await page.getByRole('button', { name: 'Invalid' }).press('Enter');
  await page.getByRole('heading', { name: 'What an editor is told' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/admin/blocks/contact-form');
  expect(sent).toEqual([]);
  expect(faultsOf(page)).toEqual([]);
  await page.close();
});

/** Returns the addresses at which to check a screen. Throws if the screen has an unknown path parameter. */
function addressesOf({ path }: Screen): string[] {
  const paths = path.includes(':') ? addressesOfParameter(path) : [path];
  return paths.flatMap((each) => (queries[path] ?? ['']).map((query) => each + query));
}

function addressesOfParameter(path: string): string[] {
  if (path === '/admin/leads/:id') return Object.values(seeded ?? {}).map((id) => `/admin/leads/${id}`);
  if (path === '/admin/blocks/:id') return ['/admin/blocks/hero'];
  throw new Error(`Name what to open of ${path} here: every screen is looked at.`);
}

/**
 * Opens a screen. In a tab that shows another screen, it navigates without a page load, as a link does. The tests without
 * API load every screen.
 */
async function openScreen(page: Page, { title }: Screen, address: string): Promise<void> {
  const url = testSite.site.url + address;
  if (page.url().startsWith(testSite.site.url)) {
    await page.evaluate((to) => {
      history.pushState(null, '', to);
      dispatchEvent(new PopStateEvent('popstate'));
    }, url);
  } else await page.goto(url);
  await page.waitForFunction((start) => document.title.startsWith(start), `${title} | `);
  await untilSettled(page);
}

/**
 * Screens with data are checked completely. Empty screens are checked in light colors on a phone. While loading and
 * when the API fails, all screens show the same two elements, so axe checks only one screen.
 */
type State = 'with data' | 'empty' | 'without API';
const CHECKED_WITHOUT_API: ScreenPath = '/admin/leads';

/**
 * Takes a tab for a screen, with a session unless the screen is public. `look` collects the faults of a state, except
 * those that end with `meant`. With `within`, axe checks only that element. `leave` frees the tab for another test.
 */
async function visit(screen: Screen, state: State, meant = '\0') {
  const { site, operator } = testSite;
  const isPublic = 'open' in screen;
  let page = isPublic ? undefined : tabs.pop();
  if (!page) {
    page = await openTab(browser, site.url, {
      width: PHONE,
      height: HEIGHT,
      reducedMotion: true,
      ...(isPublic ? {} : { cookie: operator.cookie }),
    });
    if (seeded) await page.addInitScript(keptByBrowser);
  }
  const tab = page;
  const faults: string[] = [];
  let known = faultsOf(tab).length;
  const look = async (name: string, within?: string) => {
    const found = faultsOf(tab).slice(known);
    known += found.length;
    // A screen that requests no data looks the same in several states and is checked only once.
    const words = `${state === 'with data'} ${screen.path} ${await tab.locator('body').innerText()}`;
    if (!seen.has(words)) {
      seen.add(words);
      const runsAxe = state !== 'without API' || screen.path === CHECKED_WITHOUT_API;
      found.push(
        ...(runsAxe
          ? await screenFaults(tab, { dark: state === 'with data', within })
          : await layoutFaults(tab)),
      );
      await shoot(tab, `${name} ${PHONE}`);
      if (state === 'with data') {
        await tab.setViewportSize({ width: WIDE, height: HEIGHT });
        found.push(...(await layoutFaults(tab)).map((fault) => `at ${WIDE}: ${fault}`));
        await shoot(tab, `${name} ${WIDE}`);
        await tab.setViewportSize({ width: PHONE, height: HEIGHT });
      }
    }
    // The server rejects an invalid one-time link with 410, as intended.
    const refused = name.includes('#not-a-link') ? ' 410' : meant;
    faults.push(...found.filter((fault) => !fault.endsWith(refused)).map((fault) => `${name}: ${fault}`));
  };
  const leave = async () => {
    if (isPublic) await tab.close();
    else tabs.push(tab);
  };
  return { page: tab, look, faults, leave };
}

/**
 * Opens, checks and cancels each kind of dialog on a screen or tab. A dialog that appears at several URLs is checked
 * once.
 */
async function lookAtDialogs(
  page: Page,
  place: string,
  look: (state: string, within: string) => Promise<void>,
) {
  const openers = page.locator('main button[aria-haspopup="dialog"]:enabled:not([aria-disabled="true"])');
  const names = await openers.evaluateAll((buttons) => buttons.map((button) => button.textContent));
  for (const name of new Set(names)) {
    if (opened.has(`${place} ${name}`)) continue;
    opened.add(`${place} ${name}`);
    await openers
      .getByText(name, { exact: true })
      .or(openers.filter({ hasText: name }))
      .first()
      .click();
    const dialog = page.locator('dialog[open]');
    await dialog.waitFor();
    await look(`${place} ${name}…`, 'dialog[open]');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  }
}

/** Saves screenshots of a state in both color schemes if SCREENSHOTS names a folder. */
async function shoot(page: Page, name: string): Promise<void> {
  const folder = process.env['SCREENSHOTS'];
  if (!folder) return;
  await mkdir(folder, { recursive: true });
  for (const colorScheme of ['dark', 'light'] as const) {
    await inColors(page, colorScheme);
    const file = `${name.replaceAll(/[^a-z0-9]+/gi, '-')}-${colorScheme}.png`;
    await page.screenshot({ path: join(folder, file), fullPage: !name.includes('…') });
  }
}
