import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { screens, type ScreenPath } from '../../src/operator/screen-list.ts';
import { furnishHouse, keptByBrowser, type Furniture } from './support/furnish-house.ts';
import { launchBrowser } from './support/launch-browser.ts';
import { startHouse, type OperatorsHouse } from './support/operators-house.ts';
import { faultsOf, openPage } from './support/page-checks.ts';
import { inColors, screenFaults, untilSettled } from './support/screen-faults.ts';

/*
 * Every screen of the list, so that a new one cannot be forgotten: as it is, with each of its tabs and dialogs, while
 * it loads, where its API fails, and where there is nothing yet; on a phone and on a desk, light and dark.
 */

type Screen = (typeof screens)[number];

/** What stands behind a screen's path to see all it can say. Without an entry: the path alone. */
const queries: Partial<Record<ScreenPath, readonly string[]>> = {
  '/admin': ['', '?days=90'],
  '/admin/leads': ['', '?q=nobody+of+this+name', '?delivery=attention'],
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
let house: OperatorsHouse;
let bare: OperatorsHouse;
let furniture: Furniture;
/** What was looked at, by width and words. */
const seen = new Set<string>();

beforeAll(async () => {
  [browser, house, bare] = await Promise.all([
    launchBrowser(),
    startHouse({ knowsCrm: true }),
    startHouse({ knowsCrm: false }),
  ]);
  furniture = await furnishHouse(house);
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await house?.stop();
  await bare?.stop();
});

describe.concurrent.each([360, 1440])('at %i px', { timeout: 180_000 }, (width) => {
  it.for(screens)('$path is sound, its tabs and its dialogs too', async (screen, { expect }) => {
    const { page, look, faults } = await openHouse(house, screen, width);
    for (const address of addressesOf(screen)) {
      await page.goto(house.site.url + address);
      await untilSettled(page);
      await look(address);
      await lookAtDialogs(page, address, look);
      for (const tab of await page.getByRole('tab', { selected: false }).all()) {
        const state = `${address} ${await tab.innerText()}`;
        await tab.click();
        await untilSettled(page);
        await look(state);
        await lookAtDialogs(page, state, look);
      }
    }
    expect(faults).toEqual([]);
    await page.close();
  });

  it.for(screens)('$path is sound while it loads and where its API fails', async (screen, { expect }) => {
    const { page, look, faults } = await openHouse(house, screen, width, ' 500');
    const [address = ''] = addressesOf(screen);
    const asked = new Set<string>();
    let fail = () => {};
    const failing = new Promise<void>((resolve) => (fail = resolve));
    await page.route(/\/api\/(?!admin\/live)/, async (route) => {
      asked.add(new URL(route.request().url()).pathname);
      await failing;
      await route.fulfill({ status: 500, json: { error: 'The database does not answer. Start it again.' } });
    });
    await page.goto(house.site.url + address);
    await page.locator('main h1').waitFor();
    // Its own code is there, and has asked what it asks.
    await page.locator('main > h1 + :not(p[role="status"])').waitFor();
    await look(`${address} loading`);
    fail();
    // The bar asks who is there on every screen; the account has nothing else to ask.
    asked.delete('/api/operators/session');
    if (asked.size > 0 || screen.path === '/admin/account') {
      const retry = page.getByRole('alert').getByRole('button', { name: 'Try again' });
      await retry.first().waitFor();
      await look(`${address} failing`);
      await page.unrouteAll();
      // A screen that asks for several things can say of each that it failed.
      for (const button of (await retry.all()).toReversed()) await button.click();
      await expect.poll(() => retry.count(), { timeout: 30_000 }).toBe(0);
    }
    expect(faults).toEqual([]);
    await page.close();
  });

  it.for(screens)('$path is sound where there is nothing yet', async (screen, { expect }) => {
    const { page, look, faults } = await openHouse(bare, screen, width, ' 404');
    const address = screen.path.replace(':id', 'nobody');
    await page.goto(bare.site.url + address);
    await untilSettled(page);
    await look(`${address} empty`);
    expect(faults).toEqual([]);
    await page.close();
  });
});

/** The addresses at which a screen is looked at. Throws where it cannot tell what a parameter stands for. */
function addressesOf({ path }: Screen): string[] {
  const paths = path.includes(':') ? addressesOfParameter(path) : [path];
  return paths.flatMap((each) => (queries[path] ?? ['']).map((query) => each + query));
}

function addressesOfParameter(path: string): string[] {
  if (path === '/admin/leads/:id') return Object.values(furniture).map((id) => `/admin/leads/${id}`);
  throw new Error(`Name what to open of ${path} here: every screen is looked at.`);
}

/** A page for a screen, open ones without signing in, that collects what is wrong with what it is shown. */
async function openHouse({ site, operator }: OperatorsHouse, screen: Screen, width: number, meant = '\0') {
  const page = await openPage(browser, `${site.url}/robots.txt`, {
    width,
    reducedMotion: true,
    ...('open' in screen ? {} : { cookie: operator.cookie }),
  });
  page.setDefaultTimeout(30_000);
  if (site === house.site) await page.addInitScript(keptByBrowser);
  const faults: string[] = [];
  let known = 0;
  const look = async (state: string) => {
    const met = faultsOf(page).slice(known);
    known += met.length;
    // Where nothing is to be loaded, a screen is the same while it loads and where there is nothing.
    const words = `${width} ${screen.path} ${await page.locator('body').innerText()}`;
    const isNew = !seen.has(words);
    seen.add(words);
    const wrong = isNew ? [...met, ...(await screenFaults(page))] : met;
    // A one-time link that is none is refused, and the screen says so.
    const refused = state.includes('#not-a-link') ? ' 410' : meant;
    faults.push(
      ...wrong.filter((fault) => !fault.endsWith(refused)).map((fault) => `${state} at ${width}: ${fault}`),
    );
    if (isNew) await shoot(page, `${state} ${width}`);
  };
  return { page, look, faults };
}

/** Opens each kind of dialog that the screen offers, once, and takes it back. */
async function lookAtDialogs(page: Page, state: string, look: (state: string) => Promise<void>) {
  const openers = page.locator('main button[aria-haspopup="dialog"]:enabled');
  const names = await openers.evaluateAll((buttons) => buttons.map((button) => button.textContent));
  for (const name of new Set(names)) {
    await openers
      .getByText(name, { exact: true })
      .or(openers.filter({ hasText: name }))
      .first()
      .click();
    const dialog = page.locator('dialog[open]');
    await dialog.waitFor();
    await look(`${state} ${name}…`);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  }
}

/** With SCREENSHOTS naming a folder, every state is kept there to be looked at. */
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
