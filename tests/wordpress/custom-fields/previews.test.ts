import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { closeContexts } from '../../browser/support/worker-browser.ts';
import {
  openEditor,
  openLivePreview,
  pressPreview,
  previewTab,
  signInBrowser,
} from '../support/browser-editor.ts';
import { connectSite } from '../support/connect-site.ts';
import { openSite, type OpenSite } from '../support/open-site.ts';
import { createPage, pageId } from '../support/rest.ts';
import { startWordPress, type TestWordPress } from '../support/start-wordpress.ts';
import { installCustomFields } from './install-custom-fields.ts';

/* All previews, and saves, with the form of Advanced Custom Fields or Secure Custom Fields. */

const SECRET = 'a-secret-that-both-sides-share-0123456789';
const TITLE = '.acf-field[data-name="hero_title"] input[type=text]';
/** WordPress, the site and the test share a process. */
const POLL = { interval: 1_000 };

let wordpress: TestWordPress;
let site: OpenSite;
let context: BrowserContext;
let editor: Page;
let home: number;

beforeAll(async () => {
  wordpress = await startWordPress();
  await installCustomFields(wordpress);
  site = await openSite({ ...wordpress.env, WORDPRESS_WEBHOOK_SECRET: SECRET });
  await connectSite(wordpress, site.url, SECRET);
  home = await pageId(wordpress.editor, 'home');
  ({ context, page: editor } = await signInBrowser(wordpress.url, wordpress.editorAccount));
});
afterAll(async () => {
  await closeContexts();
  await wordpress?.remove();
  await site?.close();
});

/** Opens the accordion of the first section. */
async function openHero(): Promise<void> {
  const accordion = editor.locator('.acf-field-accordion').filter({ has: editor.locator(TITLE) });
  if (!(await editor.locator(TITLE).isVisible())) await accordion.locator('> .acf-accordion-title').click();
}

async function openPage(id: number): Promise<void> {
  await openEditor(editor, wordpress.url, id, TITLE);
  await openHero();
}

const headline = async (address: string) => /<h1[^>]*>(.*?)<\/h1>/.exec((await site.page(address)).html)?.[1];
const shown = (tab: Page) => tab.locator('h1').first().textContent();

// The tests depend on each other: each continues where the previous one ended.
test('the live preview shows what is typed, and a click there leads to a field and to a row', async () => {
  await openPage(home);
  const frame = await openLivePreview(editor);
  await editor.fill(TITLE, 'Typed, not saved');
  await frame.locator('h1', { hasText: 'Typed, not saved' }).waitFor();
  const focused = () =>
    editor.evaluate(() =>
      document.activeElement?.closest('.acf-field[data-name]')?.getAttribute('data-name'),
    );
  await frame.locator('h1').click();
  await expect.poll(focused, POLL).toBe('hero_title');
  await frame.locator('#faq summary').nth(1).click();
  // The question of a row in a repeater; without repeaters, the list of the plugin.
  await expect.poll(focused, POLL).toMatch(/^(question|faq_items)$/);
  expect(await editor.evaluate(() => document.activeElement?.getAttribute('value'))).toBe(
    'How quickly will you get back to me?',
  );
});

test('a changed row is shown', async () => {
  await editor.locator(':focus').fill('How soon?');
  const questions = editor.frameLocator('.lintel-live iframe').locator('#faq summary');
  await expect.poll(() => questions.allInnerTexts(), POLL).toContain('How soon?');
});

test('“Preview” shows the values that are not saved', async () => {
  const tab = await previewTab(context, () => pressPreview(editor));
  expect(await shown(tab)).toBe('Typed, not saved');
  expect(await tab.locator('#faq summary', { hasText: 'How soon?' }).count()).toBe(1);
  await tab.close();
  expect(await headline('/')).not.toBe('Typed, not saved');
});

test('what is saved is on the site', async () => {
  await editor.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.poll(() => headline('/'), POLL).toBe('Typed, not saved');
  await expect.poll(async () => (await site.page('/')).html, POLL).toContain('How soon?');
});

test('what is too long is refused in the block editor, with a message at the field', async () => {
  await editor.fill(TITLE, 'x'.repeat(1_001));
  await editor.getByRole('button', { name: 'Save', exact: true }).click();
  const message = editor.locator('.acf-field[data-name="hero_title"] .acf-error-message');
  await expect
    .poll(() => message.allTextContents(), POLL)
    .toEqual([expect.stringContaining('1,001 characters long')]);
  expect(await headline('/')).toBe('Typed, not saved');
  // The next test leaves the page.
  editor.once('dialog', (dialog) => void dialog.accept());
});

test('a draft has a preview', async () => {
  const layout = [{ block: 'hero', key: 'hero' }];
  const draft = await createPage(wordpress.editor, {
    title: 'Brand new',
    status: 'draft',
    acf: { page_layout: layout },
  });
  await openPage(draft);
  await editor.fill(TITLE, 'Its first words');
  const tab = await previewTab(context, () => pressPreview(editor));
  expect(await shown(tab)).toBe('Its first words');
  await tab.close();
});

test('the classic editor has both previews, and saves', async () => {
  editor.once('dialog', (dialog) => void dialog.accept());
  await wordpress.addPlugin('classic', "add_filter( 'use_block_editor_for_post', '__return_false' );");
  await openPage(home);
  const frame = await openLivePreview(editor);
  await editor.fill(TITLE, 'Typed in the classic editor');
  await frame.locator('h1', { hasText: 'Typed in the classic editor' }).waitFor();
  const tab = await previewTab(context, () => editor.click('#post-preview'));
  expect(await shown(tab)).toBe('Typed in the classic editor');
  await tab.close();
  await editor.click('#publish');
  await expect.poll(() => headline('/'), POLL).toBe('Typed in the classic editor');
});

test('REST has the values of every page, and so has the change feed', async () => {
  const pages = z
    .array(z.object({ id: z.number(), acf: z.looseObject({}) }))
    .parse(await wordpress.anonymous.get('/wp/v2/pages?per_page=100&_fields=id,acf'));
  const feed = z
    .object({ entries: z.array(z.object({ kind: z.string(), id: z.string(), data: z.unknown() })) })
    .parse(await wordpress.editor.get('/lintel/v1/changes?since=0&limit=100'));
  for (const page of pages) {
    const entry = feed.entries.find(({ kind, id }) => kind === 'page' && id === String(page.id));
    expect(entry?.data).toMatchObject(page);
  }
  expect(pages.length).toBeGreaterThan(10);
});

test('these tests caused no warnings or errors', () => {
  expect(site.messages()).toEqual([]);
});
