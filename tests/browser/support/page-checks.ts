import axe, { type AxeResults } from 'axe-core';
import type { Browser, CDPSession, Frame, Page } from 'playwright-core';
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

/** Chromium's report that a page was shown before its transition could start, on a busy machine. */
const SKIPPED_TRANSITION = /^Transition was (aborted|skipped)/;
const CSP_MARK = '[content-security-policy] ';
const PHONE_BELOW = 600;
const AXE_TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

const faults = new WeakMap<Page, string[]>();
// Playwright's `javaScriptEnabled: false` cannot be changed later. A CDP session can re-enable scripts for a check.
const scriptSwitches = new WeakMap<Page, CDPSession>();

/** Returns the console errors and warnings, page errors, CSP violations and failed requests of a page so far. */
export function faultsOf(page: Page): readonly string[] {
  const found = faults.get(page);
  if (!found)
    throw new Error('faultsOf() knows only pages that openPage() opened or recordFaults() was given');
  return found;
}

/** Whether a page has recorded faults. A page that records none has none. */
export function hasFaults(page: Page): boolean {
  return (faults.get(page)?.length ?? 0) > 0;
}

/** Opens `url` in a new context, which `page.close()` closes, and records the page's faults. */
export async function openPage(browser: Browser, url: string, options: PageOptions): Promise<Page> {
  const page = await openTab(browser, url, options);
  try {
    await page.goto(url, { waitUntil: 'load' });
  } catch (error) {
    await page.close();
    throw error;
  }
  return page;
}

/**
 * Prepares an empty page, as `openPage` does, for the site at `url`. The caller loads the site once the page is set up.
 */
export async function openTab(browser: Browser, url: string, options: PageOptions): Promise<Page> {
  const page = await browser.newPage({
    viewport: { width: options.width, height: options.height ?? 900 },
    // On phones, scrollbars overlay the page and the pointer is coarse.
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
  return page;
}

/** Records the faults of a page that was not opened with `openPage`. */
export async function recordFaults(page: Page): Promise<void> {
  const found: string[] = [];
  faults.set(page, found);
  page.on('pageerror', ({ message }) => {
    if (!SKIPPED_TRANSITION.test(message)) found.push(`page error: ${message}`);
  });
  page.on('console', (message) => {
    const text = message.text();
    if (text.startsWith(CSP_MARK)) found.push(`csp: ${text.slice(CSP_MARK.length)}`);
    // The request listeners below report the same failure with more details.
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
    // Tests check the status of the document itself, for example 404.
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

/** The elements and rules to check with axe-core. */
interface AxeScope {
  /** Limits the check to these rules. */
  rules?: readonly string[];
  /** Limits the check to elements within these CSS selectors. Rules for whole documents are skipped. */
  within?: readonly string[];
  /** Leaves out elements within these CSS selectors, which are not this project's. */
  except?: readonly string[];
}

/** Returns the axe-core violations of the page in its current state, one line per element. */
export async function axeViolations(page: Page, { rules, within, except }: AxeScope = {}): Promise<string[]> {
  // Pass strings instead of functions: the debugger evaluates them regardless of the page's CSP, and a test runner that
  // rewrites imports cannot break them.
  if (!(await page.evaluate<boolean>("'axe' in window"))) {
    // Skip copying the HTML of every element, which takes a tenth of the time and appears in no message.
    await page.evaluate(`${axe.source}; axe.configure({ noHtml: true }); undefined`);
  }
  // Skip frames: they contain third-party documents, such as a CRM form, which this project cannot fix.
  const options = JSON.stringify({ runOnly: rules ?? AXE_TAGS, iframes: false, resultTypes: ['violations'] });
  const framed = (selectors: readonly string[]) => selectors.map((selector) => [selector]);
  const scope = { ...(within && { include: framed(within) }), ...(except && { exclude: framed(except) }) };
  const context = within || except ? JSON.stringify(scope) : 'document';
  const results = await withTimers(page, () => page.evaluate<AxeResults>(`axe.run(${context}, ${options})`));
  return results.violations.flatMap((violation) =>
    violation.nodes.map((node) => {
      const detail = [...node.any, ...node.all, ...node.none][0]?.message ?? violation.help;
      return `${violation.id} (${violation.impact ?? 'minor'}) ${node.target.join(' ')}: ${detail}`;
    }),
  );
}

/** Returns the sum of all layout shifts since the page opened, except those after user input, as CLS does. */
export async function layoutShift(page: Page): Promise<number> {
  const measure = (): Promise<number> =>
    new Promise((resolve) => {
      // During page load, phone emulation reports user input, which would hide all early shifts. Tests never interact
      // with a page before it has loaded, so ignore that input.
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
      // Buffered entries arrive in a separate task. Entries of the latest frame arrive even later.
      setTimeout(() => resolve(total), 250);
    });
  return withTimers(page, () => page.evaluate(measure));
}

/**
 * Runs a check with JavaScript enabled. Otherwise timers and observers would not run, and a waiting check would never
 * end. The page's own scripts were skipped at load time and do not run now.
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

/**
 * Lists elements that extend past the right edge of the viewport or the frame and have no ancestor that scrolls or
 * clips.
 */
export async function horizontalOverflow(page: Page | Frame): Promise<string[]> {
  return page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const clipped = (element: Element): boolean => {
      // html and body do not count: clipping there would hide content, which is also a fault.
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
    // Overflowing text and generated content are not elements, so the loop above cannot find them.
    if (found.length === 0 && scrollWidth > width)
      found.push(`document scrolls to ${scrollWidth} of ${width} px`);
    return found;
  });
}

/** Simulates the first user interaction, which boots the application, and waits until hydration is complete. */
export async function bootApp(page: Page, sign: 'pointer' | 'keyboard' = 'pointer'): Promise<void> {
  if (sign === 'keyboard') {
    await page.keyboard.press('Tab');
  } else {
    // Move across the page: `pointerover` only fires when the pointer enters another element, and the pointer may
    // already be over the first one.
    const { width, height } = page.viewportSize() ?? { width: 360, height: 640 };
    await page.mouse.move(width / 2, 1);
    await page.mouse.move(width / 2, height - 1, { steps: 12 });
  }
  await page.waitForFunction(() => document.documentElement.dataset.app === 'ready');
}
