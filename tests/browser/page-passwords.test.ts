import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startFakeSite, type FakeSite } from '../server/support/fake-site.ts';
import { CONDITION_LIMIT } from '../setup/time-limits.ts';
import { axeViolations, faultsOf, horizontalOverflow, openPage } from './support/page-checks.ts';
import { startSite, type Site } from './support/start-site.ts';
import { workerBrowser } from './support/worker-browser.ts';

let wordpress: FakeSite;
let site: Site;
let browser: Browser;
let page: Page | undefined;

beforeAll(async () => {
  browser = await workerBrowser();
  wordpress = await startFakeSite();
  wordpress.add('pages', {
    id: 1,
    slug: 'club',
    title: { rendered: 'Houses before they are listed' },
    password: 'sesame',
    content: { rendered: '<h2>Next week</h2><p>A house on Elm Street.</p>' },
  });
  wordpress.add('posts', { id: 2, slug: 'news', title: { rendered: 'News' } });
  wordpress.add('posts', { id: 3, slug: 'deal', title: { rendered: 'Deal' }, password: 'sesame' });
  site = await startSite(wordpress.env);
  await vi.waitFor(
    async () => {
      const html = await (await fetch(`${site.url}/club`)).text();
      if (!html.includes('Protected')) throw new Error('WordPress has not been read.');
    },
    { timeout: CONDITION_LIMIT, interval: 100 },
  );
});
afterEach(async () => {
  await page?.context().close();
});
afterAll(async () => {
  await site?.stop();
  await wordpress?.stop();
});

describe.each([
  { javaScript: true, width: 360 },
  { javaScript: true, width: 1440 },
  { javaScript: false, width: 360 },
  { javaScript: false, width: 1440 },
])('JavaScript $javaScript, $width px', ({ javaScript, width }) => {
  it('a visitor enters a wrong password, then the right one, and stays in', async () => {
    const query = '?cpage=2&utm_source=letter';
    page = await openPage(browser, `${site.url}/club${query}`, { width, javaScript, reducedMotion: true });
    await page.getByRole('heading', { name: 'Protected: Houses before they are listed', level: 1 }).waitFor();
    expect(await horizontalOverflow(page)).toEqual([]);
    expect(await axeViolations(page)).toEqual([]);
    const input = page.getByLabel('Password');
    expect(await input.evaluate((each) => each === document.activeElement)).toBe(false);
    await input.fill('Sesame');
    await input.press('Enter');
    await page.getByRole('alert').waitFor();
    expect(new URL(page.url()).search).toBe(`${query}&password=wrong`);
    await expect.poll(() => input.evaluate((each) => each === document.activeElement)).toBe(true);
    expect(await input.evaluate(describedBy)).toBe('That password is not right. Please try again.');
    expect(await input.inputValue()).toBe('');
    expect(await horizontalOverflow(page)).toEqual([]);
    expect(await axeViolations(page)).toEqual([]);

    await page.keyboard.type('sesame');
    await page.getByRole('button', { name: 'Enter' }).click();
    await page.getByText('A house on Elm Street.').waitFor();
    expect(new URL(page.url()).search).toBe(query);
    expect(await page.getByLabel('Password').count()).toBe(0);
    expect(await axeViolations(page)).toEqual([]);
    await page.reload();
    await page.getByText('A house on Elm Street.').waitFor();
    expect(faultsOf(page)).toEqual([]);
    // Nothing of it is kept in the browser.
    expect(
      await page.evaluate(async () => [
        JSON.stringify([sessionStorage, localStorage]).includes('Elm'),
        await caches.keys(),
      ]),
    ).toEqual([false, []]);
  });
});

it('the application leaves pages behind a password to the server, closed and opened', async () => {
  page = await openPage(browser, `${site.url}/blog`, { width: 1440, javaScript: true, reducedMotion: true });
  const follow = async (name: string) => {
    await page?.waitForLoadState('load');
    await page?.mouse.move(100, 100);
    await page?.mouse.move(200, 200);
    await page?.locator('html[data-app]').waitFor();
    await page?.getByRole('link', { name, exact: true }).first().click();
  };
  await follow('Protected: Deal');
  await page.getByLabel('Password').fill('sesame');
  await page.getByRole('button', { name: 'Enter' }).click();
  await page.getByText('Text 3').waitFor();
  await follow('Blog');
  await page.getByRole('heading', { level: 1, name: 'Articles' }).waitFor();
  await follow('Protected: Deal');
  await page.getByText('Text 3').waitFor();
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: 'Articles' }).waitFor();
  await page.goForward();
  await page.getByText('Text 3').waitFor();
  expect(faultsOf(page)).toEqual([]);
});

/** Returns the text that describes an input to screen readers. */
function describedBy(input: Element): string | null | undefined {
  return document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent;
}
