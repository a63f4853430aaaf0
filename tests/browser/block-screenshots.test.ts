import { access, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pixelmatch from 'pixelmatch';
import type { BrowserContext, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BlockTable } from '../../src/contracts/block-catalogue.ts';
import { timeLimit } from '../setup/time-limits.ts';
import { startOperatorSite, type OperatorSite } from './support/operator-test-site.ts';
import { workerBrowser } from './support/worker-browser.ts';

/*
 * Compares the example of every block in the catalogue with its stored picture. UPDATE_SCREENSHOTS=1 stores the present
 * pictures instead.
 */

const WIDTHS = [360, 1024];
const STORED = join(import.meta.dirname, 'screenshots');
/** Where the present picture and the differences of a failing block are written. */
const DIFFERENCES = join(tmpdir(), 'lintel-screenshots');
const isUpdate = process.env['UPDATE_SCREENSHOTS'] === '1';
/** Differing pixels that are allowed in a picture. Pixels that only anti-aliasing changes are not counted at all. */
const MOST_DIFFERING = 20;
/** Office hours and dates are those of a Monday morning. */
const NOW = new Date('2026-11-23T16:00:00Z');

let testSite: OperatorSite;
let context: BrowserContext;

beforeAll(async () => {
  const [browser, started] = await Promise.all([workerBrowser(), startOperatorSite({})]);
  testSite = started;
  context = await browser.newContext({
    // Wide enough to show the frame without scaling it, and tall enough for all of its pictures to load.
    viewport: { width: 1440, height: 2400 },
    reducedMotion: 'reduce',
    colorScheme: 'light',
    locale: 'en-US',
    timezoneId: 'America/Chicago',
  });
  await context.addCookies(cookiesOf(testSite));
  await context.clock.setFixedTime(NOW);
});
afterAll(async () => {
  await context?.close();
  await testSite?.site.stop();
  if (testSite) await rm(testSite.folder, { recursive: true, force: true });
});

it('shows every block as in its stored picture', { timeout: timeLimit(120_000) }, async () => {
  const { blocks }: BlockTable = await (await testSite.operator.fetch('/api/admin/blocks')).json();
  await mkdir(isUpdate ? STORED : DIFFERENCES, { recursive: true });
  const page = await context.newPage();
  await page.goto(`${testSite.site.url}/admin/blocks`);
  await page.getByRole('table').waitFor();
  const faults: string[] = [];
  for (const { id, title } of blocks) {
    const sheet = await sheetOf(await picturesOf(page, id, title));
    const file = join(STORED, `${id}.png`);
    if (isUpdate) await writeFile(file, sheet);
    else faults.push(...(await differences(id, file, sheet)));
  }
  await page.close();
  expect(faults).toEqual([]);
});

/** Shows the example of a block without loading the page again, and returns a picture at each width. */
async function picturesOf(page: Page, id: string, title: string): Promise<Buffer[]> {
  await page.evaluate((path) => {
    history.pushState(null, '', path);
    dispatchEvent(new PopStateEvent('popstate'));
  }, `/admin/blocks/${id}?width=360`);
  const frame = page.locator(`iframe[title="${title}, example"]`);
  await frame.waitFor();
  const pictures: Buffer[] = [];
  for (const width of WIDTHS) {
    await frame.evaluate(settle, width);
    pictures.push(await frame.screenshot({ animations: 'disabled', caret: 'hide' }));
  }
  return pictures;
}

/** Runs in the page: gives the frame a width, and waits for its fonts, pictures and height. */
async function settle(frame: Element, width: number): Promise<void> {
  if (!(frame instanceof HTMLIFrameElement)) throw new Error('The block has no frame.');
  const inside = frame.contentDocument;
  if (!inside) throw new Error('The frame has no document.');
  frame.style.width = `${width}px`;
  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  while (!inside.querySelector('main *')) await nextFrame();
  await inside.fonts.ready;
  const images = [...inside.images];
  for (const image of images) image.loading = 'eager';
  await Promise.all(images.map((image) => image.decode().catch(() => {})));
  // The screen gives the frame the height of its content.
  let stable = 0;
  let height = -1;
  while (stable < 3) {
    await nextFrame();
    stable = frame.offsetHeight === height && Math.ceil(inside.body.offsetHeight) === height ? stable + 1 : 0;
    height = frame.offsetHeight;
  }
}

/** Joins pictures side by side as a small PNG. */
async function sheetOf(pictures: readonly Buffer[]): Promise<Buffer> {
  const sizes = await Promise.all(pictures.map((picture) => sharp(picture).metadata()));
  let left = 0;
  const placed = pictures.map((input, index) => {
    const at = { input, left, top: 0 };
    left += sizes[index]?.width ?? 0;
    return at;
  });
  const height = Math.max(...sizes.map((size) => size.height));
  return sharp({ create: { width: left, height, channels: 3, background: '#ffffff' } })
    .composite(placed)
    .png({ palette: true, colours: 64, dither: 0, effort: 7, compressionLevel: 9 })
    .toBuffer();
}

/** Compares a picture with the stored one. The message names what to look at and what to do. */
async function differences(id: string, file: string, sheet: Buffer): Promise<string[]> {
  const fix = 'If this is intended, run the test with UPDATE_SCREENSHOTS=1.';
  const known = await access(file).then(
    () => readFile(file),
    () => null,
  );
  if (!known) return [`${id} has no stored picture. Run the test with UPDATE_SCREENSHOTS=1.`];
  const [before, now] = await Promise.all([pixelsOf(known), pixelsOf(sheet)]);
  const written = join(DIFFERENCES, `${id}.png`);
  const { width, height } = now.info;
  if (before.info.width !== width || before.info.height !== height) {
    await writeFile(written, sheet);
    return [
      `${id} is ${width} × ${height}, not ${before.info.width} × ${before.info.height}: see ${written}. ${fix}`,
    ];
  }
  const changed = new Uint8Array(now.data.length);
  const count = pixelmatch(before.data, now.data, changed, width, height, { threshold: 0.1 });
  if (count <= MOST_DIFFERING) return [];
  await sharp(changed, { raw: { width, height, channels: 4 } })
    .png()
    .toFile(written);
  return [`${id} differs in ${count} pixels: see ${written}. ${fix}`];
}

function pixelsOf(picture: Buffer) {
  return sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
}

function cookiesOf({ site, operator }: OperatorSite) {
  return operator.cookie.split('; ').map((pair) => {
    const [name = '', ...value] = pair.split('=');
    return { name, value: value.join('='), url: site.url };
  });
}
