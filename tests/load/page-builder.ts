/**
 * Measures the page builder with long pages: `npm run build && node tests/load/page-builder.ts [--only=100]`. The
 * page is in a fake WordPress in a separate process. It prints how long the builder takes to open, and the times
 * between frames while somebody types and drags a section. The browser has a warm cache. The limits apply to 100
 * sections.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { launchBrowser } from '../browser/support/launch-browser.ts';
import { startSite } from '../browser/support/start-site.ts';
import { startFakeSite } from '../server/support/fake-site.ts';

const COUNTS = [100, 300];
/** The number of sections to which the limits apply. */
const LIMITED = 100;
/** Limits in milliseconds, until the builder is ready and between two frames (95th percentile). */
const OPEN_LIMIT = 2_000;
const FRAME_LIMIT = 50;
const OPENINGS = 5;
const TYPED = 'A quiet street close to the river bridge';
/** Milliseconds between a fast typist's keystrokes. */
const KEY_PAUSE = 60;

const BLOCKS: readonly (readonly [block: string, values: (number: number) => Record<string, unknown>])[] = [
  ['prose', (number) => ({ title: `Chapter ${number}`, content: `<p>Text of chapter ${number}.</p>` })],
  ['faq', (number) => ({ title: `Asked ${number}`, items: [{ question: 'Far?', answer: '<p>No.</p>' }] })],
  [
    'cards',
    (number) => ({
      title: `Part ${number}`,
      items: ['One', 'Two', 'Three'].map((title) => ({ title, desc: `<p>${title} of part ${number}.</p>` })),
    }),
  ],
  ['split', (number) => ({ title: `Side ${number}`, link: { url: '/sell', title: 'Sell', target: '' } })],
];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string' },
    /** Writes CPU profiles of typing and dragging to this directory, for the browser's developer tools. */
    profiles: { type: 'string' },
  },
});
const file = fileURLToPath(import.meta.url);
if (positionals[0] === 'wordpress') await serveWordPress();
else await measure();

async function serveWordPress(): Promise<void> {
  const site = await startFakeSite();
  for (const [index, count] of COUNTS.entries()) {
    site.add('pages', { id: index + 1, slug: `long-${count}`, acf: longPage(count) });
  }
  process.send?.(site.env);
}

function longPage(count: number): Record<string, unknown> {
  const layout: { block: string; key: string }[] = [];
  const acf: Record<string, unknown> = {};
  for (let number = 1; number <= count; number += 1) {
    const [block, sections] = BLOCKS[number % BLOCKS.length] ?? ['prose', () => ({})];
    layout.push({ block, key: `part${number}` });
    for (const [name, value] of Object.entries(sections(number))) acf[`part${number}_${name}`] = value;
  }
  return { ...acf, page_layout: JSON.stringify(layout) };
}

/** The measurements for one page, in milliseconds. */
interface Figures {
  open: number;
  typing: readonly number[];
  dragging: readonly number[];
}

async function measure(): Promise<void> {
  const wordpress = fork(file, ['wordpress']);
  const dataDir = await mkdtemp(path.join(tmpdir(), 'lintel-page-builder-'));
  const browser = await launchBrowser();
  let site: Awaited<ReturnType<typeof startSite>> | undefined;
  let over = false;
  try {
    const [env]: Record<string, string>[] = await once(wordpress, 'message');
    site = await startSite({ ...env, DATA_DIR: dataDir, CONTENT_MAX_AGE: '3600' });
    const context = await signedIn(browser, site.url, dataDir);
    const rows: Record<string, Record<string, string | number>> = {};
    for (const count of COUNTS.filter((each) => values.only === undefined || each === Number(values.only))) {
      const { open, typing, dragging } = await visit(context, site.url, count);
      for (const [what, figure, limit, worst] of [
        ['opening', open, OPEN_LIMIT, ''],
        ['a frame while typing', percentile(typing), FRAME_LIMIT, Math.max(...typing)],
        ['a frame while dragging', percentile(dragging), FRAME_LIMIT, Math.max(...dragging)],
      ] as const) {
        rows[`${count} sections: ${what}`] = {
          ms: Math.round(figure),
          limit: count === LIMITED ? limit : 'none',
          ratio: (figure / limit).toFixed(2),
          worst: worst === '' ? '' : Math.round(worst),
          load: loadavg()[0]?.toFixed(1) ?? '',
        };
        over ||= count === LIMITED && figure > limit;
      }
    }
    console.table(rows);
    if (over) {
      console.error('Over a limit. Run again on a quiet machine, or look at the profiles (--profiles=DIR).');
      process.exitCode = 1;
    }
  } finally {
    await browser.close();
    await site?.stop();
    wordpress.kill();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Signs in the first operator, with the link that the server writes to its data folder at its first start. */
async function signedIn(browser: Browser, url: string, dataDir: string): Promise<BrowserContext> {
  let token: string | undefined;
  while (token === undefined) {
    token = /#(\S+)/.exec(await readFile(path.join(dataDir, 'first-sign-in'), 'utf8').catch(() => ''))?.[1];
    await delay(50);
  }
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
  });
  const answer = await context.request.post(`${url}/api/operators/link/use`, {
    headers: { origin: url },
    data: { token, name: 'Olive Operator', email: 'olive@example.com', password: 'four plain words here' },
  });
  if (!answer.ok()) throw new Error(`The first account: ${answer.status()} ${await answer.text()}`);
  return context;
}

async function visit(context: BrowserContext, url: string, count: number): Promise<Figures> {
  const opened: number[] = [];
  let page: Page | undefined;
  // The first load fills the browser's caches.
  for (let number = 0; number <= OPENINGS; number += 1) {
    await page?.close();
    page = await context.newPage();
    page.setDefaultTimeout(120_000);
    await page.goto(`${url}/admin/pages/long-${count}`, { waitUntil: 'commit' });
    const ready = await page.waitForFunction((all) => {
      const canvas = document.querySelector('iframe')?.contentDocument;
      const shown = canvas?.querySelectorAll('[data-section] [data-placement]').length ?? 0;
      const list = document.querySelectorAll('ol[aria-label="Sections of this page"] li').length;
      return shown >= all && list >= all ? performance.now() : 0;
    }, count);
    if (number > 0) opened.push(await ready.jsonValue());
  }
  if (!page) throw new Error('No page was opened.');
  const typing = await framesOf(page, `typing-${count}`, () => typeText(page));
  await page.getByRole('button', { name: 'All sections' }).click();
  const dragging = await framesOf(page, `dragging-${count}`, () => dragSection(page));
  page.on('dialog', (dialog) => void dialog.accept());
  await page.close();
  return { open: median(opened), typing, dragging };
}

/** Types into the title of the second section, until the canvas shows it. */
async function typeText(page: Page): Promise<void> {
  const list = page.getByRole('list', { name: 'Sections of this page' });
  await list.getByRole('button').nth(1).click();
  const title = page.getByRole('textbox', { name: 'Title', exact: true }).first();
  await title.fill('');
  await title.pressSequentially(TYPED, { delay: KEY_PAUSE });
  await page.frameLocator('iframe').first().getByText(TYPED).first().waitFor();
}

/** Drags the first section below others on the canvas, and waits until it has moved. */
async function dragSection(page: Page): Promise<void> {
  const sections = page.frameLocator('iframe').first().locator('[data-section]');
  const from = await sections.first().boundingBox();
  if (!from) throw new Error('The first section is not on the canvas.');
  const at = { x: from.x + from.width / 2, y: from.y + Math.min(from.height / 2, 60) };
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  for (let step = 1; step <= 60; step += 1) {
    await page.mouse.move(at.x, at.y + step * 7);
    await delay(16);
  }
  await page.mouse.up();
  await page.waitForFunction(() => {
    const first = document.querySelector('iframe')?.contentDocument?.querySelector('[data-section]');
    return first !== undefined && first?.getAttribute('data-section') !== 'part1';
  });
}

declare function framesSoFar(): number[];

/** Returns the times between frames while `work` runs. */
async function framesOf(page: Page, name: string, work: () => Promise<void>): Promise<readonly number[]> {
  const session = values.profiles === undefined ? null : await page.context().newCDPSession(page);
  await session?.send('Profiler.enable');
  await session?.send('Profiler.start');
  await page.evaluate(() => {
    const times: number[] = [];
    let before = performance.now();
    let frame = requestAnimationFrame(function next(now) {
      times.push(now - before);
      before = now;
      frame = requestAnimationFrame(next);
    });
    Object.assign(window, { framesSoFar: () => (cancelAnimationFrame(frame), times.slice(1)) });
  });
  await work();
  const times = await page.evaluate(() => framesSoFar());
  const profile = await session?.send('Profiler.stop');
  if (profile && values.profiles !== undefined) {
    await writeFile(path.join(values.profiles, `${name}.cpuprofile`), JSON.stringify(profile.profile));
  }
  return times;
}

function percentile(figures: readonly number[]): number {
  return figures.toSorted((a, b) => a - b)[Math.floor(figures.length * 0.95)] ?? Number.NaN;
}

function median(figures: readonly number[]): number {
  return figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? Number.NaN;
}
