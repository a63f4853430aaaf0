import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { openEditor, saveInBlockEditor, signInBrowser } from './support/browser-editor.ts';
import { createPage, editPage } from './support/rest.ts';
import { startWordPress, type TestWordPress } from './support/start-wordpress.ts';

/* What the block editor, which does not reload the form, shows after a save of fields that only somebody else changed. */

/** WordPress and the test share a process. */
const POLL = { interval: 1_000 };

let wordpress: TestWordPress;
let context: BrowserContext;
let screen: Page;
let page: number;

beforeAll(async () => {
  wordpress = await startWordPress();
  ({ context, page: screen } = await signInBrowser(wordpress.url, wordpress.editorAccount));
  page = await createPage(wordpress.editor, {
    slug: 'open-day',
    title: 'Open day',
    content: '<!-- wp:paragraph --><p>A text.</p><!-- /wp:paragraph -->',
    acf: {
      page_layout: ['hero', 'faq'].map((block) => ({ block, key: block })),
      hero_title: 'First',
      hero_eyebrow: 'First',
      faq_items: [{ question: 'First?', answer: '<p>Yes.</p>' }],
    },
  });
  await openEditor(screen, wordpress.url, page, '#lintel-hero_title');
  // A save before the editor has registered its meta boxes would not include them.
  await screen.waitForFunction(`window.wp.data.select('core/edit-post').hasMetaBoxes()`);
  await screen.locator('[data-lintel-key="faq"] .lintel-toggle').click();
  await questions().first().waitFor();
});
afterAll(async () => {
  await context?.close();
  await wordpress?.remove();
});

const title = () => screen.locator('#lintel-hero_title');
const eyebrow = () => screen.locator('#lintel-hero_eyebrow');
const questions = () =>
  screen.locator('[data-lintel-path="faq_items"] [data-lintel-path$=".question"] input');
const asked = () =>
  questions().evaluateAll((inputs) => inputs.map((input) => 'value' in input && input.value));
const errors = () => screen.locator('.lintel-error:not([hidden])').allTextContents();

async function stored(): Promise<Record<string, unknown>> {
  const answer = await wordpress.editor.get(`/wp/v2/pages/${page}?_fields=acf`);
  return z.object({ acf: z.looseObject({}) }).parse(answer).acf;
}

test('they show what is stored, in the list of sections, too', async () => {
  const answer = '<p>Yes.</p>';
  const theirs = {
    hero_title: 'Theirs',
    faq_items: ['Theirs?', 'And?'].map((question) => ({ question, answer })),
  };
  await editPage(wordpress.editor, page, { acf: theirs });
  await eyebrow().fill('Mine');
  await saveInBlockEditor(screen);
  await expect.poll(() => title().inputValue(), POLL).toBe('Theirs');
  await expect.poll(asked, POLL).toEqual(['Theirs?', 'And?']);
  expect(await eyebrow().inputValue()).toBe('Mine');
  expect(await screen.locator('[data-lintel-key="hero"] .lintel-headline').textContent()).toBe('Theirs');
  expect(await stored()).toMatchObject({ ...theirs, hero_eyebrow: 'Mine' });
});

test('a change of what is shown is no conflict', async () => {
  await title().fill('Mine');
  await questions().last().fill('And mine?');
  await saveInBlockEditor(screen);
  await expect
    .poll(stored, POLL)
    .toMatchObject({ hero_title: 'Mine', faq_items: [{ question: 'Theirs?' }, { question: 'And mine?' }] });
  expect(await errors()).toEqual([]);
});

test('what is typed during the save stays, and the next save says that somebody else changed it', async () => {
  await editPage(wordpress.editor, page, { acf: { hero_title: 'Theirs again' } });
  await eyebrow().fill('Mine again');
  await screen.route(/meta-box-loader/, async (route) => {
    await title().fill('Typed during the save');
    await route.continue();
  });
  await saveInBlockEditor(screen);
  await screen.unroute(/meta-box-loader/);
  await saveInBlockEditor(screen);
  await expect.poll(errors, POLL).toEqual([expect.stringContaining('somebody else changed it meanwhile')]);
  expect(await title().inputValue()).toBe('Typed during the save');
  expect(await stored()).toMatchObject({ hero_title: 'Theirs again', hero_eyebrow: 'Mine again' });
});
