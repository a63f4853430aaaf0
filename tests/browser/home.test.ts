import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { changeSinceServer } from './support/boot-faults.ts';
import { workerBrowser } from './support/worker-browser.ts';
import {
  axeViolations,
  bootApp,
  faultsOf,
  horizontalOverflow,
  layoutShift,
  openPage,
  type PageOptions,
} from './support/page-checks.ts';
import { startSite, type Site } from './support/start-site.ts';

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

async function open(path: string, options: PageOptions): Promise<Page> {
  const page = await openPage(browser, site.url + path, options);
  pages.push(page);
  return page;
}

const layouts = ['/?layout=content', '/?layout=lead-capture'];
// site.test.ts covers narrow dark and wide light screens for all pages.
const looks = (
  [
    [360, 'light'],
    [768, 'light'],
    [1440, 'dark'],
  ] as const
).flatMap(([width, colorScheme]) => layouts.map((path) => ({ path, width, colorScheme })));

describe.each(looks)('$path at $width px, $colorScheme', ({ path, width, colorScheme }) => {
  it('has no faults, layout shifts, overflow or axe violations, and the boot changes nothing', async () => {
    const page = await open(path, { width, colorScheme });
    const loaded = () =>
      page.evaluate(() =>
        performance.getEntriesByType('resource').map((entry) => new URL(entry.name).pathname),
      );
    await page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }));
    await page.waitForLoadState('networkidle');
    const scripts = (await loaded()).filter((each) => each.endsWith('.js'));
    // A page with a form loads further scripts when the form is near the viewport, even without user interaction.
    if ((await page.locator('[data-need=near]').count()) === 0) {
      const named = await page.evaluate(() =>
        Array.from(document.querySelectorAll<HTMLScriptElement>('script[src]'), ({ src }) => src),
      );
      expect(new Set(scripts)).toEqual(new Set(named.map((href) => new URL(href).pathname)));
      expect(await page.locator('html[data-app]').count()).toBe(0);
    }
    await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
    expect(await axeViolations(page)).toEqual([]);
    expect(await horizontalOverflow(page)).toEqual([]);
    await fontsShown(page);
    const loading = await layoutShift(page);
    // On a busy machine, fonts arrive after the first paint. Then the limit is that of the test with late fonts.
    expect(loading).toBeLessThan((await cameFontsLate(page)) ? 0.03 : 0.001);

    await bootApp(page);
    expect((await loaded()).filter((each) => each.startsWith('/wp-json'))).toEqual([]);
    expect(await changeSinceServer(page)).toBeNull();
    expect((await layoutShift(page)) - loading).toBeLessThan(0.001);
    expect(faultsOf(page)).toEqual([]);
  });
});

/** Whether a font was loaded after the first paint of the page. */
function cameFontsLate(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const paint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0;
    return performance
      .getEntriesByType('resource')
      .some((entry) => entry.name.endsWith('.woff2') && entry.startTime + entry.duration > paint);
  });
}

/** Resolves when the page has been drawn with its fonts. */
function fontsShown(page: Page): Promise<void> {
  return page.evaluate(async () => {
    await document.fonts.ready;
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  });
}

describe('without JavaScript', () => {
  it('the page is complete, and answers open one at a time', async () => {
    const page = await open('/', { width: 360, javaScript: false });
    expect(await page.locator('h1').count()).toBe(1);
    expect(await page.locator('main h2').count()).toBeGreaterThan(5);
    const [first, second] = [page.locator('details').nth(0), page.locator('details').nth(1)];
    await first.locator('summary').click();
    await second.locator('summary').click();
    expect(await first.getAttribute('open')).toBeNull();
    expect(await second.getAttribute('open')).not.toBeNull();
  });

  it('“Load more” and “View all activity” show more entries, and leave the address clean', async () => {
    const page = await open('/?layout=lead-capture', { width: 360, javaScript: false });
    const entries = page.locator('[data-placement=activity] ol > li:visible');
    expect(await entries.count()).toBe(4);
    await page.getByText('Load more').click();
    await expect.poll(() => entries.count()).toBe(5);
    expect(await page.getByText('View all activity').isVisible()).toBe(false);
    await page.reload();
    await page.locator('summary', { hasText: 'View all activity' }).press('Enter');
    await expect.poll(() => entries.count()).toBe(5);
    // The focus stays, and the same key hides the entries again.
    await page.keyboard.press('Enter');
    await expect.poll(() => entries.count()).toBe(4);
    expect(page.url()).toBe(`${site.url}/?layout=lead-capture`);
  });
});

describe('on a phone', () => {
  it.each([false, true])('the drawer is modal and returns the focus (JavaScript: %s)', async (javaScript) => {
    const page = await open('/', { width: 320, javaScript });
    const opener = page.getByRole('banner').getByRole('button', { name: 'Menu' });
    const drawer = page.getByRole('dialog', { name: 'Menu' });
    await opener.press('Enter');
    await drawer.waitFor({ state: 'visible' });
    expect(await drawer.evaluate((element) => element.matches(':modal'))).toBe(true);
    expect(await drawer.getByRole('link', { name: 'Staging Tips' }).isVisible()).toBe(true);
    expect(await axeViolations(page)).toEqual([]);
    const outside = () =>
      page.evaluate(
        () => document.activeElement?.closest('#root') && !document.activeElement.closest('dialog'),
      );
    const links = await drawer.getByRole('link').count();
    for (let at = 0; at < links + 3; at += 1) {
      await page.keyboard.press('Tab');
      expect(await outside()).not.toBe(true);
    }
    await page.mouse.move(20, 300);
    await page.mouse.wheel(0, 500);
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'hidden' });
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    expect(await opener.evaluate((element) => element === document.activeElement)).toBe(true);
    await opener.tap();
    await drawer.getByRole('button', { name: 'Close' }).tap();
    await drawer.waitFor({ state: 'hidden' });
    expect(faultsOf(page)).toEqual([]);
  });

  it('the connect bar leads to the form and disappears behind it', async () => {
    const page = await open('/sell', { width: 360, javaScript: false });
    const link = page.getByText('Send a message');
    // The scroll animation that hides it begins with the first frame.
    await expect.poll(() => link.evaluate((element) => getComputedStyle(element).visibility)).toBe('hidden');
    const setTextSize = (size: string) =>
      page.evaluate((each) => void (document.documentElement.style.fontSize = each), size);
    await setTextSize('200%');
    expect(await link.evaluate((element) => element.getBoundingClientRect().right)).toBeLessThan(360);
    await setTextSize('');
    await page.mouse.wheel(0, 400);
    const isOnTop = () =>
      link.evaluate((element) => {
        const { left, top, width, height } = element.getBoundingClientRect();
        return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
      });
    await expect.poll(isOnTop).toBe(true);
    const target = (await link.getAttribute('href')) ?? '';
    expect(await page.locator(`${target} form`).count()).toBe(1);
    await link.tap();
    await expect.poll(isOnTop).toBe(false);
    await page.locator('footer').scrollIntoViewIfNeeded();
    await page.locator(`${target} input:visible`).first().focus();
    expect(await link.isVisible()).toBe(false);
  });

  it('the result of a calculator stays in sight while its inputs are edited', async () => {
    const page = await open('/buy/mortgage-guide', { width: 360, height: 500 });
    const tool = page.locator('[data-placement=mortgage-calculator]');
    const cutOff = await tool.locator('figure svg text').evaluateAll((labels) =>
      labels.flatMap((label) => {
        const chart = label.closest('div')?.getBoundingClientRect();
        return label.getBoundingClientRect().right > (chart?.right ?? 0) ? [label.textContent] : [];
      }),
    );
    expect(cutOff).toEqual([]);
    const before = await tool.locator('output').innerText();
    await tool.getByLabel('Association dues per month').fill('200');
    await expect.poll(() => tool.locator('output').innerText()).not.toBe(before);
    const running = tool.locator('form > p');
    expect(await running.innerText()).toContain(await tool.locator('output').innerText());
    const header = await page.getByRole('banner').boundingBox();
    const [shown, field] = [
      await running.boundingBox(),
      await tool.getByLabel('Association dues').boundingBox(),
    ];
    expect(shown?.y).toBeCloseTo((header?.y ?? 0) + (header?.height ?? 0) - 1, -1);
    expect(field?.y).toBeGreaterThan((shown?.y ?? Infinity) + (shown?.height ?? 0));
  });
});

describe.each([360, 1440])('with fonts that arrive late, at %s px', (width) => {
  it('shows its text at once, and hardly moves when they arrive', async () => {
    const page = await open('/robots.txt', { width });
    let come = () => {};
    const coming = new Promise<void>((resolve) => (come = resolve));
    await page.route(/\.woff2$/, async (route) => {
      await coming;
      await route.continue().catch(() => {});
    });
    await page.goto(`${site.url}/`, { waitUntil: 'domcontentloaded' });
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
    const fonts = () =>
      page.evaluate(() =>
        [...document.fonts]
          .filter(({ family }) => /Fraunces|Figtree/.test(family))
          .map((face) => [face.status, face.display]),
      );
    expect(await fonts()).toEqual([
      ['loading', 'swap'],
      ['loading', 'swap'],
    ]);
    const height = () => page.locator('h1').evaluate((heading) => heading.getBoundingClientRect().height);
    const before = await height();
    come();
    await expect.poll(fonts).toEqual([
      ['loaded', 'swap'],
      ['loaded', 'swap'],
    ]);
    expect(await height()).toBe(before);
    // Lines may wrap differently once the late fonts load. This limit is stricter than 0.1, the threshold of a good CLS.
    expect(await layoutShift(page)).toBeLessThan(0.03);
    expect(faultsOf(page)).toEqual([]);
  });
});

describe('boot on demand', () => {
  it('also starts on a key press, and keeps open elements open', async () => {
    const page = await open('/', { width: 360 });
    // Simulates user interaction between the first paint and the boot.
    await page.evaluate(() => {
      document.querySelector('details')?.setAttribute('open', '');
      document.querySelector<HTMLElement>('header [commandfor]')?.click();
    });
    await bootApp(page, 'keyboard');
    expect(await page.locator('details').first().getAttribute('open')).not.toBeNull();
    expect(await page.getByRole('dialog', { name: 'Menu' }).isVisible()).toBe(true);
    expect(faultsOf(page)).toEqual([]);
  });

  it('leaves the page unchanged if a block’s code fails to load, and logs it once', async () => {
    const page = await open('/', { width: 1440 });
    const views = (await page.locator('script[data-views]').getAttribute('data-views'))?.split(' ') ?? [];
    expect(views.length).toBeGreaterThan(0);
    await page.route('**/assets/view-*.js', (route) => route.abort());
    const reports: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/api/block-faults')) reports.push(request.postData() ?? '');
    });
    const before = await page.locator('main').innerText();
    await bootApp(page);
    await expect.poll(() => reports.length).toBeGreaterThan(0);
    expect(await page.locator('main').innerText()).toBe(before);
    expect(JSON.parse(reports[0] ?? '')).toMatchObject({ kind: 'chunk-failed', path: '/' });
    await expect.poll(() => site.log()).toContain('"event":"block-fault"');
  });

  it('retries on the next interaction if the application failed to load', async () => {
    const page = await open('/', { width: 1440 });
    let offline = true;
    let refused = 0;
    await page.route('**/assets/entry-client-*.js', (route) => {
      if (offline) refused += 1;
      return offline ? route.abort() : route.continue();
    });
    // One event, because there is another attempt with an event a second later.
    await page.mouse.move(300, 10);
    await expect.poll(() => refused).toBe(1);
    offline = false;
    // The next attempt comes with an event a second or more after the page has noticed the failure.
    const moveAndLook = async () => {
      await page.mouse.move(300, 10);
      await page.mouse.move(300, 600, { steps: 8 });
      return page.evaluate(() => document.documentElement.dataset['app']);
    };
    await expect.poll(moveAndLook, { interval: 200 }).toBe('ready');
  });
});

describe('questions and answers', () => {
  it('move the focus with the arrow keys, Home and End, and open one at a time with Enter', async () => {
    const page = await open('/', { width: 1440 });
    await bootApp(page);
    const summaries = page.locator('summary');
    const last = (await summaries.count()) - 1;
    const focused = () =>
      summaries.evaluateAll((all) => all.findIndex((each) => each === document.activeElement));
    await summaries.nth(0).focus();
    for (const [key, at] of [
      ['ArrowDown', 1],
      ['End', last],
      ['ArrowDown', 0],
      ['ArrowUp', last],
      ['Home', 0],
    ] as const) {
      await page.keyboard.press(key);
      expect(await focused(), key).toBe(at);
    }
    await page.keyboard.press('Enter');
    expect(await page.locator('details[open]').count()).toBe(1);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    expect(await page.locator('details[open]').count()).toBe(1);
    expect(await page.locator('details').nth(1).getAttribute('open')).not.toBeNull();
    await page.keyboard.press('Enter');
    expect(await page.locator('details[open]').count()).toBe(0);
  });
});

describe('navigation in the browser', () => {
  it('shows the next page without a page load, moves the focus, and goes back', async () => {
    const page = await open('/no-such-page', { width: 1440 });
    expect(await page.title()).toContain('not found');
    await bootApp(page);
    await page.evaluate(() => Object.assign(window, { sameDocument: true }));
    await page.locator('main').getByRole('link', { name: 'Home', exact: true }).click();
    await page.waitForFunction(() => document.activeElement?.localName === 'h1');
    expect(new URL(page.url()).pathname).toBe('/');
    expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
    await expect.poll(() => page.locator('head title').allTextContents()).toHaveLength(1);
    expect(await page.title()).not.toContain('not found');
    expect(await page.locator('meta[name=description]').count()).toBe(1);
    expect(await axeViolations(page)).toEqual([]);

    await page.goBack();
    await page.getByRole('heading', { name: '404 Page Not Found' }).waitFor();
    await page.goForward();
    await page.locator('#faq, [data-placement=faq]').first().waitFor();
    expect(faultsOf(page)).toEqual([]);
  });
});
