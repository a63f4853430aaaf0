// Usage: node tests/load/inp.ts [--runs=9] [--only=<block>] [--pause=<ms>] [--throttle=4]
// Measures INP on the built site: the first tap and the first keystrokes in each form and calculator, on a phone with
// the CPU slowed down by `throttle`. Each visit is repeated on the same page without scripts. The difference is the cost
// of the scripts.
import { loadavg } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../browser/support/launch-browser.ts';
import { startSite } from '../browser/support/start-site.ts';

/** The limit for the worst visit, in milliseconds. Above it, browsers no longer rate INP as good. */
const LIMIT_MS = 200;

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '9' },
    only: { type: 'string' },
    /** Milliseconds between arriving at the form and the tap. By default, the visitor taps at once. */
    pause: { type: 'string', default: '0' },
    throttle: { type: 'string', default: '4' },
  },
});
const runs = Number(values.runs);
if (!Number.isInteger(runs) || runs < 1) throw new Error('--runs takes a whole number from 1');

interface Target {
  block: string;
  path: string;
  /** The field to tap first, and the one to tap after typing. */
  field: string;
  next: string;
  keys: string;
}

const targets: readonly Target[] = [
  { block: 'quick-lead-form', path: '/?layout=lead-capture', field: 'contact', next: 'contact', keys: '51' },
  {
    block: 'market-report-form',
    path: '/?layout=lead-capture',
    field: 'contact',
    next: 'contact',
    keys: '51',
  },
  { block: 'lead-form', path: '/sell', field: 'phone', next: 'phone', keys: '51' },
  { block: 'contact-form', path: '/contact', field: 'firstName', next: 'lastName', keys: 'An' },
  {
    block: 'mortgage-calculator',
    path: '/buy/mortgage-guide',
    field: 'mc_rate',
    next: 'mc_tax',
    keys: '5',
  },
  {
    block: 'affordability-worksheet',
    path: '/buy/mortgage-guide',
    field: 'aw_rate',
    next: 'aw_tax',
    keys: '5',
  },
  { block: 'net-sheet', path: '/sell', field: 'ns_commission', next: 'ns_months', keys: '5' },
].filter(({ block }) => values.only === undefined || block === values.only);

const site = await startSite();
const browser = await launchBrowser();
const rows: Record<string, Record<string, string | number>> = {};
let over = 0;
try {
  for (const target of targets) {
    const withScript: number[] = [];
    const without: number[] = [];
    for (let run = 1; run <= runs; run += 1) {
      withScript.push(await visit(browser, target, true));
      without.push(await visit(browser, target, false));
    }
    const worst = Math.max(...withScript);
    if (worst >= LIMIT_MS) over += 1;
    rows[`${target.path} ${target.block}`] = {
      median: median(withScript),
      worst,
      'median without script': median(without),
      'worst without script': Math.max(...without),
      load: loadavg()[0]?.toFixed(1) ?? '',
    };
    console.error(`${target.block}: ${withScript.join(' ')} | ${without.join(' ')}`);
  }
} finally {
  await browser.close();
  await site.stop();
}
console.log(`INP in ms of ${runs} visits, CPU slowed down ${values.throttle}×, limit ${LIMIT_MS} ms.`);
console.table(rows);
if (over > 0) {
  console.error(
    `${over} page(s) are over the limit. Run again on a quiet machine, or load less before input.`,
  );
  process.exitCode = 1;
}

/** Visits a page for the first time on a phone: taps a field, types, and taps another. Returns INP in milliseconds. */
async function visit(browser: Browser, target: Target, script: boolean): Promise<number> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
  });
  try {
    const page = await context.newPage();
    await page.addInitScript(recordInteractions);
    if (!script) await removeScript(page, site.url + target.path);
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: Number(values.throttle) });
    await page.goto(site.url + target.path, { waitUntil: 'load' });
    const section = page.locator(`[data-placement=${target.block}]`);
    const field = section.locator(`[name=${target.field}]`);
    await field.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }));
    // The visitor's last scroll before the tap.
    await session.send('Input.synthesizeScrollGesture', {
      x: 195,
      y: 500,
      yDistance: -60,
      gestureSourceType: 'touch',
    });
    await delay(Number(values.pause));
    await tap(page, target.block, target.field);
    for (const key of target.keys) await page.keyboard.press(key);
    await tap(page, target.block, target.next);
    await page.keyboard.press('1');
    const count = target.keys.length + 3;
    await page.waitForFunction((all) => performance.interactionCount >= all, count);
    // The browser reports an entry only after its frame was shown, and only if it took at least 16 ms.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
    return Math.max(0, ...(await page.evaluate(() => [...recorded().values()])));
  } finally {
    await context.close();
  }
}

/** Taps the field directly, without Playwright's checks, which wait until the page is idle. */
async function tap(page: Page, block: string, name: string): Promise<void> {
  const at = await page
    .locator(`[data-placement=${block}] [name=${name}]`)
    .first()
    .evaluate((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return { x: x + width / 2, y: y + height / 2 };
    });
  await page.touchscreen.tap(at.x, at.y);
}

/** Removes the page's modules, and with them all code that runs, from the document. Scripts that hold data stay. */
async function removeScript(page: Page, url: string): Promise<void> {
  await page.route(url, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replaceAll(/<script type="module"[^>]*><\/script>/g, '');
    await route.fulfill({ response, body });
  });
}

declare function recorded(): Map<number, number>;

/** Runs in the page: records the duration of each interaction, as the Event Timing API reports it. */
function recordInteractions(): void {
  const longest = new Map<number, number>();
  Object.assign(window, { recorded: () => longest });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { interactionId } = entry as PerformanceEventTiming;
      if (!interactionId) continue;
      longest.set(interactionId, Math.max(longest.get(interactionId) ?? 0, entry.duration));
    }
  }).observe({ type: 'event', durationThreshold: 16, buffered: true });
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}
