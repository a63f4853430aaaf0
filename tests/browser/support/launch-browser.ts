import { existsSync, statfsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type LaunchOptions,
} from 'playwright-core';
import { HOOK_LIMIT } from '../../setup/time-limits.ts';
import { bundledChromium } from './bundled-chromium.ts';

// These flags prevent background network requests and work around missing sandbox support and a missing GPU in
// containers. Playwright adds its own flags.
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  // Otherwise a first GPU process fails, and a second one is started while pages open.
  '--use-gl=disabled',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-quic',
  // A tab keeps its first process. Starting another one takes a fifth of the processor time of opening a tab.
  '--renderer-process-limit=1',
  // A network process of its own takes a tenth more processor time. The other feature is Playwright's own, which this
  // flag would replace.
  '--enable-features=NetworkServiceInProcess2,CDPScreenshotNewSurface',
];

/** Free space in /dev/shm that is enough for the browsers of all test workers. Docker's default is 64 MB in total. */
const MIN_SHARED_MEMORY_BYTES = 1024 ** 3;

// Playwright tells Chromium to keep its shared memory in files of the temporary folder. On a disk, that takes a tenth more
// system time, and large screenshots fail while the machine is busy. So it is done only where /dev/shm is missing or small.
const UNUSED_FLAGS = hasSharedMemory() ? ['--disable-dev-shm-usage'] : [];

function hasSharedMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    return bavail * bsize >= MIN_SHARED_MEMORY_BYTES;
  } catch {
    return false; // Only Linux has it.
  }
}

const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

const MEND =
  'Fix: run `npm ci` with dev dependencies on Linux x64 (it brings @sparticuz/chromium), or install Chrome ' +
  'or Chromium (Debian, Ubuntu: `apt-get install chromium`), or set CHROME_PATH to its executable.';

interface Candidate {
  name: string;
  options: () => Promise<LaunchOptions>;
}

function candidates(): Candidate[] {
  const chosen = process.env.CHROME_PATH;
  // If CHROME_PATH names a browser that does not start, report the error instead of trying another browser.
  if (chosen) return [{ name: `CHROME_PATH (${chosen})`, options: async () => ({ executablePath: chosen }) }];
  return [
    { name: 'the Chromium of @sparticuz/chromium', options: bundledChromium },
    { name: 'an installed Chrome', options: async () => ({ channel: 'chrome' }) },
    ...INSTALLED.filter((path) => existsSync(path)).map((path) => ({
      name: path,
      options: async () => ({ executablePath: path }),
    })),
    { name: "Playwright's own Chromium", options: async () => ({}) },
  ];
}

// Read by browsers on Linux. It keeps fonts of the machine out of the tests.
const FONTS = fileURLToPath(new URL('fonts.conf', import.meta.url));

/** Launches the first of `candidates` that starts, headless. `args` are added to the default flags. */
export function launchBrowser(args: readonly string[] = []): Promise<Browser> {
  return firstThatStarts((options) =>
    chromium.launch({
      ...options,
      args: [...FLAGS, ...args],
      ignoreDefaultArgs: UNUSED_FLAGS,
      headless: true,
      timeout: HOOK_LIMIT,
    }),
  );
}

/** Launches a browser that keeps its profile in a folder, and so has it again after it was killed. */
export function launchProfile(folder: string, options: BrowserContextOptions): Promise<BrowserContext> {
  return firstThatStarts(({ env, executablePath, channel, args = [] }) =>
    chromium.launchPersistentContext(folder, {
      ...options,
      ...(executablePath === undefined ? {} : { executablePath }),
      ...(channel === undefined ? {} : { channel }),
      ...(env === undefined ? {} : { env }),
      args: [...args, ...FLAGS],
      ignoreDefaultArgs: UNUSED_FLAGS,
      headless: true,
      timeout: HOOK_LIMIT,
    }),
  );
}

async function firstThatStarts<Started>(
  start: (options: LaunchOptions) => Promise<Started>,
): Promise<Started> {
  const failures: string[] = [];
  for (const { name, options } of candidates()) {
    try {
      const { env = process.env, ...rest } = await options();
      return await start({ ...rest, env: { ...env, FONTCONFIG_FILE: FONTS } });
    } catch (error) {
      failures.push(`- ${name}: ${reason(error)}`);
    }
  }
  throw new Error(`No browser could be started.\n${failures.join('\n')}\n${MEND}`);
}

/** Extracts the lines with the cause from Playwright's long error message, including the dynamic loader's. */
function reason(error: unknown): string {
  const lines = String(error)
    .split('\n')
    .map((line) => line.trim());
  const telling = lines.filter((line) => /error while loading|cannot|denied|not found|FATAL/i.test(line));
  return [...new Set([lines[0] ?? '', ...telling])].slice(0, 4).join(' | ');
}
