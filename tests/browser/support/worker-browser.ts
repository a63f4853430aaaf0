import type { Browser } from 'playwright-core';
import { launchBrowser } from './launch-browser.ts';
import { hasFaults } from './page-checks.ts';
import { traceContexts } from './traces.ts';

let browser: Promise<Browser> | undefined;

/**
 * Returns the browser that all test files of this worker share. Each file uses its own contexts. The browser ends with
 * the worker, so no file closes it.
 */
export function workerBrowser(): Promise<Browser> {
  if (!browser) {
    browser = launchBrowser().then((launched) =>
      traceContexts(launched, (context) => context.pages().some(hasFaults)),
    );
    // Vitest stops a worker with SIGTERM, which would skip the `exit` handlers. In its own `exit` handler, Playwright
    // closes the browser and deletes its profile.
    process.once('SIGTERM', () => process.exit());
  }
  return browser;
}

/** Closes the contexts that a test file left open. The next file starts with an empty browser. */
export async function closeContexts(): Promise<void> {
  const contexts = (await browser)?.contexts() ?? [];
  await Promise.all(contexts.map((context) => context.close()));
}
