import type { BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { openEditor, openSection, saveInBlockEditor, signInBrowser } from './support/browser-editor.ts';
import { createPage } from './support/rest.ts';
import { startWordPress, type TestWordPress } from './support/start-wordpress.ts';

/* The visual editors of formatted texts: texts without paragraph tags, the code tab, and a box that is moved. */

/** As ACF stores paragraphs and line breaks. */
const LINES = 'First.\n\nSecond.\nLine.';
/** Written as the text editor of WordPress would not write it. */
const CODE = '<p>Come <b>in</b>.</p><p>All<br>of you.</p>';
const OTHER_BOX = `
add_action( 'add_meta_boxes', static function () {
	add_meta_box( 'other-box', 'Other box', '__return_empty_string', 'page', 'normal', 'low' );
} );
`;

let wordpress: TestWordPress;
let context: BrowserContext;
let screen: Page;
let page: number;

beforeAll(async () => {
  wordpress = await startWordPress();
  await wordpress.addPlugin('other-box', OTHER_BOX);
  ({ context, page: screen } = await signInBrowser(wordpress.url, wordpress.editorAccount));
  page = await createPage(wordpress.editor, {
    slug: 'open-day',
    title: 'Open day',
    acf: {
      page_layout: ['hero', 'prose', 'proof'].map((block) => ({ block, key: block })),
      hero_desc: LINES,
      prose_content: '<p>How the day goes.</p>',
      proof_proof: '<p>It was a good day.</p>',
    },
  });
  await openEditor(screen, wordpress.url, page, '#lintel-hero_desc');
  // A save before the editor has registered its meta boxes would not include them.
  await screen.waitForFunction(`window.wp.data.select('core/edit-post').hasMetaBoxes()`);
});
afterAll(async () => {
  await context?.close();
  await wordpress?.remove();
});

const field = (id: string): Locator => screen.locator(`[data-lintel-path="${id}"]`);
/** The editable text of a field. It has its label once the editor notices what is typed. */
const textEditor = (id: string): Locator =>
  field(id).locator('iframe').contentFrame().locator('body[contenteditable="true"][aria-label]');

async function stored(): Promise<Record<string, unknown>> {
  const answer = await wordpress.editor.get(`/wp/v2/pages/${page}?_fields=acf`);
  return z.object({ acf: z.looseObject({}) }).parse(answer).acf;
}

describe('text with plain line breaks', () => {
  test('has its paragraphs and lines in the visual editor', async () => {
    await textEditor('hero_desc').waitFor();
    expect(await textEditor('hero_desc').locator('p').allInnerTexts()).toEqual(['First.', 'Second.\nLine.']);
  });

  test('is duplicated and saved as it was stored while nobody changes it', async () => {
    await screen
      .locator('[data-lintel-key="hero"]')
      .getByRole('button', { name: /^Duplicate/ })
      .click();
    const copy = screen.locator('#lintel-hero_2_desc');
    await copy.waitFor({ state: 'attached' });
    expect(await copy.inputValue()).toBe(LINES);
    await saveInBlockEditor(screen);
    expect(await stored()).toMatchObject({ hero_desc: LINES, hero_2_desc: LINES });
  });

  test('keeps its paragraphs and lines when more is typed', async () => {
    await textEditor('hero_desc').locator('p').last().click();
    await screen.keyboard.press('ControlOrMeta+End');
    await screen.keyboard.type(' More.');
    await saveInBlockEditor(screen);
    expect(await stored()).toMatchObject({ hero_desc: '<p>First.</p>\n<p>Second.<br />Line. More.</p>' });
  });
});

describe('the code of a text', () => {
  test('is stored as it was typed after a look at the visual editor', async () => {
    await openSection(screen, '#lintel-prose_content');
    await textEditor('prose_content').waitFor();
    await field('prose_content')
      .getByRole('button', { name: /^(Code|Text)$/ })
      .click();
    const code = field('prose_content').locator('textarea');
    await code.fill(CODE);
    // WordPress marks the selection in the code, to select the same words in the visual editor.
    await code.press('ControlOrMeta+a');
    await field('prose_content').getByRole('button', { name: 'Visual' }).click();
    await expect.poll(() => textEditor('prose_content').innerText()).toContain('Come in.');
    await saveInBlockEditor(screen);
    expect(await stored()).toMatchObject({ prose_content: CODE });
  });
});

describe('a moved box', () => {
  test('has all its texts, which can be typed on', async () => {
    await openSection(screen, '#lintel-proof_proof');
    await textEditor('proof_proof').fill('A fine day.');
    await screen.locator('#lintel-sections > .postbox-header .handle-order-lower').click();
    await screen.locator('#other-box + #lintel-sections').waitFor();
    await field('prose_content').scrollIntoViewIfNeeded();
    await expect.poll(() => textEditor('prose_content').innerText()).toContain('Come in.');
    await field('proof_proof').scrollIntoViewIfNeeded();
    await expect.poll(() => textEditor('proof_proof').innerText()).toBe('A fine day.');
    await textEditor('proof_proof').press('ControlOrMeta+End');
    await screen.keyboard.type(' Really.');
    await saveInBlockEditor(screen);
    expect(await stored()).toMatchObject({ proof_proof: '<p>A fine day. Really.</p>', prose_content: CODE });
  });
});
