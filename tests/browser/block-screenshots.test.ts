import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import pixelmatch from 'pixelmatch';
import type { Page } from 'playwright-core';
import sharp, { type Region, type Sharp } from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BlockListResponse } from '../../src/contracts/operators/block-catalogue.ts';
import { CONDITION_LIMIT, timeLimit } from '../setup/time-limits.ts';
import { horizontalOverflow } from './support/page-checks.ts';
import { systemFontTexts } from './support/system-fonts.ts';
import { startOperatorSite, type OperatorSite } from './support/operator-test-site.ts';
import { workerBrowser } from './support/worker-browser.ts';

/*
 * Compares the example of every block, as the catalogue shows it, with its stored picture. After an intended change,
 * `npm run pictures` stores the pictures that differ, and `npm run pictures -- hero` those of one block.
 */

const WIDE = 1440;
/** All blocks are loaded at once, which takes more than a minute beside a second suite. */
const SETTLE_LIMIT = timeLimit(300_000);
/** The looks to compare: a name for the picture files, and the width and colors to choose in the catalogue. */
const LOOKS = [
  { name: 'phone', width: 360, colors: 'Light' },
  { name: 'wide-dark', width: WIDE, colors: 'Dark' },
] as const;
/** Pictures are stored at half size, which still shows a change of 2 px in a quarter of the time and the bytes. */
const SCALE = 0.5;
/** The fixed current time: a Monday morning. */
const NOW = new Date('2026-11-23T16:00:00Z');
/** The smallest color difference that counts, from 0 to 1: the difference between neighboring colors of the theme. */
const THRESHOLD = 0.02;
/** Number of differing pixels that a picture may have. Pixels that differ only by anti-aliasing are not counted. */
const ALLOWED = 10;
/** The ids of the blocks to compare, all if empty. All blocks are drawn in any case: a picture depends on its place. */
const CHOSEN = (process.env['PICTURES_OF'] ?? '').split(' ').filter(Boolean);
const STORED = join(import.meta.dirname, 'block-screenshots');

/** The small pictures of the blocks, which the builder offers beside their names. They are stored in the block's folder. */
const SMALL = { width: 320, height: 200, quality: 60 } as const;
/** In a small picture, every pixel is an average of several. */
const SMALL_THRESHOLD = 0.1;
const ALLOWED_SMALL = 200;
const MAX_SMALL_BYTES = 6_000;
const BLOCKS = join(import.meta.dirname, '../../blocks');

let testSite: OperatorSite;
let page: Page;
let blocks: BlockListResponse['blocks'];
/** Folder for the new pictures of blocks that differ, and for images of the differences. */
let found: string | undefined;

beforeAll(async () => {
  const [browser, started] = await Promise.all([workerBrowser(), startOperatorSite({})]);
  testSite = started;
  const { site, operator } = started;
  ({ blocks } = await (await operator.fetch('/api/admin/blocks')).json());
  page = await browser.newPage({
    viewport: { width: WIDE, height: 900 },
    deviceScaleFactor: SCALE,
    reducedMotion: 'reduce',
    locale: 'en-US',
    timezoneId: 'America/Chicago',
  });
  page.setDefaultTimeout(CONDITION_LIMIT);
  await page.setExtraHTTPHeaders({ cookie: operator.cookie });
  await page.clock.setFixedTime(NOW);
  await page.goto(`${site.url}/admin/blocks?show=live`);
});
afterAll(async () => {
  await testSite?.site.stop();
  if (testSite) await rm(testSite.folder, { recursive: true, force: true });
});

it('shows every block as in its stored pictures', { timeout: timeLimit(900_000) }, async () => {
  const isUpdate = expect.getState().snapshotState.snapshotUpdateState === 'all';
  const unused = new Set(CHOSEN.length > 0 ? [] : await readdir(STORED).catch(() => []));
  const unknown = CHOSEN.filter((id) => !blocks.some((block) => block.id === id));
  expect(unknown, 'There is no block of this name in blocks/.').toEqual([]);
  await mkdir(STORED, { recursive: true });
  const faults: string[] = [];
  for (const { name, width, colors } of LOOKS) {
    await choose(`${width} px`, colors);
    for (const { title, picture } of await pictures({ width, colors, content: 'Example' })) {
      const id = blocks.find((block) => title.startsWith(`${block.title}, `))?.id ?? title;
      if (CHOSEN.length > 0 && !CHOSEN.includes(id)) continue;
      const file = `${id}-${name}.webp`;
      unused.delete(file);
      const fault = await difference(file, picture);
      if (fault && isUpdate) {
        await picture.webp({ lossless: true, effort: 6 }).toFile(join(STORED, file));
        process.stdout.write(`changed: ${relative(process.cwd(), join(STORED, file))} (${fault})\n`);
      } else if (fault) faults.push(fault);
    }
  }
  faults.push(...[...unused].map((file) => `${file} shows no block. Delete it.`));
  const fix = 'If the change is intended, run `npm run pictures -- <block>`, and look at the pictures.';
  expect(faults, fix).toEqual([]);
});

it(
  'shows every block as in the stored pictures of the builder',
  { timeout: timeLimit(600_000) },
  async () => {
    const isUpdate = expect.getState().snapshotState.snapshotUpdateState === 'all';
    const faults: string[] = [];
    for (const colors of ['Light', 'Dark']) {
      await choose(`${WIDE} px`, colors, 'Added');
      const shown = await pictures({ width: WIDE, colors, content: 'Added' });
      await choose('360 px');
      // Some blocks show something only on a phone.
      shown.push(...(await pictures({ width: 360, colors, content: 'Added' })));
      for (const { id, title } of blocks) {
        if (CHOSEN.length > 0 && !CHOSEN.includes(id)) continue;
        const file = join(BLOCKS, id, `picture-${colors.toLowerCase()}.webp`);
        const picture = shown.find((each) => each.title.startsWith(`${title}, `))?.picture;
        const small = picture && (await smallPicture(picture));
        if (!small) faults.push(`${id} shows nothing with its example. Give it one.`);
        else if (small.byteLength > MAX_SMALL_BYTES) faults.push(`${file} has ${small.byteLength} bytes.`);
        else if (await isUpToDate(file, small)) continue;
        else if (isUpdate) {
          await writeFile(file, small);
          process.stdout.write(`changed: ${relative(process.cwd(), file)}\n`);
        } else {
          const written = await keep(basename(file).replace('picture', id), small);
          faults.push(`${file} is missing, or shows the block as it was. Look at ${written}.`);
        }
      }
    }
    await choose('Example');
    expect(faults, 'Run `npm run pictures -- <block>`, and look at the pictures.').toEqual([]);
  },
);

it('draws every text with the fonts of the site', async () => {
  await choose('360 px', 'Light');
  await settle({ width: 360, colors: 'Light', content: 'Example' });
  expect(await systemFontTexts(page)).toEqual([]);
});

it('breaks long words, so that no block is wider than a phone', async () => {
  await choose('360 px', 'Light', 'Longest');
  await settle({ width: 360, colors: 'Light', content: 'Longest' });
  const faults: string[] = [];
  for (const frame of page.frames().slice(1)) {
    const [widest] = await horizontalOverflow(frame);
    const title = await (await frame.frameElement()).getAttribute('title');
    if (widest !== undefined) faults.push(`${title}: ${widest}`);
  }
  expect(faults).toEqual([]);
});

it('loads the stylesheet of the interactive map into the frame', async () => {
  await page.route('https://tile.openstreetmap.org/**', (route) => route.abort());
  const frame = page.frameLocator('iframe[title^="Map with figures"]');
  await frame.getByRole('button', { name: 'Open the interactive map' }).press('Enter');
  // Without its stylesheet, the map shows its layers one below the other.
  await expect
    .poll(() => frame.locator('.leaflet-tile-pane').evaluate((pane) => getComputedStyle(pane).position))
    .toBe('absolute');
});

async function choose(...names: readonly string[]): Promise<void> {
  for (const name of names) await page.getByRole('button', { name, exact: true }).press('Enter');
}

/** What the catalogue shows: the width in CSS pixels, and the names of the buttons for the colors and the content. */
interface Look {
  width: number;
  colors: string;
  content: string;
}

/** Runs in the page: lists the frames that do not yet show their block with this look. */
async function unsettled(wanted: Look & { count: number }): Promise<string[]> {
  const frames = [...document.querySelectorAll('iframe')];
  if (frames.length !== wanted.count) return [`${frames.length} of ${wanted.count} frames`];
  const waiting: string[] = [];
  for (const frame of frames) {
    const inside = frame.contentDocument;
    if (!inside?.querySelector('main *')) {
      waiting.push(`${frame.title}: no content`);
      continue;
    }
    for (const image of inside.images) image.loading = 'eager';
    // A font or a picture that fails to load is acceptable.
    await Promise.allSettled([...inside.fonts].map((font) => font.load()));
    await Promise.allSettled([...inside.images].map((image) => image.decode()));
    const { clientWidth, style } = inside.documentElement;
    const height = Math.ceil(inside.body.getBoundingClientRect().height);
    const isSettled =
      clientWidth === wanted.width &&
      frame.title.endsWith(`, ${wanted.content.toLowerCase()}`) &&
      [...inside.fonts].every(({ status }) => status === 'loaded' || status === 'error') &&
      frame.offsetHeight === height &&
      style.colorScheme === wanted.colors.toLowerCase();
    if (!isSettled) waiting.push(`${frame.title}: ${clientWidth} × ${height} in ${frame.offsetHeight} px`);
  }
  return waiting;
}

async function settle(look: Look): Promise<void> {
  const waiting = () => page.evaluate(unsettled, { count: blocks.length, ...look });
  await expect.poll(waiting, { timeout: SETTLE_LIMIT }).toEqual([]);
}

/** Takes one screenshot of all frames, and cuts it into the pictures of the blocks that show something. */
async function pictures(look: Look): Promise<{ title: string; picture: Sharp }[]> {
  const { width } = look;
  await settle(look);
  const { boxes, height } = await page.evaluate(arrange, width);
  const screenshot = await page.screenshot({
    fullPage: true,
    clip: { x: 0, y: 0, width: WIDE, height },
  });
  await settle(look);
  // A frame may have changed its height in the meantime, because its styles and fonts were inserted again.
  const after = await page.evaluate(arrange, width);
  if (JSON.stringify(after.boxes) !== JSON.stringify(boxes)) return pictures(look);
  await page.evaluate(() => {
    document.adoptedStyleSheets = [];
  });
  const { data, info } = await sharp(screenshot).raw().toBuffer({ resolveWithObject: true });
  return boxes.map(({ title, ...box }) => {
    const [left = 0, top = 0, across = 0, down = 0] = [box.left, box.top, box.width, box.height].map(
      (length) => Math.ceil(length * SCALE),
    );
    return { title, picture: cut({ data, info }, { left, top, width: across, height: down }) };
  });
}

/** Cuts a part out of raw pixels. `extract` of sharp would process the whole screenshot for each part. */
function cut({ data, info }: Pixels, { left, top, width, height }: Region): Sharp {
  if (left + width > info.width || top + height > info.height) {
    throw new Error(`The screenshot has only ${info.width} × ${info.height} pixels.`);
  }
  const { channels } = info;
  const rows = Array.from({ length: height }, (_, row) => {
    const start = ((top + row) * info.width + left) * channels;
    return data.subarray(start, start + width * channels);
  });
  return sharp(Buffer.concat(rows), { raw: { width, height, channels } });
}

/**
 * Runs in the page: arranges the frames in columns, aligned to whole pixels of the picture, and hides everything else.
 */
function arrange(width: number) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`
    body { visibility: hidden; }
    :has(iframe) { position: static !important; overflow: visible !important; container-type: normal !important; }
    iframe { visibility: visible; position: absolute !important; transform: none !important; }
  `);
  document.adoptedStyleSheets = [sheet];
  const bottoms = Array.from({ length: innerWidth / width }, () => 0);
  const blockOf = ({ title }: HTMLIFrameElement) => title.split(', ')[0] ?? title;
  // By title: Chromium draws pictures a little differently at another place, and the order of the catalogue can change.
  const frames = [...document.querySelectorAll('iframe')].sort((one, other) =>
    blockOf(one).localeCompare(blockOf(other), 'en-US'),
  );
  const boxes = frames.map((frame) => {
    const top = Math.min(...bottoms);
    const column = bottoms.indexOf(top);
    const left = column * width;
    const height = frame.offsetHeight;
    bottoms[column] = top + Math.ceil(height / 2) * 2;
    frame.style.left = `${left}px`;
    frame.style.top = `${top}px`;
    const box = frame.getBoundingClientRect();
    if (box.left + scrollX !== left || box.top + scrollY !== top || box.width !== width) {
      throw new Error(`${frame.title} is at ${box.left}, ${box.top}, and ${box.width} px wide`);
    }
    return { title: frame.title, left, top, width, height };
  });
  scrollTo(0, 0);
  return { boxes: boxes.filter((box) => box.height > 0), height: Math.max(...bottoms) };
}

/** Compares a picture with the stored one. Returns a message with the files to look at, or null if they match. */
async function difference(file: string, picture: Sharp): Promise<string | null> {
  const stored = await readFile(join(STORED, file)).catch(() => null);
  if (!stored) return `${file} is missing.`;
  const [before, now] = await Promise.all([pixelsOf(sharp(stored)), pixelsOf(picture)]);
  if (before.data.equals(now.data)) return null;
  const width = Math.max(before.info.width, now.info.width);
  const height = Math.max(before.info.height, now.info.height);
  const [one, other] = await Promise.all([before, now].map((each) => extended(each, width, height)));
  if (!one || !other) return null;
  const changed = new Uint8Array(one.length);
  const count = pixelmatch(one, other, changed, width, height, { threshold: THRESHOLD });
  if (count <= ALLOWED) return null;
  const change = sharp(changed, { raw: { width, height, channels: 4 } });
  const written = await keep(file.replace('.webp', '.png'), await picture.png().toBuffer());
  const writtenChange = await keep(file.replace('.webp', '-difference.png'), await change.png().toBuffer());
  return `${file} differs in ${count} pixels. Look at ${written} and ${writtenChange}.`;
}

/** Stores a new picture for a developer to look at, and returns the path of the file. */
async function keep(name: string, bytes: Buffer): Promise<string> {
  found ??= await mkdtemp(join(tmpdir(), 'lintel-block-screenshots-'));
  const file = join(found, name);
  await writeFile(file, bytes);
  return file;
}

/** Returns the upper part of a picture as a small WebP file. */
async function smallPicture(picture: Sharp): Promise<Buffer> {
  const { data, info } = await picture
    .clone()
    .resize({ width: SMALL.width, withoutEnlargement: true })
    .png()
    .toBuffer({ resolveWithObject: true });
  const height = Math.min(info.height, SMALL.height);
  return sharp(data)
    .extract({ left: 0, top: 0, width: info.width, height })
    .webp({ quality: SMALL.quality, effort: 6 })
    .toBuffer();
}

/** Whether a stored small picture looks like this one. */
async function isUpToDate(file: string, small: Buffer): Promise<boolean> {
  const stored = await readFile(file).catch(() => null);
  if (!stored) return false;
  const [before, now] = await Promise.all([stored, small].map((each) => pixelsOf(sharp(each))));
  if (!before || !now || before.data.byteLength !== now.data.byteLength) return false;
  const { width, height } = now.info;
  return (
    pixelmatch(before.data, now.data, undefined, width, height, { threshold: SMALL_THRESHOLD }) <=
    ALLOWED_SMALL
  );
}

type Pixels = Awaited<ReturnType<typeof pixelsOf>>;

function pixelsOf(picture: Sharp) {
  return picture.clone().ensureAlpha().raw().toBuffer({ resolveWithObject: true });
}

/** Adds transparent pixels at the right and the bottom to reach this size. */
function extended({ data, info }: Pixels, width: number, height: number): Promise<Buffer> {
  return sharp(data, { raw: info })
    .extend({
      right: width - info.width,
      bottom: height - info.height,
      background: { r: 0, g: 0, b: 0, alpha: 0 },
    })
    .raw()
    .toBuffer();
}
