import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Secret, TOTP } from 'otpauth';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { CONDITION_LIMIT } from '../setup/time-limits.ts';
import { workerBrowser } from './support/worker-browser.ts';
import { axeViolations, faultsOf, horizontalOverflow, openPage } from './support/page-checks.ts';
import { startSite, type Site } from './support/start-site.ts';

const EMAIL = 'olive@example.com';
let password = 'seven quiet lanterns';
let secret = '';
let recoveryCode = '';

let browser: Browser;
let site: Site;
let dataDir: string;
const pages: Page[] = [];

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'lintel-operators-'));
  [browser, site] = await Promise.all([workerBrowser(), startSite({ DATA_DIR: dataDir })]);
});
afterEach(async () => {
  await Promise.all(pages.splice(0).map((page) => page.close()));
});
afterAll(async () => {
  await site?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

async function open(address: string, width = 1280, colorScheme: 'light' | 'dark' = 'light'): Promise<Page> {
  const page = await openPage(browser, new URL(address, site.url).href, {
    width,
    colorScheme,
    reducedMotion: true,
  });
  pages.push(page);
  return page;
}

/** Expects no axe violations, no horizontal overflow, and no faults except intended rejections by the server. */
async function expectSound(page: Page): Promise<void> {
  expect(await axeViolations(page)).toEqual([]);
  expect(await horizontalOverflow(page)).toEqual([]);
  expect(faultsOf(page).filter((fault) => !/ (?:401|410|422|429)$/.test(fault))).toEqual([]);
  const folder = process.env['SCREENSHOTS'];
  if (folder) {
    const name = (expect.getState().currentTestName ?? 'shot').replace(/[^a-z0-9]+/gi, '-').slice(0, 60);
    shots += 1;
    await page.screenshot({ path: path.join(folder, `${shots}-${name}.png`), fullPage: true });
  }
}
let shots = 0;

async function enter(page: Page, typed = password): Promise<void> {
  await page.getByLabel('E-mail address').fill(EMAIL);
  await page.getByLabel('Password', { exact: true }).fill(typed);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

async function signedIn(address = '/admin/account', width = 1280): Promise<Page> {
  const page = await open(`/sign-in?to=${encodeURIComponent(address)}`, width);
  await enter(page);
  await page.waitForURL(`${site.url}${address}`);
  return page;
}

const code = () => new TOTP({ secret: Secret.fromBase32(secret) }).generate();

it('the link of the first start creates the first account and is in no log', async () => {
  // The server creates the link after it starts to listen.
  const link = await vi.waitFor(
    async () =>
      /^http.*#.*$/m.exec(await readFile(path.join(dataDir, 'first-sign-in'), 'utf8'))?.[0] ?? expect.fail(),
    CONDITION_LIMIT,
  );
  expect(site.log()).not.toContain(link.split('#')[1]);
  const page = await open(link, 360);
  await page.getByRole('heading', { name: 'Make the first operator’s account' }).waitFor();
  await expectSound(page);

  await page.getByLabel('Your name').fill('Olive Operator');
  await page.getByLabel('E-mail address').fill(EMAIL);
  await page.getByLabel('New password', { exact: true }).fill('short');
  await page.getByRole('button', { name: 'Make the account' }).click();
  await page.getByText('Use at least 12 characters. A few').waitFor();
  await expectSound(page);

  const field = page.getByLabel('New password', { exact: true });
  await field.fill(password);
  await page.getByRole('button', { name: 'Show new password' }).click();
  expect(await field.getAttribute('type')).toBe('text');
  expect(await field.getAttribute('autocomplete')).toBe('new-password');
  await page.getByRole('button', { name: 'Make the account' }).click();
  await page.waitForURL(`${site.url}/admin`);

  const again = await open(link);
  await again.getByText('npm run operator -- reset').waitFor();
  await expectSound(again);
  await again.getByRole('link', { name: 'sign in' }).click();
  await again.getByRole('button', { name: 'Sign in' }).waitFor();
});

it('a protected screen asks to sign in and returns; failed attempts must wait', async () => {
  const page = await open('/admin/account', 360, 'dark');
  expect(page.url()).toBe(`${site.url}/sign-in?to=%2Fadmin%2Faccount`);
  await page.getByLabel('Password', { exact: true }).waitFor();
  await expectSound(page);
  expect(await page.getByLabel('E-mail address').getAttribute('autocomplete')).toBe('username');
  // The text is shown for a second, which a busy machine can miss.
  await page.evaluate(() =>
    new MutationObserver(() => {
      if (/You can try again in \d+ s\./.test(document.body.textContent)) document.body.dataset['waits'] = '';
    }).observe(document.body, { subtree: true, childList: true, characterData: true }),
  );
  for (let count = 0; count < 3; count += 1) {
    const answered = page.waitForResponse('**/api/operators/sign-in');
    await enter(page, `wrong ${count}`);
    await answered;
  }
  await page.getByText('E-mail address or password is wrong.').waitFor();
  await page.locator('body[data-waits]').waitFor();
  await expectSound(page);
  await page.getByText(/You can try again in/).waitFor({ state: 'detached' });
  await enter(page);
  await page.waitForURL(`${site.url}/admin/account`);
  await page.getByText('You are signed in as').waitFor();
});

it('never redirects to another site after signing in', async () => {
  const page = await open(`/sign-in?to=${encodeURIComponent('//evil.example/admin')}`);
  await enter(page);
  await page.waitForURL((url) => !url.pathname.startsWith('/sign-in'));
  expect(page.url()).toBe(`${site.url}/admin`);
});

it('input survives the end of the session', async () => {
  const page = await signedIn();
  await page.getByLabel('Present password', { exact: true }).fill(password);
  await page.getByLabel('New password', { exact: true }).fill('nineteen small boats');

  const elsewhere = await signedIn();
  await elsewhere.getByRole('button', { name: 'Sign out everywhere' }).click();
  await elsewhere.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
  await elsewhere.waitForURL(`${site.url}/sign-in`);

  await page.getByRole('button', { name: 'Change password' }).click();
  const dialog = page.getByRole('dialog', { name: 'Your session is over' });
  await dialog.waitFor();
  await expectSound(page);
  expect(await page.getByLabel('New password', { exact: true }).inputValue()).toBe('nineteen small boats');
  await dialog.getByLabel('Password', { exact: true }).fill(password);
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  // The page repeats the failed request automatically.
  await page.getByText('Password changed').waitFor();
  password = 'nineteen small boats';
  expect(await dialog.isVisible()).toBe(false);
  expect(page.url()).toBe(`${site.url}/admin/account`);
});

it('the second factor is set up with a scannable code, and recovery codes are shown once', async () => {
  const page = await signedIn('/admin/account', 360);
  await page.getByRole('button', { name: 'Set up' }).waitFor();
  await expectSound(page);
  await page.getByRole('button', { name: 'Set up' }).click();
  await page.getByLabel('Your password', { exact: true }).fill('wrong one');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('Your present password is wrong.').waitFor();
  await page.getByLabel('Your password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('img', { name: 'QR code of the new secret' }).waitFor();
  secret = (await page.locator('code').first().innerText()).replaceAll(/\s/g, '');
  expect(await page.getByLabel('Code', { exact: true }).getAttribute('autocomplete')).toBe('one-time-code');
  await expectSound(page);

  await page.getByLabel('Code', { exact: true }).fill('000000');
  await page.getByRole('button', { name: 'Turn on' }).click();
  await page.getByText('This code does not fit.').waitFor();
  await page.getByLabel('Code', { exact: true }).fill(code());
  await page.getByRole('button', { name: 'Turn on' }).click();
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await codes.first().waitFor();
  expect(await codes.count()).toBe(10);
  recoveryCode = await codes.first().innerText();
  await expectSound(page);
  await page.getByRole('button', { name: 'I have kept them' }).click();
  await page.getByText('On. 10 recovery codes are left.').waitFor();
  expect(await codes.count()).toBe(0);
});

it('signing in then asks for a code, accepts a recovery code, and the factor can be removed', async () => {
  const page = await open('/sign-in?to=%2Fadmin%2Faccount', 360);
  await enter(page);
  const field = page.getByLabel('Code', { exact: true });
  await field.waitFor();
  await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
  await expectSound(page);
  await field.fill('nonsense');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('This code is wrong or was used. Wait for the next one.').waitFor();
  await field.fill(recoveryCode);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('That recovery code is used up; 9 are left.').waitFor();
  await expectSound(page);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL(`${site.url}/admin/account`);

  await page.getByRole('button', { name: 'Remove' }).click();
  await page.getByLabel('Your password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Remove second factor' }).click();
  await page.getByText('Off. Your password alone signs you in.').waitFor();

  await page.getByRole('button', { name: 'Sign out here' }).click();
  await page.waitForURL(`${site.url}/sign-in`);
  await page.goto(`${site.url}/admin/account`);
  expect(page.url()).toContain('/sign-in?to=');
});
