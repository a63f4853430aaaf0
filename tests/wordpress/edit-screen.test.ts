import type { BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { axeViolations } from '../browser/support/page-checks.ts';
import { connectSite } from './support/connect-site.ts';
import { openSite, type OpenSite } from './support/open-site.ts';
import {
  addRow,
  lastFormattedText,
  openEditor,
  openLivePreview,
  openSection,
  saveInBlockEditor,
  signInBrowser,
} from './support/browser-editor.ts';
import { createPage } from './support/rest.ts';
import { startWordPress, type TestWordPress } from './support/start-wordpress.ts';

/* What an editor sees on the edit screen: names, the text editor, and the place that the sections have. */

const SECRET = 'a-secret-that-both-sides-share-0123456789';
/** Written as the text editor of WordPress would not write it. */
const STORED = '<p>Come <b>in</b>,<br />all of you.</p><table><tbody><tr><td>Open</td></tr></tbody></table>';

let wordpress: TestWordPress;
let site: OpenSite;
let context: BrowserContext;
let screen: Page;
let page: number;

beforeAll(async () => {
  wordpress = await startWordPress();
  site = await openSite({ ...wordpress.env, WORDPRESS_WEBHOOK_SECRET: SECRET });
  await connectSite(wordpress, site.url, SECRET);
  ({ context, page: screen } = await signInBrowser(wordpress.url, wordpress.editorAccount));
  page = await createPage(wordpress.editor, {
    slug: 'open-day',
    title: 'Open day',
    acf: {
      page_layout: ['hero', 'prose', 'faq', 'proof'].map((block) => ({ block, key: block })),
      hero_title: 'Come in',
      hero_desc: '<p>Coffee is on.</p>',
      prose_title: 'How the day goes',
      prose_content: STORED,
      faq_items: [{ question: 'Is it far?', answer: '<p>No.</p>' }],
      proof_proof: '<p>It was a <em>good</em> day.</p>',
    },
  });
  await openEditor(screen, wordpress.url, page, '#lintel-hero_title');
  // A save before the editor has registered its meta boxes would not include them.
  await screen.waitForFunction(`window.wp.data.select('core/edit-post').hasMetaBoxes()`);
});
afterAll(async () => {
  await context?.close();
  await wordpress?.remove();
  await site?.close();
});

const toggle = (key: string) => screen.locator(`[data-lintel-key="${key}"] .lintel-toggle`);
const textEditor = (id: string): Locator =>
  screen
    .locator(`[data-lintel-path="${id}"] iframe`)
    .contentFrame()
    .locator('body.mce-content-body[contenteditable="true"]');
const toolbar = (id: string) => screen.locator(`[data-lintel-path="${id}"] .mce-toolbar-grp`);

async function stored(): Promise<Record<string, unknown>> {
  const answer = await wordpress.editor.get(`/wp/v2/pages/${page}?_fields=acf`);
  return z.object({ acf: z.looseObject({}) }).parse(answer).acf;
}

const save = () => saveInBlockEditor(screen);

describe('the list of sections', () => {
  test('names each section by its block and its headline, which follows what is typed', async () => {
    const names = () => screen.locator('.lintel-placement .lintel-toggle').allInnerTexts();
    const joined = async () => (await names()).map((name) => name.replaceAll(/\s+/g, ' '));
    expect(await joined()).toEqual([
      'Hero Come in',
      'Text How the day goes',
      'Questions and answers Frequently Asked Questions',
      'Proof It was a good day.',
    ]);
    await screen.locator('#lintel-hero_title').fill('Come in, all');
    expect((await joined())[0]).toBe('Hero Come in, all');
    await toggle('proof').click();
    await textEditor('proof_proof').fill('A fine day.');
    await expect.poll(async () => (await joined())[3]).toBe('Proof A fine day.');
  });

  test('opens and closes a section by keyboard', async () => {
    await toggle('faq').focus();
    await screen.keyboard.press('Enter');
    await screen.locator('#lintel-faq_title').waitFor();
    expect(await toggle('faq').getAttribute('aria-expanded')).toBe('true');
    await screen.keyboard.press('Enter');
    expect(await screen.locator('#lintel-faq_title').isVisible()).toBe(false);
    expect(await toggle('faq').getAttribute('aria-expanded')).toBe('false');
  });

  test('offers choices by words', async () => {
    await openSection(screen, '#lintel-prose_tone');
    const options = screen.locator('#lintel-prose_tone option');
    expect(await options.allInnerTexts()).toEqual([
      '— built in: Warm paper —',
      'Warm paper',
      'Sand',
      'Bright',
      'Dark green',
    ]);
    expect(await options.nth(2).getAttribute('value')).toBe('sand');
  });
});

describe('formatted text', () => {
  test('has WordPress’s editor with what the site shows: no first heading, no alignment, no colors', async () => {
    await textEditor('hero_desc').waitFor();
    const names = await toolbar('hero_desc')
      .locator('.mce-btn')
      .evaluateAll((buttons) =>
        buttons.map((button) => button.getAttribute('aria-label') ?? button.textContent.trim()),
      );
    expect(names.map((name) => name.replace(/ \(.*/, ''))).toEqual([
      'Paragraph',
      'Bold',
      'Italic',
      'Bulleted list',
      'Numbered list',
      'Insert/edit link',
      'Undo',
      'Redo',
    ]);
    await toolbar('hero_desc').locator('.mce-btn').first().click();
    const formats = screen.locator('.mce-menu:visible .mce-menu-item');
    expect((await formats.allInnerTexts()).map((text) => text.split('\n')[0]?.trim())).toEqual([
      'Paragraph',
      'Heading 2',
      'Heading 3',
      'Heading 4',
    ]);
    await screen.keyboard.press('Escape');
  });

  test('is kept as it was stored while nobody changes it', async () => {
    await openSection(screen, '#lintel-prose_content');
    await textEditor('prose_content').waitFor();
    await save();
    expect(await stored()).toMatchObject({ prose_content: STORED, hero_title: 'Come in, all' });
  });

  test('typed, with bold words and in a row, is what visitors see', async () => {
    const text = textEditor('hero_desc');
    await text.fill('Coffee and cake.');
    await text.press('ControlOrMeta+a');
    await toolbar('hero_desc').getByRole('button', { name: /^Bold/ }).click();
    await toggle('faq').click();
    const list = screen.locator('[data-lintel-path="faq_items"]');
    await addRow(list);
    await screen.keyboard.type('And dogs?');
    await lastFormattedText(list).fill('Bring them.');
    // A moved row takes its text along, although the editor has to start again.
    await list.locator('[data-lintel-do="up"]').last().click();
    await lastFormattedText(list).waitFor();
    await save();
    expect(await stored()).toMatchObject({
      hero_desc: '<p><strong>Coffee and cake.</strong></p>',
      faq_items: [
        { question: 'And dogs?', answer: '<p>Bring them.</p>' },
        { question: 'Is it far?', answer: '<p>No.</p>' },
      ],
      proof_proof: '<p>A fine day.</p>',
    });
    await expect
      .poll(async () => (await site.page('/open-day')).html)
      .toContain('<strong>Coffee and cake.</strong>');
  });

  test('shows its code on request', async () => {
    const field = screen.locator('[data-lintel-path="hero_desc"]');
    await field.getByRole('button', { name: /^(Code|Text)$/ }).click();
    const code = field.locator('textarea');
    expect(await code.inputValue()).toContain('<strong>Coffee and cake.</strong>');
    await code.fill('<p>Only <em>coffee</em>.</p>');
    await field.getByRole('button', { name: 'Visual' }).click();
    await save();
    expect(await stored()).toMatchObject({ hero_desc: '<p>Only <em>coffee</em>.</p>' });
  });
});

describe('several saves on one screen', () => {
  test('store each change, and keep what somebody else stored in between', async () => {
    const eyebrow = await openEditor(screen, wordpress.url, page, '#lintel-hero_eyebrow');
    await screen.waitForFunction(`window.wp.data.select('core/edit-post').hasMetaBoxes()`);
    for (const text of ['Once', 'Twice']) {
      await eyebrow.fill(text);
      await save();
      await expect.poll(stored).toMatchObject({ hero_eyebrow: text });
    }
    await wordpress.editor.post(`/wp/v2/pages/${page}`, { acf: { hero_title: 'From the builder' } });
    for (const text of ['Three times', 'Four times']) {
      await eyebrow.fill(text);
      await save();
      await expect.poll(stored).toMatchObject({ hero_eyebrow: text, hero_title: 'From the builder' });
    }
    const title = screen.locator('#lintel-hero_title');
    await expect.poll(() => title.inputValue()).toBe('From the builder');
    await wordpress.editor.post(`/wp/v2/pages/${page}`, { acf: { hero_title: 'Once more' } });
    await title.fill('Mine');
    await save();
    await expect.poll(() => screen.locator('#lintel-hero_title-error').textContent()).toContain('meanwhile');
    expect(await stored()).toMatchObject({ hero_title: 'Once more' });
    await save();
    await expect.poll(stored).toMatchObject({ hero_title: 'Mine' });
  });
});

describe('the screen', () => {
  test('belongs to the sections, where visitors do not see the text of the page; a button shows the text', async () => {
    const canvas = screen.locator('.editor-visual-editor');
    const box = screen.locator('#lintel-sections');
    expect(await canvas.isVisible()).toBe(false);
    await screen.getByRole('button', { name: 'Show the text' }).click();
    expect(await canvas.isVisible()).toBe(true);
    await screen.getByRole('button', { name: 'Hide the text' }).click();
    expect(await canvas.isVisible()).toBe(false);
    await screen.getByLabel('Title of the page').fill('Open day in June');
    await openLivePreview(screen);
    const form = await box.boundingBox();
    expect(form?.width).toBeGreaterThanOrEqual(560);
    await screen.getByRole('button', { name: 'Close the live preview' }).click();
    await save();
    const answer = await wordpress.editor.get(`/wp/v2/pages/${page}?_fields=title`);
    expect(answer).toMatchObject({ title: { rendered: 'Open day in June' } });
  });

  test('is one column on a phone, with the buttons of each section in a row of their own', async () => {
    await screen.setViewportSize({ width: 390, height: 844 });
    const field = (id: string) => screen.locator(`[data-lintel-path="${id}"]`).boundingBox();
    const lefts = await Promise.all(['hero_look', 'hero_eyebrow', 'hero_title', 'hero_desc'].map(field));
    expect(new Set(lefts.map((box) => box?.x)).size).toBe(1);
    for (const row of await screen.locator('.lintel-placement-row').all()) {
      const tops = await row
        .locator('.lintel-placement-buttons button')
        .evaluateAll((buttons) => buttons.map((button) => Math.round(button.getBoundingClientRect().top)));
      expect(new Set(tops).size).toBeLessThan(2);
    }
    const overflow = await screen
      .locator('#lintel-sections')
      .evaluate((box) => box.scrollWidth - box.clientWidth);
    expect(overflow).toBeLessThan(1);
  });

  test.each([390, 1440])('has no accessibility fault at %d px', async (width) => {
    await screen.setViewportSize({ width, height: 900 });
    // The toolbar of WordPress's editor has faults of its own.
    const scope = { within: ['#lintel-sections'], except: ['.mce-tinymce'] };
    expect(await axeViolations(screen, scope)).toEqual([]);
  });
});
