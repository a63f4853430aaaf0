import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { WordPressConnectionState } from '../../src/contracts/operators/wordpress-connection-calls.ts';
import { openDatabase } from '../../server/database/open-database.ts';
import { bootWordPress, type RunningWordPress } from '../../wordpress/boot-wordpress.ts';
import { axeViolations, horizontalOverflow } from '../browser/support/page-checks.ts';
import { startSite, type Site } from '../browser/support/start-site.ts';
import { closeContexts } from '../browser/support/worker-browser.ts';
import { PASSWORD, signIn, type OperatorClient } from '../server/sign-in.ts';
import { timeLimit } from '../setup/time-limits.ts';
import { signInBrowser } from './support/browser-editor.ts';
import { SETTINGS_SCREEN } from './support/connect-site.ts';
import { restClient, signIn as signInWordPress, type Rest } from './support/rest.ts';

/** The most clicks on the journey. Its time is printed: on an idle machine, it is less than three minutes. */
const MOST_CLICKS = 6;
/** Longer than the journey may take, so that its time is printed if it is too long. */
const FILLED_LIMIT = timeLimit(400_000);
const JOURNEY_LIMIT = timeLimit(600_000);
const PLUGIN = '/wp/v2/plugins/lintel/lintel';

let folder: string;
let wordpress: RunningWordPress;
let site: Site;
let operator: OperatorClient;
let admin: Rest;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'lintel-plugin-connect-'));
  const empty = path.join(folder, 'no-fixtures');
  await mkdir(empty);
  wordpress = await bootWordPress({ port: 0, site: path.join(folder, 'site'), fixtures: empty, quiet: true });
  const dataDir = path.join(folder, 'data');
  site = await startSite({ DATA_DIR: dataDir, CONTENT_MAX_AGE: '1' });
  const database = await openDatabase({ dataDir, databaseUrl: null }, pino({ level: 'silent' }));
  operator = await signIn({ url: site.url, database }).finally(() => database.close());
  const { username, password } = wordpress.admin;
  admin = restClient(wordpress.url, await signInWordPress(wordpress.url, username, password));
  ({ context, page } = await signInBrowser(wordpress.url, wordpress.admin));
  const [name = '', value = ''] = operator.cookie.split('=');
  await context.addCookies([{ name, value, url: site.url }]);
});
afterAll(async () => {
  await context?.close();
  await closeContexts();
  await wordpress?.stop();
  await site?.stop();
  await rm(folder, { recursive: true, force: true });
});

const state = async (): Promise<WordPressConnectionState> =>
  (await operator.fetch('/api/admin/wordpress')).json();
const headline = async () => /<h1[^>]*>(.*?)<\/h1>/s.exec(await (await fetch(site.url)).text())?.[1] ?? '';
const address = () => page.getByLabel('Address of the site', { exact: true }).first();

async function expectSound(name: string, tab: Page = page): Promise<void> {
  for (const width of [1440, 390]) {
    await tab.setViewportSize({ width, height: 900 });
    expect([name, width, await axeViolations(tab, { within: ['#wpbody-content'] })]).toEqual([
      name,
      width,
      [],
    ]);
    expect([name, width, await horizontalOverflow(tab)]).toEqual([name, width, []]);
  }
  await tab.setViewportSize({ width: 1440, height: 900 });
}

// The tests depend on each other and run in order.
test('an address without a site is refused with the reason, and stays in the form', async () => {
  await page.goto(wordpress.url + SETTINGS_SCREEN);
  await expectSound('before the connection');
  const other = createServer((_request, response) => response.end('<h1>Another site</h1>'));
  await once(other.listen(0, '127.0.0.1'), 'listening');
  const bound = other.address();
  const typed = `http://127.0.0.1:${typeof bound === 'object' ? bound?.port : ''}`;
  await address().fill(typed);
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await page.getByText(/is not a Lintel site/).waitFor();
  expect(await address().inputValue()).toBe(typed);
  other.close();
  await expectSound('a refused address');
  await address().fill('http://127.0.0.1:1');
  await address().press('Enter');
  await page.getByText(/does not answer at http:\/\/127.0.0.1:1/).waitFor();
});

test(
  'from the activation to the first changed headline: paste, connect, approve, fill, edit',
  { timeout: JOURNEY_LIMIT },
  async () => {
    let clicks = 0;
    await context.exposeBinding('countClick', () => (clicks += 1));
    await context.addInitScript(() => {
      // `detail` is 0 for the click that a key makes.
      const count = (event: MouseEvent) => {
        if (event.detail > 0) Reflect.get(window, 'countClick')();
      };
      addEventListener('click', count, true);
    });
    await admin.post(PLUGIN, { status: 'inactive' });
    await page.goto(`${wordpress.url}/wp-admin/plugins.php`);
    await page.getByRole('link', { name: 'Activate Lintel' }).click();
    clicks = 0;
    const began = performance.now();

    // The field gets the focus, so that nobody has to click it.
    await expect.poll(() => address().evaluate((input) => input === document.activeElement)).toBe(true);
    await page.keyboard.insertText(site.url);
    await page.getByRole('button', { name: 'Connect', exact: true }).click();

    await page.waitForURL(`${site.url}/admin/settings/wordpress#**`);
    await page.getByText(`WordPress at ${wordpress.url} asks to connect`).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Approve' }).click();

    await page.waitForURL(/lintel-site-settings&tab=connection/);
    expect(await state()).toMatchObject({
      source: 'embedded',
      connection: { site: wordpress.url, username: wordpress.admin.username, hasSecret: true, inUse: false },
    });
    const choiceMs = performance.now() - began;
    await expectSound('connected');
    const checkedMs = performance.now() - began - choiceMs;
    await page.getByRole('button', { name: 'Fill this WordPress with the site’s pages' }).click();
    await page.getByRole('progressbar').waitFor();
    await page.getByText(/^Step \d+ of \d+: /).waitFor();

    const edit = page.getByRole('link', { name: 'Edit the headline of the front page' });
    await edit.waitFor({ timeout: FILLED_LIMIT });
    expect(await edit.getAttribute('href')).toContain('#lintel-hero_title');
    await edit.click();
    const field = page.locator('#lintel-hero_title');
    await field.waitFor({ state: 'attached' });
    await page.waitForFunction(`window.wp?.data?.select('core/edit-post')?.hasMetaBoxes()`);
    const welcome = page.getByRole('button', { name: 'Close', exact: true });
    if (await welcome.isVisible()) await welcome.click();
    // The link leads to the field.
    await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true);
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.insertText('Written in the first three minutes');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect.poll(headline, { interval: 100 }).toBe('Written in the first three minutes');
    const tookMs = performance.now() - began - checkedMs;
    process.stdout.write(
      `From the activation to the first changed headline: ${Math.round(tookMs / 1000)} s, ${clicks} clicks.\n`,
    );
    expect(clicks).toBeLessThanOrEqual(MOST_CLICKS);
  },
);

test('afterwards the connection is the last tab, small and sound; the test of the connection works', async () => {
  await page.goto(wordpress.url + SETTINGS_SCREEN);
  expect(await page.locator('.nav-tab').allTextContents()).toEqual([
    'Identity',
    'Contact',
    'Search engines',
    'Checks',
    'Connection',
  ]);
  await page.getByRole('link', { name: 'Connection', exact: true }).click();
  await page.getByRole('button', { name: 'Test the connection' }).click();
  await page.getByText(/^The connection works: the site answered after/).waitFor();
  await expectSound('the site shows this WordPress');
});

test('the screens of themes say that visitors do not see them', async () => {
  await page.goto(`${wordpress.url}/wp-admin/themes.php`);
  expect(await page.locator('.lintel-theme-notice').textContent()).toContain(`They see ${site.url}`);
  expect(await axeViolations(page, { within: ['.lintel-theme-notice'] })).toEqual([]);
});

test('a token that the plugin did not make gets nothing, and changes nothing', async () => {
  const { connection } = await state();
  const exchange = (token: string) =>
    fetch(`${wordpress.url}/?rest_route=/lintel/v1/connection/exchange`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token, secret: 's'.repeat(48) }),
    });
  const wrong = await exchange('x'.repeat(48));
  expect([wrong.status, await wrong.text()]).toEqual([403, expect.stringContaining('does not know')]);
  const approve = await operator.send('POST', '/api/admin/wordpress/approve', {
    address: wordpress.url,
    token: 'x'.repeat(48),
  });
  expect([approve.status, await approve.text()]).toEqual([409, expect.stringContaining('does not know')]);
  expect((await state()).connection).toEqual(connection);
});

test('disconnecting there ends it on both sides, and leaves no password', async () => {
  await page.goto(`${wordpress.url}${SETTINGS_SCREEN}&tab=connection`);
  await page.locator('summary', { hasText: 'Disconnect' }).click();
  await page.getByRole('button', { name: 'Disconnect from the site' }).click();
  await address().waitFor();
  expect(await state()).toMatchObject({ connection: null });
  expect(await admin.get('/wp/v2/users/me/application-passwords')).toEqual([]);
  const audit = await (await operator.fetch('/api/admin/audit')).text();
  expect(audit).toContain('in WordPress');
  await expect.poll(async () => (await state()).source).toBe('embedded');
});

test('an operator who is not signed in yet signs in first, and still sees the request', async () => {
  await page.goto(`${wordpress.url}${SETTINGS_SCREEN}&tab=connection`);
  await context.clearCookies({ name: operator.cookie.split('=')[0] ?? '' });
  await address().fill(site.url);
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await page.waitForURL(/\/sign-in\?to=/);
  await page.getByLabel('E-mail address').fill(operator.operator.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('button', { name: 'Not now' }).waitFor();
  const asked = page.url();
  await page.getByRole('button', { name: 'Not now' }).click();
  await page.getByText('Nothing was connected.').waitFor();
  expect(new URL(page.url()).hash).toBe('');
  expect((await state()).connection).toBeNull();

  // It was declined, not used up. After the approval it is, too.
  const token = new URLSearchParams(new URL(asked).hash.slice(1)).get('token');
  const approve = () =>
    operator.send('POST', '/api/admin/wordpress/approve', { address: wordpress.url, token });
  const approved = await approve();
  expect([approved.status, await approved.json()]).toEqual([
    200,
    { url: `${wordpress.url}/wp-admin/options-general.php?page=lintel-site-settings&tab=connection` },
  ]);
  expect((await approve()).status).toBe(409);
  await page.goto(`${wordpress.url}${SETTINGS_SCREEN}&tab=connection`);
  await page.getByRole('button', { name: 'Show this WordPress on the site' }).click();
  await page.getByText('The site shows this WordPress.').first().waitFor();
  await expect.poll(async () => (await state()).source).toBe('connection');
});
