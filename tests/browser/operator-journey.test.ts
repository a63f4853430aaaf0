import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startCrmSandbox, type CrmSandbox } from '../../server/crm/sandbox/crm-sandbox.ts';
import type { Contact } from '../../server/crm/sandbox/sandbox-state.ts';
import { oauthSettings } from '../server/oauth-journey.ts';
import { visitForm } from './support/form-visit.ts';
import { inTerminal } from './support/in-terminal.ts';
import { launchBrowser } from './support/launch-browser.ts';
import { expectSoundScreen, openOperatorTabs, type OperatorTabs } from './support/operator-tabs.ts';
import { faultsOf } from './support/page-checks.ts';
import { switchErrorsOn, switchFaultsOff } from './support/sandbox-faults.ts';
import { startSite, type Site } from './support/start-site.ts';

// One operator's first day, from the first start to the last: each test goes on where the one before stopped.

const OPERATOR = { name: 'Olive Operator', email: 'olive@example.com', password: 'seven quiet lanterns' };
const wren = { firstName: 'Wren', lastName: 'Ashdown', email: 'wren@example.com', phone: '(515) 555-0142' };
const jude = { firstName: 'Jude', lastName: 'Birchall', email: 'jude@example.com', phone: '(515) 555-0143' };

let browser: Browser;
let crm: CrmSandbox;
let site: Site;
let dataDir: string;
let operator: OperatorTabs;
let token = '';

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'lintel-journey-'));
  [browser, crm] = await Promise.all([launchBrowser(), startCrmSandbox()]);
  const { GHL_WEBHOOK_PUBLIC_KEY } = crm.settings;
  site = await startSite(
    { ...oauthSettings(crm), GHL_WEBHOOK_PUBLIC_KEY, DATA_DIR: dataDir },
    { prefix: inTerminal },
  );
  operator = await openOperatorTabs(browser, () => site.url);
});
afterAll(async () => {
  await browser?.close();
  await site?.stop();
  await crm?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** The lines of the log; a terminal shows others too. */
const logLines = () => site.log().match(/^\{.*\}\r?$/gm) ?? [];
const contactOf = ({ email }: { email: string }) =>
  [...crm.state.contacts.values()].find((contact) => contact.email === email);
const toast = (page: Page, title: string) =>
  page.locator('[data-edge]').getByText(title, { exact: true }).waitFor();
const goTo = (page: Page, screen: string) =>
  page.getByRole('navigation', { name: 'Operators' }).getByRole('link', { name: screen }).click();

/** A visitor, in a browser of their own. */
async function leaveLead(values: typeof wren, page: string): Promise<void> {
  const visit = await visitForm(browser, site.url, {
    path: page,
    placement: 'contact',
    block: 'contact-form',
  });
  await visit.fillIn({ ...values, inquiryType: 'buying' });
  await visit.press('Send Message');
  await visit.section.getByText("Your message has been received. I'll contact you soon!").waitFor();
  expect(faultsOf(visit.page)).toEqual([]);
  await visit.page.close();
}

async function tellOfContact(event: string, change: Partial<Contact['properties']>, signature?: 'wrong') {
  const { id, locationId, email, phone } = contactOf(wren) ?? expect.fail();
  return crm.sendWebhook({
    event,
    url: `${site.url}/api/webhooks/ghl`,
    ...(signature ? { signature } : {}),
    change: { id, locationId, email, phone, firstName: 'Wren', lastName: 'Ashdown', ...change },
  });
}

it('the first start shows a link in the terminal, and in no log; it makes the account', async () => {
  const link = await vi.waitFor(
    () => /^\s*(http\S+\/sign-in\/link#\S+)/m.exec(site.log())?.[1] ?? expect.fail(site.log()),
    20_000,
  );
  token = link.split('#')[1] ?? expect.fail();
  // Nor in a file: someone reads the terminal.
  expect(await readdir(dataDir)).not.toContain('first-sign-in');

  const page = await operator.open(link);
  await page.getByRole('heading', { name: 'Make the first operator’s account' }).waitFor();
  await page.getByLabel('Your name').fill(OPERATOR.name);
  await page.getByLabel('E-mail address').fill(OPERATOR.email);
  await page.getByLabel('New password', { exact: true }).fill(OPERATOR.password);
  await page.getByRole('button', { name: 'Make the account' }).click();
  await page.waitForURL(`${site.url}/admin`);
  await page.getByText('No CRM is connected. Leads are kept here and wait.').waitFor();
  await expectSoundScreen(page, 'overview-new');
});

it('connects by OAuth in the pop-up, and notices a pop-up that is closed without a decision', async () => {
  const page = await operator.open('/oauth/test');
  const connect = page.getByRole('button', { name: 'Connect', exact: true });
  await page.getByText('Not connected', { exact: true }).waitFor();
  await expectSoundScreen(page, 'oauth-test-new');

  const undecided = await operator.popupOf(page, () => connect.click());
  await undecided.getByRole('heading', { name: 'Choose a location' }).waitFor();
  expect(await undecided.evaluate(() => [innerWidth, innerHeight])).toEqual([800, 700]);
  await page.getByText('Waiting for the pop-up window…').waitFor();
  await undecided.close();
  await page.getByText('Not connected', { exact: true }).waitFor();

  const popup = await operator.popupOf(page, () => connect.click());
  await popup.getByRole('heading', { name: 'Choose a location' }).waitFor();
  // Across the other site and back the page still knows its pop-up.
  await page.getByText('Waiting for the pop-up window…').waitFor();
  await popup.getByRole('radio').first().check();
  await popup.getByRole('button', { name: 'Approve' }).click();
  await popup.waitForURL(`${site.url}/oauth/success?*`);
  await popup.getByText('The CRM is connected.').waitFor();
  await expectSoundScreen(popup, 'oauth-success');
  const closed = popup.waitForEvent('close');
  await popup.getByRole('button', { name: 'Close Window' }).click();
  await closed;

  await page.getByText('Connected: 1 authorized location').waitFor();
  const [location] = crm.state.locations.values();
  await page
    .getByRole('cell', { name: location?.name ?? '' })
    .first()
    .waitFor();
  await expectSoundScreen(page, 'oauth-test-connected');
});

it('creates a test contact', async () => {
  const page = await operator.open('/admin/ghl');
  await page.getByText('Connected', { exact: true }).waitFor();
  await page.getByRole('tab', { name: 'Test Connection' }).click();
  await page.getByLabel('E-mail').fill('trial@example.com');
  await page.getByRole('button', { name: 'Create test contact' }).click();
  await toast(page, 'Test Contact Created');
  const made = contactOf({ email: 'trial@example.com' });
  expect(made?.tags).toContain('test');
  await page.getByText(`Created: ${made?.id}`).waitFor();
  await expectSoundScreen(page, 'test-connection');
});

let story: Page;

it('a visitor’s lead arrives live, and reaches the CRM', async () => {
  await operator.closeOthers();
  const inbox = await operator.open('/admin/leads');
  await inbox.getByText('Live', { exact: true }).waitFor();
  await inbox.getByText('No leads yet').waitFor();
  // What a reload would take away.
  await inbox.evaluate(() => (document.documentElement.dataset['opened'] = 'once'));

  await leaveLead(wren, '/contact');
  const row = inbox.getByRole('row').filter({ hasText: 'Wren Ashdown' });
  await row.getByText('New', { exact: true }).waitFor();
  await row.getByText('Delivered').waitFor();
  expect(await inbox.evaluate(() => document.documentElement.dataset['opened'])).toBe('once');
  await expectSoundScreen(inbox, 'inbox');

  expect(contactOf(wren)).toMatchObject({ phone: '+15155550142', properties: { lastName: 'Ashdown' } });
  await row.getByRole('link').click();
  story = inbox;
  await story.getByRole('heading', { name: 'Wren Ashdown' }).waitFor();
  for (const words of ['Received from the contact form.', 'Delivered to the CRM.'])
    await story.getByText(words).waitFor();
  await expectSoundScreen(story, 'story');
});

it('a webhook arrives live, in the recent events and in the lead’s story; a forged one does not', async () => {
  const page = await operator.open('/admin/webhooks');
  await page.getByRole('tab', { name: 'Testing' }).click();
  await page.getByText('No events yet').waitFor();
  await page.getByText('Live', { exact: true }).waitFor();

  const { tags = [] } = contactOf(wren) ?? {};
  const changed = await tellOfContact('ContactUpdate', { lastName: 'Reed', tags: [...tags, 'called'] });
  expect(changed.status).toBe(200);
  const rows = page.getByRole('table', { name: 'Recent webhook events' }).locator('tbody tr');
  await rows.filter({ hasText: 'ContactUpdate' }).getByRole('link', { name: 'Its story' }).waitFor();
  await story.getByText('The contact was changed in the CRM: last name. Added: called.').waitFor();

  const forged = await tellOfContact('ContactTagUpdate', { tags: [...tags, 'forged'] }, 'wrong');
  expect(forged.status).toBe(401);
  // What comes after it is shown; it is not.
  const tagged = await tellOfContact('ContactTagUpdate', { tags: [...tags, 'called', 'met'] });
  expect(tagged.status).toBe(200);
  await story.getByText('Tags were changed in the CRM. Added: met.').waitFor();
  await rows.filter({ hasText: 'ContactTagUpdate' }).waitFor();
  expect(await rows.count()).toBe(2);
  for (const each of [page, story])
    expect(await each.locator('main').textContent()).not.toMatch(/forged|in a moment/);
  await expectSoundScreen(page, 'webhooks');
  await expectSoundScreen(story, 'story-webhooks');
});

it('a failed delivery is shown with its mend, and retried', async () => {
  await switchErrorsOn(browser, crm.url, { status: 422, only: 'POST /contacts' });
  const page = await operator.open('/admin/leads');
  await page.getByText('Live', { exact: true }).waitFor();
  await leaveLead(jude, '/about');
  const row = page.getByRole('row').filter({ hasText: 'Jude Birchall' });
  await row.getByText('Needs you').waitFor();

  await goTo(page, 'Overview');
  await page.getByText('1 delivery needs a decision.').waitFor();
  await page.getByText('Look at why, mend it, then retry or cancel.').waitFor();
  await expectSoundScreen(page, 'overview-attention');
  await page.getByRole('link', { name: 'Open: Deliveries' }).click();
  await page.getByRole('row').filter({ hasText: 'Jude Birchall' }).getByRole('link').click();
  const delivery = page.getByRole('table', { name: 'Deliveries' }).getByRole('row', { name: 'CRM contact' });
  await delivery.getByText('Needs you').waitFor();
  await expectSoundScreen(page, 'story-attention');
  expect(contactOf(jude)).toBeUndefined();

  await switchFaultsOff(browser, crm.url);
  await page.getByRole('button', { name: 'Retry: CRM contact' }).click();
  await delivery.getByText('Delivered').waitFor();
  expect(contactOf(jude)).toMatchObject({ phone: '+15155550143', properties: { lastName: 'Birchall' } });
  await goTo(page, 'Overview');
  await page.getByText('Everything is delivered.').waitFor();
});

it('what is typed survives the end of the session', async () => {
  await operator.closeOthers();
  const page = await operator.open('/admin/redirects');
  await page.getByLabel('Old path').fill('/open-house');
  await page.getByLabel('Leads to').fill('/contact');
  const database = new DatabaseSync(path.join(dataDir, 'lintel.sqlite'), { timeout: 10_000 });
  expect(Number(database.prepare('delete from sessions').run().changes)).toBeGreaterThan(0);
  database.close();
  const add = page.getByRole('button', { name: 'Add', exact: true });
  await add.click();

  const dialog = page.getByRole('dialog', { name: 'Your session is over' });
  await dialog.getByText('Sign in again to go on. What you typed is still here.').waitFor();
  await expectSoundScreen(page, 'session-over', / 401$/);
  await dialog.getByRole('button', { name: 'Not now' }).click();
  await page.getByRole('alert').getByText('Sign in first.').waitFor();
  expect(await page.getByLabel('Old path').inputValue()).toBe('/open-house');
  expect(await page.getByLabel('Leads to').inputValue()).toBe('/contact');
  await expectSoundScreen(page, 'session-over-declined', / 401$/);

  await add.click();
  await dialog.getByLabel('Password', { exact: true }).fill(OPERATOR.password);
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  // What was sent is sent again by itself.
  await toast(page, 'Redirect added');
  await page.getByRole('table', { name: 'Your redirects' }).getByText('/open-house').waitFor();
});

it('revokes the access, after asking', async () => {
  const page = await operator.open('/admin/ghl');
  await page.getByRole('tab', { name: 'OAuth Settings' }).click();
  const revoke = page.getByRole('button', { name: 'Revoke' });
  const dialog = page.getByRole('dialog', { name: 'Revoke access of' });
  await revoke.click();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await revoke.click();
  await expectSoundScreen(page, 'revoke-asked');
  await dialog.getByRole('button', { name: 'Revoke access' }).click();
  await toast(page, 'Access Revoked');
  await page.getByText('No authorized locations').waitFor();
  await page.getByRole('tab', { name: 'Overview' }).click();
  await page.getByText('Not connected', { exact: true }).waitFor();

  await goTo(page, 'Overview');
  await page.getByText('No CRM is connected. Leads are kept here and wait.').waitFor();
  await page.getByText('Connect HighLevel by OAuth, or set GHL_API_KEY').waitFor();
  await expectSoundScreen(page, 'overview-revoked');
});

it('the audit log has what was done; signed out, every screen asks to sign in', async () => {
  const page = await operator.open('/admin/audit');
  const rows = page.getByRole('table', { name: 'Audit log' }).locator('tbody tr');
  await rows.first().waitFor();
  expect((await rows.locator('td[data-lead]').allInnerTexts()).toReversed()).toEqual([
    'Made an account by one-time link',
    'Began to connect the CRM',
    'Began to connect the CRM',
    'Connected a location of the CRM',
    'Made a test contact in the CRM',
    'Had a delivery tried again',
    'Signed in',
    'Added a redirect',
    'Revoked the access to a location of the CRM',
  ]);
  await expectSoundScreen(page, 'audit');

  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL(`${site.url}/sign-in`);
  for (const screen of ['/admin', '/admin/leads', '/oauth/test']) {
    await page.goto(site.url + screen);
    expect(page.url()).toBe(`${site.url}/sign-in?to=${encodeURIComponent(screen)}`);
    await page.getByRole('heading', { name: 'Operators only' }).waitFor();
  }
  await expectSoundScreen(page, 'signed-out');

  const log = logLines().join('\n');
  expect(log).toContain('"crm-event-stored"');
  for (const secret of [token, 'Ashdown', wren.email, jude.email, '5550142', OPERATOR.email])
    expect(log).not.toContain(secret);
});
