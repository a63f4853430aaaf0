import type { Browser, Page, Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { workerBrowser } from './support/worker-browser.ts';
import { bootApp, faultsOf, layoutShift, openPage, type PageOptions } from './support/page-checks.ts';
import { startSite, type Site } from './support/start-site.ts';

const HOME = '/?layout=lead-capture';

let browser: Browser;
let site: Site;
const pages: Page[] = [];

beforeAll(async () => {
  [browser, site] = await Promise.all([workerBrowser(), startSite()]);
});
afterEach(async () => {
  await Promise.all(pages.splice(0).map((page) => page.close()));
});
afterAll(async () => {
  await site?.stop();
});

/**
 * Opens a page, and holds or aborts the requests for the code of its near views, which are loaded only near the
 * viewport. A call of `come` releases held requests and lets later ones succeed.
 */
async function openWaiting(
  path: string,
  how: 'hold' | 'refuse',
  options: PageOptions = { width: 1440 },
): Promise<{ page: Page; come: () => Promise<void> }> {
  const files = await nearFiles(path);
  const held: Route[] = [];
  let waits = true;
  const page = await openPage(browser, `${site.url}/robots.txt`, options);
  pages.push(page);
  await page.route(
    (url) => files.includes(url.pathname),
    async (route) => {
      if (!waits) await route.continue();
      else if (how === 'refuse') await route.abort();
      else held.push(route);
    },
  );
  await page.goto(site.url + path, { waitUntil: 'load' });
  const come = async () => {
    waits = false;
    await Promise.all(held.splice(0).map((route) => route.continue()));
  };
  return { page, come };
}

/** Returns the files of the page's near views, without their imports, which other pages may share. */
async function nearFiles(path: string): Promise<string[]> {
  const html = await (await fetch(site.url + path)).text();
  const text = /id="app-data">(.*?)<\/script>/s.exec(html)?.[1] ?? '{}';
  const data: { nearViews: Record<string, string[]> } = JSON.parse(text);
  const names = [...html.matchAll(/ data-(?:app|views)="([^"]*)"/g)].map(([, value]) => value ?? '');
  const application = new Set(names.join(' ').split(' '));
  const files = Object.values(data.nearViews)
    .flatMap((all) => all.slice(0, 1))
    .filter((file) => !application.has(file));
  expect(files.length).toBeGreaterThan(0);
  return files;
}

const form = (page: Page) => page.locator('[data-placement=quick-lead-form] form');
const field = (page: Page) => form(page).locator('input[name=contact]');
const box = (page: Page) => form(page).locator('input[type=checkbox]').first();
const appState = (page: Page) => page.evaluate(() => document.documentElement.dataset['app']);
/** Returns the paths of the files that the page has loaded. */
const loadedFiles = (page: Page) =>
  page.evaluate(() => performance.getEntriesByType('resource').map((entry) => new URL(entry.name).pathname));
/** Returns whether React has hydrated the field. */
const runs = (page: Page) =>
  field(page).evaluate((input) => Object.keys(input).some((key) => key.startsWith('__reactFiber')));
/** Marks the DOM element of the field. `marked` returns whether the field is still the same element. */
const mark = (page: Page) => field(page).evaluate((input) => Object.assign(input, { marked: true }));
const marked = (page: Page) => field(page).evaluate((input) => 'marked' in input);

/** A typed phone number makes the consent boxes appear. */
const PHONE = '515-555-0142';

async function fillIn(page: Page): Promise<void> {
  await field(page).pressSequentially(PHONE);
  await box(page).check();
  await field(page).focus();
  await field(page).evaluate((input: HTMLInputElement) => input.setSelectionRange(0, 3));
  await mark(page);
}

async function expectFilledIn(page: Page): Promise<void> {
  expect(await field(page).inputValue()).toBe(PHONE);
  expect(await box(page).isChecked()).toBe(true);
}

describe('a form', () => {
  it('loads its code only when it is near the viewport, after the page has loaded', async () => {
    const files = await nearFiles('/sell');
    const page = await openPage(browser, `${site.url}/sell`, { width: 360 });
    pages.push(page);
    await bootApp(page);
    expect((await loadedFiles(page)).filter((file) => files.includes(file))).toEqual([]);
    for (const block of ['net-sheet', 'lead-form']) {
      await page.locator(`[data-placement=${block}] form`).scrollIntoViewIfNeeded();
    }
    await expect
      .poll(async () => (await loadedFiles(page)).filter((file) => files.includes(file)))
      .toEqual(expect.arrayContaining(files));
    expect(faultsOf(page)).toEqual([]);
  });

  it('does not recreate the page’s fonts when the application starts', async () => {
    const page = await openPage(browser, `${site.url}/sell`, { width: 360 });
    pages.push(page);
    const faces = await page.evaluateHandle(() => [...document.fonts]);
    expect(await faces.evaluate((all) => all.length)).toBeGreaterThan(2);
    await bootApp(page);
    // The browser would reload a recreated font face, and the text would switch fonts and shift.
    expect(
      await faces.evaluate((all) => {
        const now = [...document.fonts];
        return now.length === all.length && all.every((face) => now.includes(face));
      }),
    ).toBe(true);
  });

  it('runs when it is near the viewport, without user interaction and without the application', async () => {
    const page = await openPage(browser, site.url + HOME, { width: 1440 });
    pages.push(page);
    await form(page).scrollIntoViewIfNeeded();
    await expect.poll(() => runs(page)).toBe(true);
    expect(await appState(page)).toBeUndefined();
    expect((await loadedFiles(page)).filter((file) => file.includes('/entry-client-'))).toEqual([]);
    // On a busy machine the text's fonts can arrive after the first paint, which shifts it by up to 0.003.
    expect(await layoutShift(page)).toBeLessThan(0.01);
    expect(faultsOf(page)).toEqual([]);
  });

  it('runs when it is touched and typed in, and keeps its step when the application starts', async () => {
    const page = await openPage(browser, site.url + HOME, { width: 360 });
    pages.push(page);
    await field(page).tap();
    await expect.poll(() => runs(page)).toBe(true);
    // The form takes its events a moment after React has rendered it.
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(() => setTimeout(resolve))));
    await page.route('**/api/**', (route) => route.abort());
    await field(page).fill('nobody');
    await form(page).getByRole('button').first().click();
    const wrong = form(page).locator('[aria-invalid=true]');
    await wrong.waitFor();
    await mark(page);
    expect(await appState(page)).toBeUndefined();
    await bootApp(page);
    expect(await marked(page)).toBe(true);
    expect(await wrong.count()).toBe(1);
    expect(await field(page).inputValue()).toBe('nobody');
    expect(faultsOf(page)).toEqual([]);
  });

  it.each([360, 1440])('keeps earlier input, ticked boxes, selection and focus, at %s px', async (width) => {
    const { page, come } = await openWaiting(HOME, 'hold', { width });
    await fillIn(page);
    await bootApp(page);
    expect(await runs(page)).toBe(false);
    const before = await form(page).evaluate((element) => element.getBoundingClientRect().height);
    await come();
    await expect.poll(() => runs(page)).toBe(true);
    await expectFilledIn(page);
    expect(await marked(page)).toBe(true);
    expect(
      await field(page).evaluate((input: HTMLInputElement) => [
        document.activeElement === input,
        input.selectionStart,
        input.selectionEnd,
      ]),
    ).toEqual([true, 0, 3]);
    expect(await form(page).evaluate((element) => element.getBoundingClientRect().height)).toBe(before);
    expect(faultsOf(page)).toEqual([]);
  });

  it('survives an anchor link and navigation to another page and back while its code is loading', async () => {
    const { page, come } = await openWaiting(HOME, 'hold');
    await fillIn(page);
    await bootApp(page);
    await page.evaluate(() => {
      const link = Object.assign(document.createElement('a'), { href: '#quick' });
      document.body.append(link);
      link.click();
    });
    await page.waitForURL('**#quick');
    await page.evaluate(() => history.pushState(null, '', '?layout=lead-capture&calc_price=1'));
    await page.evaluate(() => dispatchEvent(new PopStateEvent('popstate')));
    await page.waitForTimeout(200);
    expect(await marked(page)).toBe(true);
    await expectFilledIn(page);

    await page.locator('footer').getByRole('link', { name: 'Privacy' }).first().click();
    await page.waitForURL('**/privacy-policy');
    await field(page).waitFor({ state: 'detached' });
    await page.goBack();
    await field(page).waitFor();
    expect(await marked(page)).toBe(true);
    await expectFilledIn(page);
    await come();
    await expect.poll(() => runs(page)).toBe(true);
    expect(await marked(page)).toBe(true);
    await expectFilledIn(page);
  });

  it('keeps the server’s HTML if its code fails to load, and retries on focus', async () => {
    const { page, come } = await openWaiting(HOME, 'refuse');
    await fillIn(page);
    await bootApp(page);
    await page.waitForTimeout(300);
    expect(await runs(page)).toBe(false);
    await expectFilledIn(page);
    await come();
    // A request that had just failed is not repeated before the page has noticed that.
    const focused = async () => {
      await field(page).focus();
      await box(page).focus();
      return runs(page);
    };
    await expect.poll(focused).toBe(true);
    await expectFilledIn(page);
    expect(await marked(page)).toBe(true);
  });

  it('is posted by the browser if it is submitted before its code has loaded', async () => {
    const { page } = await openWaiting(HOME, 'hold');
    await fillIn(page);
    await bootApp(page);
    const posted = page.waitForRequest(
      (request) => request.method() === 'POST' && request.isNavigationRequest(),
    );
    await field(page).press('Enter');
    const request = await posted;
    const data = new URLSearchParams(request.postData() ?? '');
    expect(data.get('contact')).toBe(PHONE);
    expect(data.get('_placement')).toBe('quick');
  });

  it('that calculates updates its result by itself, and takes over its address with the application', async () => {
    const page = await openPage(browser, `${site.url}/buy/mortgage-guide`, { width: 360 });
    pages.push(page);
    const rate = page.locator('[name=mc_rate]');
    const result = page.locator('[data-placement=mortgage-calculator] output');
    const before = await result.innerText();
    await rate.tap();
    await rate.press('End');
    await expect
      .poll(() => rate.evaluate((input) => Object.keys(input).some((key) => key.startsWith('__react'))))
      .toBe(true);
    await rate.press('5');
    await expect.poll(() => result.innerText()).not.toBe(before);
    const after = await result.innerText();
    expect(await appState(page)).toBeUndefined();
    await rate.press('Enter');
    await page.waitForURL(/mc_rate=6.55/);
    await page.waitForFunction(() => document.documentElement.dataset['app'] === 'ready');
    expect(await result.innerText()).toBe(after);
    expect(faultsOf(page)).toEqual([]);
  });

  it('is hydrated on a page reached by client-side navigation', async () => {
    const page = await openPage(browser, `${site.url}/terms-of-service`, { width: 1440 });
    pages.push(page);
    await bootApp(page);
    await page.evaluate(() => {
      const link = Object.assign(document.createElement('a'), { href: '/sell' });
      document.body.append(link);
      link.click();
    });
    const input = page.locator('[data-placement=lead-form] form input').first();
    await input.waitFor({ state: 'attached' });
    expect(
      await input.evaluate((each) => Object.keys(each).some((key) => key.startsWith('__reactFiber'))),
    ).toBe(true);
    expect(faultsOf(page)).toEqual([]);
  });
});
