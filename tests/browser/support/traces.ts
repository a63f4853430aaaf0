import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, BrowserContext } from 'playwright-core';

/** Git ignores this folder. Open a trace with `npx playwright show-trace <file>` or at https://trace.playwright.dev. */
const TRACES_FOLDER = path.join(import.meta.dirname, '../traces');
/**
 * A plain trace has the actions, the console and the errors, and costs almost nothing. With `TRACES=full`, it also has the
 * document before and after each action, and the requests, for about half as much processor time again.
 */
const TRACE_OPTIONS = { snapshots: process.env['TRACES'] === 'full', screenshots: false };
const SCREENSHOT_TIMEOUT_MS = 20_000;

/** The test that runs, as a file name, and whether it has failed so far. */
export interface TracedTest {
  name: string;
  hasFailed: () => boolean;
}

const open = new Set<BrowserContext>();
let test: TracedTest | null = null;
let written: string[] = [];

/**
 * Records a trace of every context that the browser opens. A context that a test closes is written if the test has failed
 * by then, or if `isSuspect` says that a page of it is why the test is about to fail.
 */
export function traceContexts(browser: Browser, isSuspect: (context: BrowserContext) => boolean): Browser {
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await newContext(options);
    await context.tracing.start(TRACE_OPTIONS);
    open.add(context);
    context.once('close', () => open.delete(context));
    const close = context.close.bind(context);
    context.close = async (closing) => {
      if (open.delete(context)) {
        if (test && (test.hasFailed() || isSuspect(context))) await write(context);
        else await discard(context);
      }
      await close(closing);
    };
    return context;
  };
  return browser;
}

/** Starts the trace of a test. What contexts recorded before is forgotten. */
export async function beginTrace(next: TracedTest): Promise<void> {
  test = next;
  written = [];
  for (const context of open) await restartTrace(context);
}

async function restartTrace(context: BrowserContext): Promise<void> {
  await discard(context);
  await unlessClosed(context.tracing.startChunk());
}

/** Forgets what was recorded, and deletes Playwright's temporary folder of it, which outlives the context otherwise. */
async function discard(context: BrowserContext): Promise<void> {
  await unlessClosed(context.tracing.stopChunk());
}

/** A context may be closed at any moment: a former test was still closing it. */
async function unlessClosed(step: Promise<unknown>): Promise<void> {
  try {
    await step;
  } catch (error) {
    if (error instanceof Error && error.message.includes('has been closed')) return;
    throw error;
  }
}

/** Ends the trace of a test. Returns the files of a test that has failed. */
export async function endTrace(): Promise<readonly string[]> {
  if (test?.hasFailed()) {
    for (const context of open) {
      await write(context);
      await unlessClosed(context.tracing.startChunk());
    }
  }
  test = null;
  return written;
}

/** Writes the trace, and a picture of each page as it is now. */
async function write(context: BrowserContext): Promise<void> {
  await mkdir(TRACES_FOLDER, { recursive: true });
  const fileOf = (ending: string) =>
    path.join(TRACES_FOLDER, `${test?.name ?? 'test'}-${written.length + 1}.${ending}`);
  const note = (file: string) => written.push(path.relative(process.cwd(), file));
  try {
    for (const page of context.pages()) {
      const picture = fileOf('png');
      // A page that hangs has no picture.
      const isTaken = await page
        .screenshot({ path: picture, timeout: SCREENSHOT_TIMEOUT_MS })
        .catch(() => null);
      if (isTaken) note(picture);
    }
    const trace = fileOf('zip');
    await context.tracing.stopChunk({ path: trace });
    note(trace);
  } catch (error) {
    // A browser that crashed has no trace. The error must not hide why the test failed.
    written.push(`none, because ${error instanceof Error ? error.message : String(error)}`);
  }
}
