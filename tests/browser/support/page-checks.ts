import axe, { type AxeResults } from 'axe-core';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { CONDITION_LIMIT } from '../../setup/time-limits.ts';

export interface PageOptions {
  width: number;
  height?: number;
  colorScheme?: 'light' | 'dark';
  javaScript?: boolean;
  reducedMotion?: boolean;
  /** Cookies in the format of a `Cookie` header: `name=value; …`. */
  cookie?: string;
}

const CSP_MARK = '[content-security-policy] ';
const PHONE_BELOW = 600;
const AXE_TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

const faults = new WeakMap<Page, string[]>();
// Playwright's `javaScriptEnabled: false` cannot be lifted for a check, but our own CDP session can switch scripts on.
const scriptSwitches = new WeakMap<Page, CDPSession>();

/** Returns the console errors and warnings, page errors, CSP violations and failed requests of a page so far. */
export function faultsOf(page: Page): readonly string[] {
  const found = faults.get(page);
  if (!found)
    throw new Error('faultsOf() knows only pages that openPage() opened or recordFaults() was given');
  return found;
}

/** Opens `url` in a new context, which closes with `page.close()`, and records the faults of the page. */
export async function openPage(browser: Browser, url: string, options: PageOptions): Promise<Page> {
  const page = await browser.newPage({
    viewport: { width: options.width, height: options.height ?? 900 },
    // On a phone, scrollbars overlay the page and the pointer is a finger.
    isMobile: options.width < PHONE_BELOW,
    hasTouch: options.width < PHONE_BELOW,
    colorScheme: options.colorScheme ?? 'light',
    reducedMotion: options.reducedMotion ? 'reduce' : 'no-preference',
  });
  page.context().setDefaultTimeout(CONDITION_LIMIT);
  if (options.cookie !== undefined) {
    const cookies = options.cookie.split('; ').map((pair) => {
      const [name = '', ...value] = pair.split('=');
      return { name, value: value.join('='), url: new URL(url).origin };
    });
    await page.context().addCookies(cookies);
  }
  if (options.javaScript === false) {
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setScriptExecutionDisabled', { value: true });
    scriptSwitches.set(page, session);
  }
  await recordFaults(page);
  try {
    await page.goto(url, { waitUntil: 'load' });
  } catch (error) {
    await page.close();
    throw error;
  }
  return page;
}

/** Starts to record the faults of a page that a test opened by itself. */
export async function recordFaults(page: Page): Promise<void> {
  const found: string[] = [];
  faults.set(page, found);
  page.on('pageerror', (error) => found.push(`page error: ${error.message}`));
  page.on('console', (message) => {
    const text = message.text();
    if (text.startsWith(CSP_MARK)) found.push(`csp: ${text.slice(CSP_MARK.length)}`);
    // The request listeners below report the same failure with its method, address and status.
    else if (text.startsWith('Failed to load resource')) return;
    else if (['error', 'warning', 'assert'].includes(message.type())) {
      found.push(`console ${message.type()}: ${text}`);
    }
  });
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? 'failed';
    // A page may cancel its own requests, for example by a navigation or an AbortSignal.
    if (reason !== 'net::ERR_ABORTED') found.push(`request: ${request.method()} ${request.url()} ${reason}`);
  });
  page.on('response', (response) => {
    const request = response.request();
    // The status of the document itself (404, for example) is up to the test.
    const isDocument = request.isNavigationRequest() && request.frame() === page.mainFrame();
    if (response.status() >= 400 && !isDocument) {
      found.push(`request: ${request.method()} ${request.url()} ${response.status()}`);
    }
  });
  await page.addInitScript((mark) => {
    addEventListener('securitypolicyviolation', (event) => {
      const where = event.sourceFile ? ` at ${event.sourceFile}:${event.lineNumber}` : '';
      const sample = event.sample ? ` "${event.sample}"` : '';
      // oxlint-disable-next-line no-console -- the only way to reach the test without a global in the page
      console.debug(`${mark}${event.effectiveDirective} blocks ${event.blockedURI}${sample}${where}`);
    });
  }, CSP_MARK);
}

/** The parts of a page and the rules that axe-core checks. */
interface AxeScope {
  /** Limits the check to these rules. */
  rules?: readonly string[];
  /** CSS selectors that limit the check to the elements within them. The rules for a whole document are left out. */
  within?: readonly string[];
}

/** Returns the axe-core violations of the page in its current state, one line per element. */
export async function axeViolations(page: Page, { rules, within }: AxeScope = {}): Promise<string[]> {
  // Strings instead of functions: the debugger evaluates them regardless of the page's CSP, and a test runner that
  // rewrites imports cannot break them.
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(axe.source);
  // Frames contain third-party documents, such as a CRM form, which this project cannot fix.
  const options = JSON.stringify({ runOnly: rules ?? AXE_TAGS, iframes: false, resultTypes: ['violations'] });
  const context = within ? JSON.stringify({ include: within.map((selector) => [selector]) }) : 'document';
  const results = await withTimers(page, () => page.evaluate<AxeResults>(`axe.run(${context}, ${options})`));
  return results.violations.flatMap((violation) =>
    violation.nodes.map((node) => {
      const detail = [...node.any, ...node.all, ...node.none][0]?.message ?? violation.help;
      return `${violation.id} (${violation.impact ?? 'minor'}) ${node.target.join(' ')}: ${detail}`;
    }),
  );
}

/** Returns the sum of all layout shifts since the page opened, without those that followed user input, as CLS does. */
export async function layoutShift(page: Page): Promise<number> {
  const measure = (): Promise<number> =>
    new Promise((resolve) => {
      // While a page loads, phone emulation counts as user input, which would hide every early shift. No test interacts
      // with a page before it has loaded.
      const loaded = performance.getEntriesByType('navigation')[0]?.duration ?? 0;
      let total = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          if (!('value' in entry) || typeof entry.value !== 'number') continue;
          const input = 'lastInputTime' in entry ? Number(entry.lastInputTime) : 0;
          const byVisitor = 'hadRecentInput' in entry && entry.hadRecentInput === true && input > loaded;
          if (!byVisitor) total += entry.value;
        }
      }).observe({ type: 'layout-shift', buffered: true });
      // Buffered entries arrive in a separate task, and those of the latest frame arrive after it.
      setTimeout(() => resolve(total), 250);
    });
  return withTimers(page, () => page.evaluate(measure));
}

/**
 * Runs a check with JavaScript enabled. While it is off, neither timers nor observers run, and a check that waits would
 * never end. The page's own scripts were skipped while it loaded, so they do not run when scripting is switched on for
 * the check.
 */
async function withTimers<Result>(page: Page, check: () => Promise<Result>): Promise<Result> {
  const session = scriptSwitches.get(page);
  if (!session) return check();
  await session.send('Emulation.setScriptExecutionDisabled', { value: false });
  try {
    return await check();
  } finally {
    await session.send('Emulation.setScriptExecutionDisabled', { value: true });
  }
}

/** Lists the elements that extend past the right edge of the viewport and have no ancestor that scrolls or clips. */
export async function horizontalOverflow(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const clipped = (element: Element): boolean => {
      // Except html and body: clipping there would only hide the mistake, along with part of the content.
      for (let above = element.parentElement; above && above !== document.body; above = above.parentElement) {
        const { right } = above.getBoundingClientRect();
        if (getComputedStyle(above).overflowX !== 'visible' && right <= width + 1) return true;
      }
      return false;
    };
    const found: string[] = [];
    for (const element of document.body.querySelectorAll('*')) {
      const box = element.getBoundingClientRect();
      if (box.width === 0 || box.height === 0 || box.right <= width + 1 || clipped(element)) continue;
      if (!element.checkVisibility({ visibilityProperty: true })) continue;
      const name = element.localName + (element.id && `#${element.id}`);
      const label = [name, ...element.classList].join('.');
      found.push(`${label} reaches ${Math.round(box.right)} of ${width} px`);
    }
    const { scrollWidth } = document.documentElement;
    // Text and generated content are not elements, so the loop above cannot find them.
    if (found.length === 0 && scrollWidth > width)
      found.push(`document scrolls to ${scrollWidth} of ${width} px`);
    return found;
  });
}

/** Simulates the first sign of a visitor that the page waits for, and waits until the application has hydrated. */
export async function bootApp(page: Page, sign: 'pointer' | 'keyboard' = 'pointer'): Promise<void> {
  if (sign === 'keyboard') {
    await page.keyboard.press('Tab');
  } else {
    // Move across the page: `pointerover` fires only when the pointer enters another element, and the browser may have
    // placed the pointer over the first one before the page listened.
    const { width, height } = page.viewportSize() ?? { width: 360, height: 640 };
    await page.mouse.move(width / 2, 1);
    await page.mouse.move(width / 2, height - 1, { steps: 12 });
  }
  await page.waitForFunction(() => document.documentElement.dataset.app === 'ready');
}
