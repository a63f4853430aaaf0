import { afterAll, beforeAll, expect, it } from 'vitest';
import * as act from './support/operator-acts.ts';
import { expectSoundScreen } from './support/operator-tabs.ts';
import { startJourneyTestSite, type JourneyTestSite } from './support/journey-test-site.ts';

let testSite: JourneyTestSite;

beforeAll(async () => {
  testSite = await startJourneyTestSite();
});
afterAll(() => testSite?.stop());

it('notices a pop-up that is closed without a decision, and says why connecting failed', async () => {
  const page = await testSite.operator.open(await act.firstLink(testSite));
  await act.makeAccount(page);
  await page.getByRole('link', { name: 'Connect the CRM' }).click();
  await page.getByRole('tab', { name: 'OAuth Settings' }).click();
  const connect = page.getByRole('button', { name: 'Connect a location' });
  const waiting = page.getByRole('button', { name: 'Waiting for the pop-up…' });

  const undecided = await testSite.operator.popupOf(page, () => connect.click());
  await undecided.getByRole('heading', { name: 'Choose a location' }).waitFor();
  await waiting.waitFor();
  // Without `opener`, the page would consider the pop-up closed.
  expect(await undecided.evaluate(() => window.opener !== null)).toBe(true);
  await undecided.close();
  await connect.waitFor();

  const popup = await testSite.operator.popupOf(page, () => connect.click());
  await popup.getByRole('button', { name: 'Deny' }).click();
  await popup.waitForURL((url) => url.pathname === '/oauth/error');
  await popup.getByText('The connection was not allowed in HighLevel.').waitFor();
  await expectSoundScreen(popup, 'oauth-error');
  await connect.waitFor();

  await popup.getByText('Try Again').click();
  await popup.getByRole('heading', { name: 'Choose a location' }).waitFor();
  await act.approve(popup);
  // The page does not wait for this pop-up any more, but it still shows the new connection.
  await page.getByRole('button', { name: 'Revoke access of Sandbox Realty' }).waitFor();
  expect(testSite.crm.state.grants).toHaveLength(1);
});

it('input survives the end of the session', async () => {
  const page = await testSite.operator.open('/admin/settings/redirects');
  await page.getByLabel('Old path').fill('/open-house');
  await page.getByLabel('Leads to').fill('/contact');
  // The first requests are answered.
  await page.getByTitle(act.olive.email).waitFor();
  await page.getByText('No redirects of your own yet').waitFor();
  expect(testSite.endSessions()).toBeGreaterThan(0);
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
  await dialog.getByLabel('Password', { exact: true }).fill(act.olive.password);
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  // The page repeats the failed request automatically.
  await act.toast(page, 'Redirect added');
  await page.getByRole('table', { name: 'Your redirects' }).getByText('/open-house').waitFor();
});

it('signing out of an expired session does not ask to sign in', async () => {
  const page = await testSite.operator.open('/admin/settings/redirects');
  await page.getByRole('table', { name: 'Your redirects' }).waitFor();
  await page.getByTitle(act.olive.email).waitFor();
  expect(testSite.endSessions()).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL(`${testSite.site.url}/sign-in`);
  await page.getByRole('heading', { name: 'Operators only' }).waitFor();
});
