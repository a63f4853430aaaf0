import { rm } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { acceptMedia } from '../server/support/fake-media.ts';
import { startFakeSite, type FakeSite } from '../server/support/fake-site.ts';
import { drawnPng } from '../wordpress/support/drawn-png.ts';
import { startOperatorSite, type OperatorSite } from './support/operator-test-site.ts';
import { axeViolations, faultsOf, openPage } from './support/page-checks.ts';
import { workerBrowser } from './support/worker-browser.ts';

const LAYOUT = [
  { block: 'hero', key: 'hero' },
  { block: 'prose', key: 'text' },
  { block: 'faq', key: 'questions', hidden: true },
];

let browser: Browser;
let wordpress: FakeSite;
let site: OperatorSite;
let media: ReturnType<typeof acceptMedia>;
let page: Page | undefined;

beforeAll(async () => {
  [browser, wordpress] = await Promise.all([workerBrowser(), startFakeSite()]);
  wordpress.add('pages', {
    id: 7,
    slug: 'open-house',
    title: { rendered: 'Open house', raw: 'Open house' },
    acf: {
      page_layout: JSON.stringify(LAYOUT),
      hero_title: 'Come in on Sunday',
      text_title: 'About the house',
      text_content: '<p>Three bedrooms.</p>',
      questions_items: [
        { question: 'Is there parking?', answer: '<p>Two places. Perfect for families.</p>' },
      ],
      questions_title: 'Asked often',
    },
  });
  media = acceptMedia(wordpress);
  for (let id = 1; id <= 25; id += 1) {
    wordpress.add('media', { id, alt_text: `Picture ${id}`, media_details: { width: 640, height: 480 } });
  }
  site = await startOperatorSite(wordpress.env);
});
afterEach(async () => {
  const faults = page ? [...faultsOf(page)] : [];
  await page?.close();
  page = undefined;
  if (faults.length > 0) throw new Error(faults.join('\n'));
});
afterAll(async () => {
  await site?.site.stop();
  await wordpress?.stop();
  if (site) await rm(site.folder, { recursive: true, force: true });
});

const stored = () => Object(wordpress.lists.pages.find(({ id }) => id === 7)?.['acf']);
const visitor = async () => (await fetch(`${site.site.url}/open-house`)).text();

/** Opens a page in the builder, and waits until the canvas shows it. */
async function open(path: string): Promise<Page> {
  const opened = await openPage(browser, site.site.url + path, {
    width: 1440,
    reducedMotion: true,
    cookie: site.operator.cookie,
  });
  page = opened;
  await canvas(opened).locator('[data-section] h1').waitFor();
  return opened;
}

/** Chooses a section in the list beside the canvas, by its block's title. */
async function choose(builder: Page, title: RegExp): Promise<void> {
  const list = builder.getByRole('list', { name: 'Sections of this page' });
  const back = builder.getByRole('button', { name: 'All sections' });
  await list.or(back).first().waitFor();
  if (await back.isVisible()) await back.press('Enter');
  await list.getByRole('button', { name: title }).press('Enter');
  await back.waitFor();
}

/** Closes a page that met these faults, as the test meant. */
async function closeAfter(builder: Page, meant: readonly RegExp[]): Promise<void> {
  const others = faultsOf(builder).filter((fault) => !meant.some((each) => each.test(fault)));
  expect(others).toEqual([]);
  page = undefined;
  await builder.close();
}

const canvas = (builder: Page) => builder.frameLocator('iframe').first();
const sections = (builder: Page) =>
  canvas(builder)
    .locator('[data-section]')
    .evaluateAll((all) => all.map((each) => each.getAttribute('data-section')));

it('opens a page from the list, and reorders, types, undoes and publishes it with the keyboard', async () => {
  const list = await openPage(browser, `${site.site.url}/admin/pages`, {
    width: 1280,
    cookie: site.operator.cookie,
  });
  page = list;
  await list.getByRole('searchbox', { name: 'Search' }).fill('open h');
  await expect.poll(() => list.getByRole('row').count()).toBe(2);
  await list.getByRole('link', { name: 'Open house' }).click();
  await canvas(list).getByRole('heading', { level: 1, name: 'Come in on Sunday' }).waitFor();
  expect(await sections(list)).toEqual(['hero', 'text', 'questions']);

  await choose(list, /Text$/);
  await list.getByRole('button', { name: 'Move up' }).press('Enter');
  await expect.poll(() => sections(list)).toEqual(['text', 'hero', 'questions']);
  await canvas(list).getByRole('heading', { level: 1, name: 'About the house' }).waitFor();
  await list.getByRole('button', { name: 'undo' }).press('Enter');
  await expect.poll(() => sections(list)).toEqual(['hero', 'text', 'questions']);
  await list.getByRole('button', { name: 'redo' }).press('Enter');
  await expect.poll(() => sections(list)).toEqual(['text', 'hero', 'questions']);

  await choose(list, /Hero$/);
  const headline = list.getByRole('textbox', { name: 'Headline', exact: true });
  await headline.fill('');
  await list.getByRole('alert').filter({ hasText: 'Fill it in' }).first().waitFor();
  await headline.fill('Come in on Sunday');
  await choose(list, /Text$/);
  await list.getByRole('textbox', { name: 'Title', exact: true }).fill('About <script>this</script> house');
  await canvas(list).getByText('About <script>this</script> house').waitFor();
  await expect.poll(() => list.getByRole('status').allInnerTexts()).toContain('Unsaved changes');
  expect(stored().text_title).toBe('About the house');

  await list.getByRole('button', { name: 'Publish' }).press('Enter');
  await expect.poll(() => list.getByRole('status').allInnerTexts()).toContain('Live on the site');
  expect(JSON.parse(stored().page_layout).map(({ key }: { key: string }) => key)).toEqual([
    'text',
    'hero',
    'questions',
  ]);
  expect(stored()).toMatchObject({
    text_title: 'About <script>this</script> house',
    hero_title: 'Come in on Sunday',
  });
  const html = await visitor();
  expect(html.indexOf('About &lt;script&gt;')).toBeGreaterThan(0);
  expect(html.indexOf('About &lt;script&gt;', html.indexOf('<main'))).toBeLessThan(
    html.lastIndexOf('Come in on Sunday'),
  );
  expect(html).not.toContain('Asked often');
});

it('adds, duplicates, hides and removes sections, and leaves what it does not understand', async () => {
  const builder = await open('/admin/pages/open-house');
  const before = await sections(builder);
  await builder.getByLabel('Add a section').selectOption({ label: 'Call to action' });
  await builder.getByRole('button', { name: 'Add', exact: true }).click();
  await expect.poll(() => sections(builder)).toEqual([...before, 'call_to_action']);
  await builder.getByRole('toolbar').getByRole('button', { name: 'Duplicate' }).click();
  await expect.poll(() => sections(builder)).toEqual([...before, 'call_to_action', 'call_to_action2']);
  await builder.getByRole('toolbar').getByRole('button', { name: 'Hide' }).click();
  await expect.poll(() => canvas(builder).getByText('Hidden', { exact: true }).count()).toBe(2);
  await builder.getByRole('toolbar').getByRole('button', { name: 'Remove' }).click();
  await expect.poll(() => sections(builder).then((all) => all.length)).toBe(before.length + 1);
});

it('shows both versions after a conflict, and keeps the chosen one of each section', async () => {
  const builder = await open('/admin/pages/open-house');
  await choose(builder, /Hero$/);
  await builder.getByRole('textbox', { name: 'Headline', exact: true }).fill('By me');
  await canvas(builder).getByText('By me').waitFor();
  wordpress.edit('pages', 7, {
    modified_gmt: wordpress.stamp(-60_000),
    acf: { ...stored(), hero_title: 'By a colleague', text_title: 'Also by a colleague' },
  });
  await builder.getByRole('button', { name: 'Publish' }).click();
  const dialog = builder.getByRole('dialog', { name: 'Somebody else saved this page' });
  await dialog.getByRole('group', { name: /Hero/ }).getByText('Theirs: changed').waitFor();
  await dialog.getByRole('button', { name: 'Use these versions' }).click();
  await canvas(builder).getByText('Also by a colleague').waitFor();
  await canvas(builder).getByText('By me').waitFor();
  await builder.getByRole('button', { name: 'Publish' }).click();
  await expect.poll(() => stored().hero_title).toBe('By me');
  expect(stored().text_title).toBe('Also by a colleague');
  await expect.poll(() => builder.getByRole('status').allInnerTexts()).toContain('Live on the site');
  // Puck warns that it renders all sections again, which a merge needs.
  await closeAfter(builder, [/save 409$/, /`setData` is expensive/]);
});

it('keeps unsaved changes when WordPress is down, and after the tab was closed', async () => {
  const builder = await open('/admin/pages/open-house');
  await choose(builder, /Hero$/);
  await builder.getByRole('textbox', { name: 'Headline', exact: true }).fill('Not lost');
  await canvas(builder).getByText('Not lost').waitFor();
  wordpress.misbehaviour = 'down';
  await builder.getByRole('button', { name: 'Publish' }).click();
  await builder.getByRole('alert').filter({ hasText: 'Not saved' }).waitFor();
  wordpress.misbehaviour = null;
  builder.on('dialog', (dialog) => void dialog.accept());
  await builder.reload();
  await canvas(builder).getByText('Not lost').waitFor();
  await builder.getByRole('button', { name: 'Publish' }).click();
  await expect.poll(() => stored().hero_title).toBe('Not lost');
  await closeAfter(builder, [/save 503$/]);
});

it('uploads a picture, keeps the file of a failed upload, asks for its text, and shows its focal point', async () => {
  const builder = await open('/admin/pages/open-house');
  await builder.route('**/media/**', (route) =>
    route.fulfill({ contentType: 'image/png', body: Buffer.from(drawnPng(64, 48)) }),
  );
  await choose(builder, /Hero$/);
  const field = builder.getByRole('group', { name: 'Picture', exact: true });
  const dialog = builder.getByRole('dialog');
  await field.getByRole('button', { name: 'Choose a picture' }).first().press('Enter');
  await expect
    .poll(() => dialog.getByRole('list', { name: 'Pictures' }).getByRole('button').count())
    .toBe(24);
  await dialog.getByRole('button', { name: 'Load more' }).press('Enter');
  await expect
    .poll(() => dialog.getByRole('list', { name: 'Pictures' }).getByRole('button').count())
    .toBe(25);
  expect(await axeViolations(builder, { within: ['dialog'] })).toEqual([]);

  const file = dialog.getByLabel('Picture to upload');
  const bytes = Buffer.from(drawnPng(64, 48));
  await file.setInputFiles({ name: 'plan.svg', mimeType: 'image/svg+xml', buffer: bytes });
  await dialog.getByRole('alert').filter({ hasText: 'can contain scripts' }).waitFor();
  wordpress.misbehaviour = 'down';
  await file.setInputFiles({ name: 'porch.png', mimeType: 'image/png', buffer: bytes });
  await dialog.getByText('porch.png was not uploaded').waitFor();
  wordpress.misbehaviour = null;
  await dialog.getByRole('button', { name: 'Try again' }).press('Enter');
  const use = dialog.getByRole('button', { name: 'Use this picture' });
  await use.press('Enter');
  await dialog.getByRole('alert').filter({ hasText: 'say that it is decorative' }).waitFor();
  await dialog.getByLabel('Alternative text').fill('A porch');
  await dialog.getByRole('slider', { name: 'Focal point' }).press('Shift+ArrowLeft');
  expect(await axeViolations(builder, { within: ['dialog'] })).toEqual([]);
  await use.press('Enter');
  await canvas(builder).getByRole('img', { name: 'A porch' }).waitFor();
  await field.getByText('A porch').waitFor();
  expect(media.uploads.map(({ name }) => name)).toEqual(['porch.png']);
  expect(wordpress.lists.media.at(-1)).toMatchObject({
    alt_text: 'A porch',
    meta: { focal_point: { x: 0.4, y: 0.5 } },
  });
  await closeAfter(builder, [/pictures\?name=porch.png 503$/]);
});

it('leads from a text on the canvas and from a hint to its field, and names every control', async () => {
  const builder = await open('/admin/pages/open-house');
  const focused = () =>
    builder.evaluate(() => document.activeElement?.closest('[data-field]')?.getAttribute('data-field'));
  // Rows that Puck draws are buttons with buttons in them, so other rules cannot pass.
  const rules = ['label', 'button-name', 'select-name', 'aria-input-field-name', 'aria-toggle-field-name'];
  const unnamed = () => axeViolations(builder, { rules, within: ['[data-field]'] });
  await canvas(builder).getByText('Three bedrooms.').dblclick();
  await expect.poll(focused).toBe('content');
  expect(await builder.evaluate(() => getSelection()?.toString())).toBe('Three bedrooms.');
  await builder.getByRole('textbox', { name: 'Text', exact: true }).first().waitFor();
  expect(await unnamed()).toEqual([]);
  await canvas(builder).getByText('Is there parking?').dblclick();
  await expect.poll(focused).toBe('items[0].question');
  await builder.getByRole('button', { name: 'Add to Questions' }).first().waitFor();
  expect(await unnamed()).toEqual([]);

  await builder.getByRole('button', { name: /^Hints \([1-9]/ }).press('Enter');
  const dialog = builder.getByRole('dialog', { name: 'Hints' });
  await dialog.getByText('As a search result').waitFor();
  expect(await axeViolations(builder, { within: ['dialog'] })).toEqual([]);
  await dialog.getByRole('button', { name: /Questions 1: Answer.*Perfect for families/ }).press('Enter');
  await expect.poll(focused).toBe('items[0].answer');
});
