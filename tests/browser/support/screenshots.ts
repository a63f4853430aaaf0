// Usage: node tests/browser/support/screenshots.ts <baseUrl> <outDir> <path…> [--dark] [--small]
// [--widths=360,768,1440]
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { launchBrowser } from './launch-browser.ts';
import { faultsOf, openPage } from './page-checks.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    dark: { type: 'boolean', default: false },
    // Saves WebP files at about half the dimensions, for use in a repository.
    small: { type: 'boolean', default: false },
    widths: { type: 'string', default: '360,768,1440' },
  },
});
const [baseUrl, outDir, ...paths] = positionals;
const widths = values.widths.split(',').map(Number);
if (!baseUrl || !outDir || paths.length === 0 || widths.some((width) => !(width >= 200))) {
  console.error(
    'Usage: screenshots.ts <baseUrl> <outDir> <path…> [--dark] [--small] [--widths=360,768,1440]',
  );
  process.exit(2);
}

await mkdir(outDir, { recursive: true });
const browser = await launchBrowser();
try {
  for (const path of paths) {
    for (const width of widths) {
      const page = await openPage(browser, new URL(path, baseUrl).href, {
        width,
        height: width < 600 ? 780 : 900,
        colorScheme: values.dark ? 'dark' : 'light',
        reducedMotion: true,
      });
      // The second load has the fonts and pictures cached.
      await page.reload({ waitUntil: 'load' });
      await scrollThrough(page);
      const file = join(
        outDir,
        `${nameOf(path)}-${width}${values.dark ? '-dark' : ''}.${values.small ? 'webp' : 'png'}`,
      );
      const before = await readFile(file).catch(() => null);
      if (values.small) await saveSmall(page, file, width < 600 ? 0.6 : 0.4);
      else await page.screenshot({ path: file, fullPage: true, animations: 'disabled' });
      const isSame = before?.equals(await readFile(file)) ?? false;
      console.log(`${isSame ? 'unchanged' : before ? 'changed' : 'new'}: ${file}`);
      for (const fault of faultsOf(page)) console.log(`  ${fault}`);
      await page.close();
    }
  }
} finally {
  await browser.close();
}

/**
 * Saves a downscaled WebP screenshot through the DevTools protocol, because Playwright can neither scale nor write
 * WebP.
 */
async function saveSmall(page: Page, file: string, scale: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const { cssContentSize } = await session.send('Page.getLayoutMetrics');
  const { data } = await session.send('Page.captureScreenshot', {
    format: 'webp',
    quality: 50,
    captureBeyondViewport: true,
    clip: { x: 0, y: 0, width: cssContentSize.width, height: cssContentSize.height, scale },
  });
  await writeFile(file, Buffer.from(data, 'base64'));
}

function nameOf(path: string): string {
  return path.replace(/[^a-z0-9]+/gi, '-').replace(/^-|-$/g, '') || 'home';
}

/** Scrolls through the page: lazy images load only near the viewport, and a full-page screenshot does not scroll. */
async function scrollThrough(page: Page): Promise<void> {
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  for (let top = 0; top < height; top += 600) {
    await page.evaluate((y) => window.scrollTo({ top: y, behavior: 'instant' }), top);
    await page.waitForTimeout(60);
  }
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
  const loaded = page.waitForFunction(
    () => [...document.images].every((image) => image.complete),
    undefined,
    {
      timeout: 5_000,
    },
  );
  await loaded.catch(() => console.error('  some images had not loaded after 5 s'));
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}
