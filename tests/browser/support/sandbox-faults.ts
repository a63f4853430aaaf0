import type { Browser } from 'playwright-core';
import { openPage } from './page-checks.ts';

/**
 * Makes all requests whose method and path start with `only` fail with this status, through the sandbox's control page.
 */
export async function switchErrorsOn(
  browser: Browser,
  sandbox: string,
  { status, only }: { status: number; only: string },
): Promise<void> {
  const page = await openPage(browser, sandbox, { width: 1280 });
  await page.getByLabel('Errors, rate from 0 to 1').fill('1');
  await page.getByLabel('Status of those errors').fill(String(status));
  await page.getByLabel('Only requests that start with').fill(only);
  await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Apply' }).click()]);
  await page.close();
}

/** Disables all faults, through the sandbox's control page. */
export async function switchFaultsOff(browser: Browser, sandbox: string): Promise<void> {
  const page = await openPage(browser, sandbox, { width: 1280 });
  await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Clear' }).click()]);
  await page.close();
}
