import type { Browser } from 'playwright-core';
import { launchBrowser } from './launch-browser.ts';

let browser: Promise<Browser> | undefined;

/**
 * Returns the browser of this worker. The test files that run in the worker share it, each with its own contexts. The
 * browser ends with the worker, so no file closes it.
 */
export function workerBrowser(): Promise<Browser> {
  if (!browser) {
    browser = launchBrowser();
    // Vitest ends a worker with this signal. On exit, Playwright removes the browser and its profile at once.
    process.once('SIGTERM', () => process.exit());
  }
  return browser;
}

/** Closes the contexts that a file left open, so that the next file starts with an empty browser. */
export async function closeContexts(): Promise<void> {
  const contexts = (await browser)?.contexts() ?? [];
  await Promise.all(contexts.map((context) => context.close()));
}
