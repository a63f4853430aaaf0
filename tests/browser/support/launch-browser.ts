import { existsSync } from 'node:fs';
import { chromium, type Browser, type LaunchOptions } from 'playwright-core';
import { bundledChromium } from './bundled-chromium.ts';

// Playwright adds its own set (--no-sandbox among it, which root and most containers need). These make the
// browser quiet on the network and independent of the small /dev/shm and the missing GPU of a container.
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-quic',
];

const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

const MEND =
  'Mend: run `npm ci` with dev dependencies on Linux x64 (it brings @sparticuz/chromium), or install Chrome ' +
  'or Chromium (Debian, Ubuntu: `apt-get install chromium`), or set CHROME_PATH to its executable.';

interface Candidate {
  name: string;
  options: () => Promise<LaunchOptions>;
}

function candidates(): Candidate[] {
  const chosen = process.env.CHROME_PATH;
  // A browser that was named and does not start is a mistake to show, not to paper over with another one.
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

/** A headless Chromium; the first of `candidates` that starts. `args` are added to the browser's flags. */
export async function launchBrowser(args: readonly string[] = []): Promise<Browser> {
  const failures: string[] = [];
  for (const { name, options } of candidates()) {
    try {
      return await chromium.launch({
        ...(await options()),
        args: [...FLAGS, ...args],
        headless: true,
        timeout: 30_000,
      });
    } catch (error) {
      failures.push(`- ${name}: ${reason(error)}`);
    }
  }
  throw new Error(`No browser could be started.\n${failures.join('\n')}\n${MEND}`);
}

/** The lines of Playwright's long message that say what went wrong, with the loader's when there is one. */
function reason(error: unknown): string {
  const lines = String(error)
    .split('\n')
    .map((line) => line.trim());
  const telling = lines.filter((line) => /error while loading|cannot|denied|not found|FATAL/i.test(line));
  return [...new Set([lines[0] ?? '', ...telling])].slice(0, 4).join(' | ');
}
