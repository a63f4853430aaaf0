import { readdir } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as act from './support/operator-acts.ts';
import { expectSoundScreen } from './support/operator-tabs.ts';
import { switchErrorsOn, switchFaultsOff } from './support/sandbox-faults.ts';
import { startJourneyTestSite, type JourneyTestSite } from './support/journey-test-site.ts';

// The tests follow one operator from the first start. They depend on each other and run in order.

const { jude, wren } = act;

let testSite: JourneyTestSite;
let token = '';

beforeAll(async () => {
  testSite = await startJourneyTestSite();
});
afterAll(() => testSite?.stop());

it('the first start shows a link in the terminal but not in the log, and the link creates the account', async () => {
  const link = await act.firstLink(testSite);
  token = link.split('#')[1] ?? expect.fail();
  // The server runs in a terminal, so it does not write the link to a file either.
  expect(await readdir(testSite.dataDir)).not.toContain('first-sign-in');

  const page = await testSite.operator.open(link);
  await act.makeAccount(page);
  await page.getByText('No CRM is connected. Leads are kept here and wait.').waitFor();
  await expectSoundScreen(page, 'today-new');
});

it('connects by OAuth in the pop-up', async () => {
  const page = await testSite.operator.open('/oauth/test');
  const connect = page.getByRole('button', { name: 'Connect', exact: true });
  await page.getByText('Not connected', { exact: true }).waitFor();
  await expectSoundScreen(page, 'oauth-test-new');

  const popup = await testSite.operator.popupOf(page, () => connect.click());
  await popup.getByRole('heading', { name: 'Choose a location' }).waitFor();
  expect(await popup.evaluate(() => [innerWidth, innerHeight])).toEqual([800, 700]);
  await page.getByText('Waiting for the pop-up window…').waitFor();
  // The page must stay connected to its pop-up while that is on another origin. Without `opener`, it would seem closed.
  expect(await popup.evaluate(() => window.opener !== null)).toBe(true);
  await act.approve(popup);
  expect(await popup.evaluate(() => window.opener !== null)).toBe(true);
  await expectSoundScreen(popup, 'oauth-success');
  const closed = popup.waitForEvent('close');
  // Playwright reports an error if the window closes before the click has ended. If nothing closes it, `closed` fails.
  await Promise.allSettled([popup.getByRole('button', { name: 'Close Window' }).click()]);
  await closed;

  await page.getByText('Connected: 1 authorized location').waitFor();
  const [location] = testSite.crm.state.locations.values();
  await page
    .getByRole('cell', { name: location?.name ?? '' })
    .first()
    .waitFor();
  await expectSoundScreen(page, 'oauth-test-connected');
});

it('creates a test contact', async () => {
  const page = await testSite.operator.open('/admin/ghl');
  await page.getByText('Connected', { exact: true }).waitFor();
  await page.getByRole('tab', { name: 'Test Connection' }).click();
  await page.getByLabel('E-mail').fill('trial@example.com');
  await page.getByRole('button', { name: 'Create test contact' }).click();
  await act.toast(page, 'Test Contact Created');
  const made = testSite.contactOf({ email: 'trial@example.com' });
  expect(made?.tags).toContain('test');
  await page.getByText(`Created: ${made?.id}`).waitFor();
  await expectSoundScreen(page, 'test-connection');
});

let story: Page;

it('a visitor’s lead appears live and reaches the CRM', async () => {
  await testSite.operator.closeOthers();
  const inbox = await testSite.operator.open('/admin/leads');
  await act.goneLive(inbox);
  await inbox.getByText('No leads yet').waitFor();
  // A page load would remove this mark.
  await inbox.evaluate(() => (document.documentElement.dataset['opened'] = 'once'));

  await testSite.leaveLead(wren, '/contact');
  const row = inbox.getByRole('listitem').filter({ hasText: 'Wren Ashdown' });
  await row.getByText('Just in', { exact: true }).waitFor();
  await expect.poll(() => testSite.contactOf(wren)).toBeDefined();
  expect(await inbox.evaluate(() => document.documentElement.dataset['opened'])).toBe('once');
  await expectSoundScreen(inbox, 'inbox');

  expect(testSite.contactOf(wren)).toMatchObject({
    phone: '+15155550142',
    properties: { lastName: 'Ashdown' },
  });
  await row.getByRole('link', { name: 'Wren Ashdown', exact: true }).click();
  await inbox.getByRole('link', { name: 'The whole story' }).click();
  story = inbox;
  await story.getByRole('heading', { name: 'Wren Ashdown' }).waitFor();
  for (const words of ['Received from the contact form.', 'Delivered to the CRM.'])
    await story.getByText(words).waitFor();
  await expectSoundScreen(story, 'story');
});

it('a webhook appears live in the recent events and the lead’s history, and a forged one does not', async () => {
  const page = await testSite.operator.open('/admin/webhooks');
  await page.getByRole('tab', { name: 'Testing' }).click();
  await page.getByText('No events yet').waitFor();
  await act.goneLive(page);

  const { tags = [] } = testSite.contactOf(wren) ?? {};
  expect(await testSite.tellOf(wren, 'ContactUpdate', { lastName: 'Reed', tags: [...tags, 'called'] })).toBe(
    200,
  );
  const rows = page.getByRole('table', { name: 'Recent webhook events' }).locator('tbody tr');
  await rows.filter({ hasText: 'ContactUpdate' }).getByRole('link', { name: 'Its story' }).waitFor();
  await story.getByText('The contact was changed in the CRM: last name. Added: called.').waitFor();

  expect(await testSite.tellOf(wren, 'ContactTagUpdate', { tags: [...tags, 'forged'] }, 'wrong')).toBe(401);
  // The forged event would appear before this later one.
  expect(await testSite.tellOf(wren, 'ContactTagUpdate', { tags: [...tags, 'called', 'met'] })).toBe(200);
  await story.getByText('Tags were changed in the CRM. Added: met.').waitFor();
  await rows.filter({ hasText: 'ContactTagUpdate' }).waitFor();
  expect(await rows.count()).toBe(2);
  for (const each of [page, story])
    expect(await each.locator('main').textContent()).not.toMatch(/forged|in a moment/);
  await expectSoundScreen(page, 'webhooks');
  await expectSoundScreen(story, 'story-webhooks');
});

it('a failed delivery is shown with its fix and can be retried', async () => {
  await switchErrorsOn(testSite.browser, testSite.crm.url, { status: 422, only: 'POST /contacts' });
  const page = await testSite.operator.open('/admin/leads');
  await act.goneLive(page);
  await testSite.leaveLead(jude, '/about');
  const row = page.getByRole('listitem').filter({ hasText: 'Jude Birchall' });
  await row.getByText('Needs you').waitFor();

  await act.goTo(page, 'Today');
  await page.getByText('1 delivery needs a decision.').waitFor();
  await page.getByText('Fix the cause, then retry or cancel.').waitFor();
  await expectSoundScreen(page, 'today-attention');
  await page.getByRole('link', { name: 'Open: Deliveries' }).click();
  await page.getByRole('link', { name: 'Jude Birchall', exact: true }).click();
  await page.getByRole('link', { name: 'The whole story' }).click();
  const delivery = page.getByRole('table', { name: 'Deliveries' }).getByRole('row', { name: 'CRM contact' });
  await delivery.getByText('Needs you').waitFor();
  await expectSoundScreen(page, 'story-attention');
  expect(testSite.contactOf(jude)).toBeUndefined();

  await switchFaultsOff(testSite.browser, testSite.crm.url);
  await page.getByRole('button', { name: 'Retry: CRM contact' }).click();
  await delivery.getByText('Delivered').waitFor();
  expect(testSite.contactOf(jude)).toMatchObject({
    phone: '+15155550143',
    properties: { lastName: 'Birchall' },
  });
  await act.goTo(page, 'Today');
  await page.getByText('Everything is delivered.').waitFor();
});

it('revokes the access after a confirmation', async () => {
  const page = await testSite.operator.open('/admin/ghl');
  await page.getByRole('tab', { name: 'OAuth Settings' }).click();
  const revoke = page.getByRole('button', { name: 'Revoke' });
  const dialog = page.getByRole('dialog', { name: 'Revoke access of' });
  await revoke.click();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await revoke.click();
  await expectSoundScreen(page, 'revoke-asked');
  await dialog.getByRole('button', { name: 'Revoke access' }).click();
  await act.toast(page, 'Access Revoked');
  await page.getByText('No authorized locations').waitFor();
  expect(await revoke.count()).toBe(0);
  await page.getByRole('tab', { name: 'Overview' }).click();
  await page.getByText('Not connected', { exact: true }).waitFor();

  await act.goTo(page, 'Today');
  await page.getByText('No CRM is connected. Leads are kept here and wait.').waitFor();
  await page.getByText('Connect HighLevel by OAuth, or set GHL_API_KEY').waitFor();
  await expectSoundScreen(page, 'today-revoked');
});

it('the audit log lists all actions, and after signing out every screen asks to sign in', async () => {
  const page = await testSite.operator.open('/admin/settings/audit');
  const rows = page.getByRole('table', { name: 'Audit log' }).locator('tbody tr');
  await rows.first().waitFor();
  expect((await rows.locator('td[data-lead]').allInnerTexts()).toReversed()).toEqual([
    'Made an account by one-time link',
    'Began to connect the CRM',
    'Connected a location of the CRM',
    'Made a test contact in the CRM',
    'Had a delivery tried again',
    'Revoked the access to a location of the CRM',
  ]);
  await expectSoundScreen(page, 'audit');

  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL(`${testSite.site.url}/sign-in`);
  for (const screen of ['/admin', '/admin/leads', '/oauth/test'])
    await act.expectClosed(page, testSite, screen);
  await expectSoundScreen(page, 'signed-out');

  const log = testSite.logLines().join('\n');
  expect(log).toContain('"crm-event-stored"');
  for (const secret of [token, 'Ashdown', wren.email, jude.email, '5550142', act.olive.email])
    expect(log).not.toContain(secret);
});
