import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { EDITOR_COOKIE } from '../../src/contracts/operators/page-bar.ts';
import { startOperatorSite, type OperatorSite } from './support/operator-test-site.ts';
import {
  axeViolations,
  bootApp,
  faultsOf,
  horizontalOverflow,
  layoutShift,
  openPage,
  openTab,
  type PageOptions,
} from './support/page-checks.ts';
import { workerBrowser } from './support/worker-browser.ts';

const OURS = /\/page-bar|\/api\/(?:admin|operators)\//;
const MARK = `${EDITOR_COOKIE}=1`;

let browser: Browser;
let site: OperatorSite;
const pages: Page[] = [];

beforeAll(async () => {
  [browser, site] = await Promise.all([workerBrowser(), startOperatorSite({})]);
});
afterEach(async () => {
  await Promise.all(pages.splice(0).map((page) => page.close()));
});
afterAll(async () => {
  await site?.site.stop();
  if (site) await rm(site.folder, { recursive: true, force: true });
});

/** Opens a page as somebody who is signed in. */
async function open(at: string, options: Partial<PageOptions> = {}): Promise<Page> {
  const cookie = `${site.operator.cookie}; ${MARK}`;
  const page = await openPage(browser, site.site.url + at, { width: 1440, cookie, ...options });
  pages.push(page);
  return page;
}

/** Opens a page, and returns with it the paths of its requests to files and calls that only operators need. */
async function openRecorded(at: string, cookie?: string): Promise<{ page: Page; asked: string[] }> {
  const { url } = site.site;
  const page = await openTab(browser, url, { width: 1440, ...(cookie === undefined ? {} : { cookie }) });
  pages.push(page);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (OURS.test(request.url())) asked.push(new URL(request.url()).pathname);
  });
  await page.goto(url + at, { waitUntil: 'load' });
  return { page, asked };
}

const bar = (page: Page) => page.getByRole('complementary', { name: 'Editing' });
const edit = (page: Page) => bar(page).getByRole('link', { name: 'Edit this page' });
const close = (page: Page) => bar(page).getByRole('button', { name: 'Close' });

/** Waits until the loader has imported what it needs on this page. */
async function idle(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((resolve) => requestIdleCallback(() => setTimeout(resolve, 300), { timeout: 3000 })),
  );
}

/** Opens another tab of the same browser. */
async function openNextTab(page: Page, at: string): Promise<Page> {
  const opens = page.context().waitForEvent('page');
  await page.evaluate((to) => void window.open(to, '_blank', 'noopener'), at);
  return opens;
}

/** Clicks a link that the page itself has. */
async function follow(page: Page, href: string): Promise<void> {
  await page.evaluate((to) => {
    const anchor = document.createElement('a');
    anchor.href = to;
    document.querySelector('main')?.append(anchor);
    anchor.click();
  }, href);
}

const overlaps = async (one: Locator, other: Locator) => {
  const [a, b] = await Promise.all([one.boundingBox(), other.boundingBox()]);
  if (!a || !b) return false;
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
};

it('visitors load nothing of the bar', async () => {
  const { page, asked } = await openRecorded('/about', 'visitor=somebody');
  await bootApp(page);
  await follow(page, '/sell');
  await page.waitForURL('**/sell');
  await idle(page);
  expect(asked).toEqual([]);
  expect(await bar(page).count()).toBe(0);
  expect(await page.content()).not.toContain('page-bar');
  expect(faultsOf(page)).toEqual([]);
});

describe.each([360, 768, 1440])('at %s pixels', (width) => {
  it.each(['light', 'dark'] as const)('the bar leads to the editor of the page, %s', async (colorScheme) => {
    const page = await open('/about', { width, colorScheme });
    await edit(page).waitFor();
    const facts = await bar(page).locator('span').allInnerTexts();
    expect(facts.slice(1)).toEqual(['No leads in 30 days', 'No faults']);
    expect(await axeViolations(page)).toEqual([]);
    expect(await horizontalOverflow(page)).toEqual([]);
    expect(await layoutShift(page)).toBeLessThan(0.01);
    // Below the start of the page, small screens have a bar with its actions.
    await page.evaluate(() => scrollTo(0, 900));
    if (width === 360) {
      const actions = page.getByRole('link', { name: 'Send a message' });
      await actions.waitFor();
      expect(await overlaps(bar(page), actions)).toBe(false);
    }
    const folder = process.env['SCREENSHOTS'];
    if (folder) await page.screenshot({ path: path.join(folder, `bar-${width}-${colorScheme}.png`) });
    expect(faultsOf(page)).toEqual([]);
    await edit(page).press('Enter');
    await page.waitForURL('**/admin/pages/about');
  });
});

it('is the last thing that the keyboard reaches, and is not printed', async () => {
  const page = await open('/about');
  await edit(page).waitFor();
  await bootApp(page);
  await page.evaluate(() => [...document.querySelectorAll<HTMLElement>('#site-footer a')].at(-1)?.focus());
  await page.keyboard.press('Tab');
  expect(await edit(page).evaluate((link) => link.matches(':focus-visible'))).toBe(true);
  await page.keyboard.press('Tab');
  expect(await close(page).evaluate((button) => button.matches(':focus-visible'))).toBe(true);
  await page.emulateMedia({ media: 'print' });
  expect(await bar(page).isVisible()).toBe(false);
});

it('follows navigation within the application, also to where there is nothing to edit', async () => {
  const page = await open('/about');
  await edit(page).waitFor();
  await bootApp(page);
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  const leadsTo = async (href: string) => {
    await expect.poll(() => bar(page).getByRole('link').getAttribute('href')).toBe(href);
  };
  await leadsTo('/admin/pages/about');
  await follow(page, '/sell/staging-tips');
  await leadsTo('/admin/pages/sell/staging-tips');
  await follow(page, '/blog/radon-in-iowa-homes');
  await leadsTo('/admin/pages');
  expect(await bar(page).getByRole('link').innerText()).toBe('All pages');
  await page.goBack();
  await leadsTo('/admin/pages/sell/staging-tips');
  await follow(page, '/');
  await leadsTo('/admin/pages/home');
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
  expect(faultsOf(page)).toEqual([]);
});

it('stays closed in a tab, and is there again in the next one', async () => {
  const page = await open('/about');
  const places = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('main [data-placement], #site-footer')].map((part) => {
        const { x, y, width, height } = part.getBoundingClientRect();
        return [x, y, width, height];
      }),
    );
  await edit(page).waitFor();
  const before = await places();
  await close(page).press('Enter');
  await expect.poll(() => bar(page).count()).toBe(0);
  expect(await places()).toEqual(before);
  await page.goto(`${site.site.url}/sell`);
  await idle(page);
  expect(await bar(page).count()).toBe(0);
  await edit(await openNextTab(page, '/sell')).waitFor();
});

it('is not in the frames of the operators’ screens', async () => {
  const screen = await open('/admin/settings/site');
  const frame = screen.frameLocator('iframe[title="The site"]');
  await frame.locator('main h1').waitFor();
  await frame
    .locator('body')
    .evaluate(
      () => new Promise((resolve) => requestIdleCallback(() => setTimeout(resolve, 300), { timeout: 3000 })),
    );
  expect(await frame.locator('aside[aria-label="Editing"]').count()).toBe(0);
  const builder = await open('/admin/pages/about');
  await builder.frameLocator('iframe').first().locator('main h1, h1').first().waitFor();
  expect(await builder.frameLocator('iframe').first().locator('aside[aria-label="Editing"]').count()).toBe(0);
});

it('is gone after the sign-out, with its cookie, and where the session has ended', async () => {
  const own = await startOperatorSite({});
  try {
    const page = await openPage(browser, `${own.site.url}/about`, {
      width: 1440,
      cookie: `${own.operator.cookie}; ${MARK}`,
    });
    pages.push(page);
    await edit(page).waitFor();
    await bootApp(page);
    const marks = async () =>
      (await page.context().cookies()).filter(({ name }) => name === EDITOR_COOKIE).length;
    const other = await openNextTab(page, '/admin');
    await other.getByRole('button', { name: 'Sign out' }).click();
    await other.waitForURL('**/sign-in');
    expect(await marks()).toBe(0);
    // The page that was open all the time asks for the next path, and is told that the session is over.
    await follow(page, '/sell');
    await expect.poll(() => bar(page).count()).toBe(0);
    await page.reload();
    await idle(page);
    expect(await bar(page).count()).toBe(0);
    // The cookie of a session that ended without a sign-out.
    await page.context().addCookies([{ name: EDITOR_COOKIE, value: '1', url: own.site.url }]);
    await page.reload();
    await expect.poll(marks).toBe(0);
    await idle(page);
    expect(await bar(page).count()).toBe(0);
    expect(faultsOf(page).filter((fault) => !/\/api\/admin\/pages\/bar\S* 401$/.test(fault))).toEqual([]);
  } finally {
    await own.site.stop();
    await rm(own.folder, { recursive: true, force: true });
  }
});
