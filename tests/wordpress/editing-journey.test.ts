import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { JSDOM } from 'jsdom';
import type { BrowserContext, FrameLocator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startSite, type Site } from '../browser/support/start-site.ts';
import { closeContexts } from '../browser/support/worker-browser.ts';
import { CONDITION_LIMIT, timeLimit } from '../setup/time-limits.ts';
import {
  addRow,
  choosePicture,
  lastFormattedText,
  listedSections,
  openEditor,
  openLivePreview,
  openSection,
  pressPreview,
  previewTab,
  signInBrowser,
} from './support/browser-editor.ts';
import { connectSite, PATIENT } from './support/connect-site.ts';
import { drawnPng } from './support/drawn-png.ts';
import { editPage, pageId } from './support/rest.ts';
import { startWordPress, type TestWordPress } from './support/start-wordpress.ts';

/** CONTENT_MAX_AGE in seconds. tests/faults/content-outages.test.ts measures how soon an edit is served. */
const MAX_AGE = 1;

const SECRET = 'a-secret-that-both-sides-share-0123456789';
const BUILT_IN = 'Find Your Front Door in Des Moines';

let wordpress: TestWordPress;
let site: Site;
let home: number;
let dataDir: string;
const connected = () => ({
  ...wordpress.env,
  CONTENT_MAX_AGE: String(MAX_AGE),
  DATA_DIR: dataDir,
  WORDPRESS_WEBHOOK_SECRET: SECRET,
});

beforeAll(async () => {
  wordpress = await startWordPress();
  home = await pageId(wordpress.editor, 'home');
  dataDir = await mkdtemp(join(tmpdir(), 'lintel-journey-'));
  site = await startSite(connected());
});
afterAll(async () => {
  await closeContexts();
  await wordpress?.remove();
  await site?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const write = (title: string) => editPage(wordpress.editor, home, { acf: { hero_title: title } });

/** Requests a page as a visitor does. `inTime` is true if it arrives within two seconds, the limit for any visitor. */
async function visit(url = site.url) {
  const start = performance.now();
  const response = await fetch(url);
  const html = await response.text();
  return {
    status: response.status,
    headline: /<h1[^>]*>(.*?)<\/h1>/.exec(html)?.[1] ?? '',
    inTime: performance.now() - start < timeLimit(2_000),
  };
}

const headline = async () => (await visit()).headline;
/** Poll options: request the page ten times per second until it shows the expected text. */
const OFTEN = { interval: 100 };

// The tests depend on each other and run in order.
describe('an editor changes the headline of the home page', () => {
  test('at first the page shows the headline that WordPress was seeded with', async () => {
    await expect.poll(headline, OFTEN).toBe(BUILT_IN);
  });

  test('a new headline is on the page soon, without any notice', async () => {
    await write('Come home to Iowa');
    await expect.poll(headline, OFTEN).toBe('Come home to Iowa');
  });

  test('clearing the headline brings the built-in text back', async () => {
    await write('');
    await expect.poll(headline, OFTEN).toBe(BUILT_IN);
    await write('Before the outage');
    await expect.poll(headline, OFTEN).toBe('Before the outage');
  });

  test('while WordPress is stopped, the last page is still served quickly, and the log names cause and fix', async () => {
    await wordpress.stop();
    // Keep requesting pages until the log shows that WordPress cannot be reached.
    await expect
      .poll(
        async () => {
          expect(await visit()).toEqual({ status: 200, headline: 'Before the outage', inTime: true });
          return site.log();
        },
        { interval: 200 },
      )
      .toMatch(/cannot be reached \(ECONNREFUSED\)\. Check that it runs and that its address/);
  });

  test('after a restart during the outage, the last good page is served at once', async () => {
    await site.stop();
    site = await startSite(connected());
    expect(await visit()).toEqual({ status: 200, headline: 'Before the outage', inTime: true });
  });

  test('a server that never read WordPress answers 503 and shows no substitute content', async () => {
    const cold = await startSite({ ...connected(), DATA_DIR: join(dataDir, 'cold') });
    try {
      const { status, headline } = await visit(cold.url);
      expect({ status, headline }).toEqual({ status: 503, headline: 'Something went wrong on our side' });
      expect((await fetch(cold.url)).headers.get('retry-after')).toBe('30');
    } finally {
      await cold.stop();
    }
  });

  test('when WordPress is back, the next edit is on the page', async () => {
    await wordpress.startAgain();
    await write('After the outage');
    await expect.poll(headline, OFTEN).toBe('After the outage');
  });
});

const PORCH = 'A porch in the evening';

describe('an editor changes the home page in wp-admin', () => {
  let context: BrowserContext;
  let screen: Page;
  let preview: FrameLocator;
  let picture: number;
  /** The keys of the sections, in the original order and in the editor's new order. */
  let order: string[];
  let newOrder: string[];
  beforeAll(async () => {
    const bytes = drawnPng(1600, 900);
    picture = await wordpress.editor.upload({ name: 'porch.png', type: 'image/png', bytes });
    await wordpress.editor.post(`/wp/v2/media/${picture}`, { alt_text: PORCH });
    await wordpress.addPlugin('patient', PATIENT);
    await connectSite(wordpress, site.url, SECRET);
    ({ context, page: screen } = await signInBrowser(wordpress.url, wordpress.editorAccount));
    context.setDefaultTimeout(CONDITION_LIMIT);
  });

  const listed = async () => (await listedSections(screen)).map(String);

  /** Returns what a page shows for each of the four changes. */
  function seenIn(html: string) {
    const { document } = new JSDOM(html).window;
    return {
      headline: document.querySelector('h1')?.textContent,
      order: [...document.querySelectorAll('[id]')].map(({ id }) => id).filter((id) => order.includes(id)),
      hasPicture: document.querySelector(`#hero img[alt="${PORCH}"]`) !== null,
      lastQuestion: [...document.querySelectorAll('#faq summary')].at(-1)?.textContent,
    };
  }
  const seenByVisitors = async () => seenIn(await (await fetch(site.url)).text());
  const seenOn = async (page: Page | FrameLocator) =>
    seenIn(await page.locator('html').evaluate(({ outerHTML }) => outerHTML));
  const changed = () => ({
    headline: 'A front door of your own',
    order: newOrder,
    hasPicture: true,
    lastQuestion: 'Is it near the river?',
  });

  test('the live preview follows what she types, chooses, moves and adds, and visitors see none of it', async () => {
    const title = await openEditor(screen, wordpress.url, home, '#lintel-hero_title');
    // Wait until the editor has registered its meta boxes. A save before that would not include them.
    await screen.waitForFunction(`window.wp.data.select('core/edit-post').hasMetaBoxes()`);
    order = await listed();
    const before = await seenByVisitors();
    expect(before).toMatchObject({ headline: 'After the outage', order, hasPicture: false });
    preview = await openLivePreview(screen);
    await title.fill('A front door of your own');
    await preview.locator('h1', { hasText: 'A front door of your own' }).waitFor();

    await choosePicture(screen, '[data-lintel-path="hero_image"]', picture);
    await preview.getByAltText(PORCH).waitFor();

    const [first = '', second = '', third = '', ...others] = order;
    newOrder = [first, third, second, ...others];
    await screen.locator('.lintel-placement').nth(2).locator('[data-lintel-layout="up"]').click();
    expect(await listed()).toEqual(newOrder);

    const list = screen.locator('[data-lintel-path="faq_items"]');
    await openSection(screen, '#lintel-faq_items');
    await addRow(list);
    await screen.keyboard.type('Is it near the river?');
    await lastFormattedText(list).fill('Two streets away.');
    await preview.locator('#faq').getByText('Two streets away.').waitFor({ state: 'attached' });

    await expect.poll(() => seenOn(preview)).toEqual(changed());
    expect(await seenByVisitors()).toEqual(before);
  });

  test('“Preview” shows exactly that, and visitors still see none of it', async () => {
    const tab = await previewTab(context, () => pressPreview(screen));
    expect(await seenOn(tab)).toEqual(changed());
    expect(await tab.locator('main').textContent()).toBe(await preview.locator('main').textContent());
    await tab.close();
    expect((await seenByVisitors()).headline).toBe('After the outage');
  });

  test('once it is saved, the screen says “Live on the site”, and visitors see it', async () => {
    await screen.getByRole('button', { name: 'Save', exact: true }).click();
    await screen
      .getByText(/^Live on the site, after [\d.]+ s\.$/)
      .first()
      .waitFor();
    expect(await seenByVisitors()).toEqual(changed());
  });
});
