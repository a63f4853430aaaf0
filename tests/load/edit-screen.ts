/**
 * Measures how long the edit screens of the home page and of a long page take to load:
 * `npm run build && node tests/load/edit-screen.ts`. The long page has 300 placements with 600 stored values. The measurement
 * uses the development WordPress, the block editor, and a browser with a warm cache. The peer is the block editor with an
 * empty page while the plugin is off: it shows how long WordPress itself takes on this machine. CPU time is printed too,
 * because elapsed time says little on a busy machine.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { z } from 'zod';
import { bootWordPress } from '../../wordpress/boot-wordpress.ts';
import { launchBrowser } from '../browser/support/launch-browser.ts';
import { sendSignIn } from '../wordpress/support/browser-editor.ts';
import { basicAuthorization, createPage, pageId, restClient, type Rest } from '../wordpress/support/rest.ts';
import { editPath } from '../wordpress/support/wp-admin.ts';

const PLACEMENTS = 300;
const LOADS = 5;
/** Limits in milliseconds for the medians. */
const LONG_LIMIT_MS = 3_000;
const HOME_LIMIT_MS = 1_500;
/**
 * Blocks with two values each. Together they have every kind of field that is expensive to render: rich texts, lists,
 * pictures, links.
 */
const BLOCKS: readonly (readonly [block: string, values: (number: number) => Record<string, unknown>])[] = [
  ['prose', (number) => ({ title: `Chapter ${number}`, content: `<p>Text of chapter ${number}.</p>` })],
  [
    'faq',
    (number) => ({ title: `Questions ${number}`, items: [{ question: 'Far?', answer: '<p>No.</p>' }] }),
  ],
  ['proof', (number) => ({ proof: `<p>Proof ${number}</p>`, by: 'A client' })],
  ['split', (number) => ({ title: `Picture ${number}`, link: { url: '/sell', title: 'Sell', target: '' } })],
];

const started = z.object({
  url: z.string(),
  username: z.string(),
  appPassword: z.string(),
  editor: z.object({ username: z.string(), password: z.string() }),
  admin: z.object({ username: z.string(), password: z.string() }),
});

const file = fileURLToPath(import.meta.url);
const [role, folder = ''] = process.argv.slice(2);
if (role === 'wordpress') await serveWordPress();
else await measure();

/** Runs in a separate process, because PHP blocks everything else in its process. */
async function serveWordPress(): Promise<void> {
  const wordpress = await bootWordPress({ port: 0, site: folder, quiet: true });
  process.send?.(started.parse(wordpress));
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    process.send?.((user + system) / 1000);
  });
}

/** Returns the CPU time of a process so far, in milliseconds. */
async function processorTime(child: ChildProcess): Promise<number> {
  const answer = once(child, 'message');
  child.send('processor time');
  return z
    .tuple([z.number()])
    .rest(z.unknown())
    .parse(await answer)[0];
}

async function measure(): Promise<void> {
  const site = await mkdtemp(path.join(tmpdir(), 'lintel-edit-screen-'));
  const child = fork(file, ['wordpress', site]);
  const browser = await launchBrowser();
  try {
    const wordpress = started.parse((await once(child, 'message'))[0]);
    const rest = restClient(wordpress.url, basicAuthorization(wordpress.username, wordpress.appPassword));
    const began = performance.now();
    const long = await createLongPage(rest);
    console.log(`${'written by REST'.padEnd(28)} ${(performance.now() - began).toFixed(0)} ms`);
    const empty = await createPage(rest, { title: 'Empty', slug: 'empty' });
    const page = await signedIn(browser, wordpress.url, wordpress.editor);
    const load = (id: number) => loadScreen(page, wordpress.url + editPath(id), child, canEditSections);
    // The first loads fill the caches of PHP and the browser, and close the editor's welcome dialog.
    const home = await pageId(rest, 'home');
    for (const id of [empty, home, long]) await load(id);
    const loads: Record<'empty' | 'home' | 'long', Load[]> = { empty: [], home: [], long: [] };
    for (let number = 0; number < LOADS; number += 1) {
      loads.empty.push(await load(empty));
      loads.home.push(await load(home));
      loads.long.push(await load(long));
    }
    const admin = await signedIn(browser, wordpress.url, wordpress.admin);
    await admin.goto(`${wordpress.url}/wp-admin/plugins.php`);
    await admin.click('#deactivate-lintel');
    await admin.waitForURL(/deactivate=true/);
    await admin.context().close();
    const peer: Load[] = [];
    await loadScreen(page, wordpress.url + editPath(empty), child, canEditTitle);
    for (let number = 0; number < LOADS; number += 1) {
      peer.push(await loadScreen(page, wordpress.url + editPath(empty), child, canEditTitle));
    }
    const alone = median(peer.map((load) => load.ready));
    print('WordPress without the plugin', peer, alone);
    print('an empty page', loads.empty, alone);
    print('the home page', loads.home, alone, HOME_LIMIT_MS);
    print(`${PLACEMENTS} placements`, loads.long, alone, LONG_LIMIT_MS);
  } finally {
    await browser.close();
    child.kill();
    await rm(site, { recursive: true, force: true });
  }
}

async function signedIn(
  browser: Browser,
  url: string,
  account: { username: string; password: string },
): Promise<Page> {
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  page.setDefaultTimeout(120_000);
  await page.goto(`${url}/wp-login.php`);
  await sendSignIn(page, account);
  await page.waitForURL(/wp-admin/);
  return page;
}

/**
 * Returns the CPU time of all browser processes so far, in milliseconds. Processes of closed pages count until they
 * end.
 */
async function browserTime(page: Page): Promise<number> {
  const devtools = await page.context().browser()?.newBrowserCDPSession();
  if (!devtools) return 0;
  const { processInfo } = await devtools.send('SystemInfo.getProcessInfo');
  await devtools.detach();
  return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime * 1000, 0);
}

async function createLongPage(rest: Rest): Promise<number> {
  const layout: { block: string; key: string }[] = [];
  const acf: Record<string, unknown> = { page_layout: layout };
  for (let number = 1; number <= PLACEMENTS; number += 1) {
    const chosen = BLOCKS[number % BLOCKS.length];
    if (!chosen) break;
    const [block, values] = chosen;
    const key = `part_${number}_of_all`;
    layout.push({ block, key });
    for (const [name, value] of Object.entries(values(number))) acf[`${key}_${name}`] = value;
  }
  return createPage(rest, { title: 'Long', slug: 'long', acf });
}

interface Load {
  /** Milliseconds until WordPress has sent the document, and until the sections can be edited. */
  document: number;
  ready: number;
  /** CPU time of PHP and the browser, in milliseconds. */
  php: number;
  script: number;
  /** Size of the document in kilobytes. */
  size: number;
}

/** Whether the sections can be edited: a function that runs in the browser. */
function canEditSections(): boolean {
  const buttons = [...document.querySelectorAll<HTMLElement>('.lintel-placement-buttons')];
  const opened = document.querySelectorAll('#lintel-sections .lintel-panel:not([hidden])');
  const isUsable = buttons.length > 0 && buttons.every((each) => !each.hidden) && opened.length > 0;
  const area = document.querySelector(
    '.edit-post-meta-boxes-main #lintel-sections, .edit-post-layout__metaboxes #lintel-sections',
  );
  return isUsable && area !== null;
}

/** Whether the title can be edited, in the document or in the frame of the canvas: a function that runs in the browser. */
function canEditTitle(): boolean {
  const canvas = document.querySelector<HTMLIFrameElement>('iframe[name="editor-canvas"]');
  const documents = [document, canvas?.contentDocument];
  return documents.some((each) => each?.querySelector('.editor-post-title__input, .wp-block-post-title'));
}

async function loadScreen(
  page: Page,
  address: string,
  wordpress: ChildProcess,
  isReady: () => boolean,
): Promise<Load> {
  // A blank page first, so that the browser does not ask about unsaved changes.
  await page.goto('about:blank');
  const browserBefore = await browserTime(page);
  const phpBefore = await processorTime(wordpress);
  await page.goto(address, { waitUntil: 'commit' });
  const ready = await page.waitForFunction(isReady);
  await ready.dispose();
  const time = await page.evaluate(() => performance.now());
  const { sent, size } = await page.evaluate(() => {
    const [entry] = performance.getEntriesByType('navigation');
    const navigation = entry instanceof PerformanceNavigationTiming ? entry : null;
    return { sent: navigation?.responseEnd ?? 0, size: (navigation?.decodedBodySize ?? 0) / 1000 };
  });
  const script = (await browserTime(page)) - browserBefore;
  return { document: sent, ready: time, php: (await processorTime(wordpress)) - phpBefore, script, size };
}

function print(what: string, loads: readonly Load[], alone: number, limit?: number): void {
  const of = (name: keyof Load) => median(loads.map((load) => load[name])).toFixed(0);
  console.log(
    `${what.padEnd(28)} ready after ${of('ready')} ms, the document (${of('size')} kB) after ${of('document')} ms; ` +
      `processor: PHP ${of('php')} ms, browser ${of('script')} ms`,
  );
  const ready = median(loads.map((load) => load.ready));
  const ofLimit = limit === undefined ? '' : `, ${(ready / limit).toFixed(2)} of ${limit} ms`;
  console.log(`${''.padEnd(28)} ${(ready / alone).toFixed(2)} of WordPress without the plugin${ofLimit}`);
}

function median(figures: readonly number[]): number {
  return figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? 0;
}
