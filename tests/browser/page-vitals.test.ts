import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { CONDITION_LIMIT } from '../setup/time-limits.ts';
import { readMetrics } from '../server/read-metrics.ts';
import { launchBrowser } from './support/launch-browser.ts';
import { faultsOf, recordFaults } from './support/page-checks.ts';
import { startSite, type Site } from './support/start-site.ts';

const TOKEN = 'a-token-of-the-collector';
/**
 * The server ignores reports of browsers that call themselves headless. A context's own user agent does not apply to what a
 * page sends while it is left.
 */
const USER_AGENT = 'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 Chrome/153.0.0.0 Safari/537.36';

let browser: Browser;
let site: Site;
const pages: Page[] = [];

beforeAll(async () => {
  [browser, site] = await Promise.all([
    launchBrowser([`--user-agent=${USER_AGENT}`]),
    startSite({ METRICS_TOKEN: TOKEN }),
  ]);
});
afterEach(async () => {
  await Promise.all(pages.splice(0).map((page) => page.context().close()));
});
afterAll(async () => {
  await Promise.all([browser?.close(), site?.stop()]);
});

interface Luck {
  /** What `Math.random` returns. */
  random: number;
  automated?: boolean;
  gpc?: boolean;
}

/** Opens a page like a visitor's browser, and records what it requests. */
async function visit(path: string, { random, automated = false, gpc = false }: Luck) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  page.setDefaultTimeout(CONDITION_LIMIT);
  pages.push(page);
  await recordFaults(page);
  await page.addInitScript(
    ([drawn, isAutomated, asks]) => {
      Math.random = () => drawn;
      Object.defineProperty(Navigator.prototype, 'webdriver', { get: () => isAutomated });
      if (asks) Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { get: () => true });
      window.PerformanceObserver = class extends PerformanceObserver {
        override observe(options?: PerformanceObserverInit) {
          super.observe(options);
          // The layout shift is the last that is measured.
          if (options?.type === 'layout-shift') document.documentElement.dataset['measured'] = '';
        }
      };
    },
    [random, automated, gpc] as const,
  );
  const paths: string[] = [];
  page.on('request', (request) => paths.push(new URL(request.url()).pathname));
  await page.goto(site.url + path, { waitUntil: 'load' });
  return { page, vitals: () => paths.filter((each) => /vitals/.test(each)) };
}

/** Waits until the page measures itself, which begins some time after the code for it was requested. */
const measures = (page: Page) => page.locator('html[data-measured]').waitFor({ state: 'attached' });

/** Waits until the loader has done what it does when the browser is idle. */
const idle = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => requestIdleCallback(() => setTimeout(resolve, 300), { timeout: 3_000 })),
  );

/** Waits until the browser has reported a largest paint. On a busy machine, that can be long after the page has loaded. */
const painted = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) =>
        new PerformanceObserver(() => resolve()).observe({
          type: 'largest-contentful-paint',
          buffered: true,
        }),
      ),
  );

async function counted(name: string, page: string): Promise<number | null> {
  const answer = await fetch(`${site.url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } });
  return readMetrics(await answer.text()).value(`lintel_web_vitals_${name}_count`, { page });
}

it('a page view of the measured tenth reports its speed once, by the kind of page', async () => {
  const { page, vitals } = await visit('/blog?utm_source=news', { random: 0.099 });
  await expect.poll(vitals).toContainEqual(expect.stringMatching(/^\/assets\/entry-vitals-/));
  await measures(page);
  // After the first input, the browser reports no paint.
  await painted(page);
  await page.locator('h1').click();
  await page.keyboard.press('Tab');
  // The browser tells how long these took after the next frame, when the application has started.
  await page.waitForFunction(() => document.documentElement.dataset['app'] === 'ready');
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        new PerformanceObserver(() => resolve()).observe({ type: 'first-input', buffered: true });
      }),
  );
  await idle(page);
  // To the visitor, the page is gone for a moment, comes back, and is left.
  for (const state of ['hidden', 'visible', 'hidden']) {
    await page.evaluate((now) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => now });
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    }, state);
    await page.waitForTimeout(100);
  }
  const counts = () =>
    Promise.all(['lcp_seconds', 'inp_seconds', 'cls'].map((metric) => counted(metric, 'list')));
  await expect.poll(counts).toEqual([1, 1, 1]);
  expect(faultsOf(page)).toEqual([]);
});

it.each([
  ['/', 'home'],
  ['/about', 'page'],
  ['/nothing-here', 'other'],
])('%s is measured as %s when the visitor goes on', async (path, kind) => {
  const { page, vitals } = await visit(path, { random: 0 });
  await expect.poll(vitals).toContainEqual(expect.stringMatching(/^\/assets\/entry-vitals-/));
  await measures(page);
  await painted(page);
  await page.goto(`${site.url}/robots.txt`);
  await expect.poll(() => counted('lcp_seconds', kind)).toBe(1);
});

it.each<[string, Luck]>([
  ['in the other nine tenths', { random: 0.1 }],
  ['where the browser sends Global Privacy Control', { random: 0, gpc: true }],
  ['in automated browsers', { random: 0, automated: true }],
])('nothing is loaded or sent %s', async (_name, luck) => {
  const { page, vitals } = await visit('/about', luck);
  await idle(page);
  await page.locator('h1').click();
  await page.goto(`${site.url}/robots.txt`);
  expect(vitals()).toEqual([]);
});
