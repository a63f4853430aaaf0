import type { Page } from 'playwright-core';
import { expect, vi } from 'vitest';
import { CONDITION_LIMIT } from '../../setup/time-limits.ts';
import type { JourneyTestSite } from './journey-test-site.ts';

/** The first operator. */
export const olive = {
  name: 'Olive Operator',
  email: 'olive@example.com',
  password: 'seven quiet lanterns',
} as const;

/** Two visitors who submit leads. */
export const wren = {
  firstName: 'Wren',
  lastName: 'Ashdown',
  email: 'wren@example.com',
  phone: '(515) 555-0142',
} as const;
export const jude = {
  firstName: 'Jude',
  lastName: 'Birchall',
  email: 'jude@example.com',
  phone: '(515) 555-0143',
} as const;

/** Waits for the one-time link that the first start prints in the terminal. */
export function firstLink({ site }: JourneyTestSite): Promise<string> {
  return vi.waitFor(
    () => /(http\S+\/sign-in\/link#\S+)\s/.exec(site.log())?.[1] ?? expect.fail(site.log()),
    CONDITION_LIMIT,
  );
}

/** Creates Olive's account on the page that the one-time link opens. */
export async function makeAccount(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'Make the first operator’s account' }).waitFor();
  await page.getByLabel('Your name').fill(olive.name);
  await page.getByLabel('E-mail address').fill(olive.email);
  await page.getByLabel('New password', { exact: true }).fill(olive.password);
  await page.getByRole('button', { name: 'Make the account' }).click();
  await page.waitForURL((url) => url.pathname === '/admin');
}

/**
 * Grants the site access to the first location, on the CRM's page in the pop-up. Resolves when the site confirms it.
 */
export async function approve(popup: Page): Promise<void> {
  await popup.getByRole('radio').first().check();
  await popup.getByRole('button', { name: 'Approve' }).click();
  await popup.waitForURL((url) => url.pathname === '/oauth/success');
  await popup.getByText('The CRM is connected.').waitFor();
}

/** Resolves when a toast with this title appears. */
export function toast(page: Page, title: string): Promise<void> {
  return page.locator('[data-edge]').getByText(title, { exact: true }).waitFor();
}

/** Opens another screen from the navigation bar, by client-side navigation. */
export function goTo(page: Page, screen: string): Promise<void> {
  const bar = page.getByRole('navigation', { name: 'Operators' });
  return bar.getByRole('link', { name: screen }).click();
}

/** Resolves when the screen receives live updates from the server. */
export function goneLive(page: Page): Promise<void> {
  return page.getByText('Live', { exact: true }).waitFor();
}

/** Expects a screen to redirect to the sign-in page. */
export async function expectClosed(page: Page, { site }: JourneyTestSite, screen: string): Promise<void> {
  await page.goto(site.url + screen);
  expect(page.url()).toBe(`${site.url}/sign-in?to=${encodeURIComponent(screen)}`);
  await page.getByRole('heading', { name: 'Operators only' }).waitFor();
}
