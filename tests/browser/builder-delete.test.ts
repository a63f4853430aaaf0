import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { canvasOf, sectionsOf, visitBuilder } from './support/builder-visit.ts';

/* Delete and Backspace in the page builder, with the focus in the places where it can be. */

const visit = visitBuilder((wordpress) => {
  wordpress.add('pages', {
    id: 7,
    slug: 'open-house',
    acf: {
      page_layout: JSON.stringify([
        { block: 'hero', key: 'hero' },
        { block: 'faq', key: 'questions' },
        { block: 'prose', key: 'text' },
        { block: 'contact-form', key: 'form' },
      ]),
      hero_title: 'Come in',
      questions_title: 'Asked often',
      questions_items: [{ question: 'Is there parking?', answer: '<p>Two places.</p>' }],
      text_title: 'About the house',
    },
  });
});

const INPUT = 'input:not([type="hidden"])';
const section = (builder: Page, key: string) => canvasOf(builder).locator(`[data-section="${key}"]`);
const outline = (builder: Page) => builder.getByRole('list', { name: 'Sections of this page' });
const row = (builder: Page, title: RegExp) => outline(builder).getByRole('button', { name: title });
async function open(): Promise<Page> {
  const builder = await visit.open('open-house');
  await section(builder, 'form').locator(INPUT).first().waitFor();
  return builder;
}

it('removes all sections that are chosen in the outline, as one step', async () => {
  const builder = await open();
  await row(builder, /^Come in/).click({ modifiers: ['Control'] });
  await row(builder, /^About the house/).click({ modifiers: ['Control'] });
  await builder.keyboard.press('Delete');
  await expect.poll(() => sectionsOf(builder)).toEqual(['questions', 'form']);
  // The focus is on the row that took the place of the first one.
  expect(await builder.evaluate(() => document.activeElement?.textContent)).toContain('Asked often');
  await builder.getByRole('button', { name: 'undo' }).click();
  await expect.poll(() => sectionsOf(builder)).toEqual(['hero', 'questions', 'text', 'form']);

  await builder.getByRole('checkbox', { name: 'Select Come in' }).uncheck();
  await builder.keyboard.press('Backspace');
  await expect.poll(() => sectionsOf(builder)).toEqual(['hero', 'questions', 'form']);
});

it('removes the section that has the focus in the outline or was clicked on the canvas', async () => {
  const builder = await open();
  await row(builder, /^About the house/).focus();
  await builder.keyboard.press('Delete');
  await expect.poll(() => sectionsOf(builder)).toEqual(['hero', 'questions', 'form']);
  await section(builder, 'questions').click({ position: { x: 8, y: 8 } });
  await builder.getByRole('textbox', { name: 'Title', exact: true }).waitFor();
  await builder.keyboard.press('Delete');
  await expect.poll(() => sectionsOf(builder)).toEqual(['hero', 'form']);
});

it('removes no section with the focus on a row of a list or on a button beside the canvas', async () => {
  const builder = await open();
  await row(builder, /^Asked often/).press('Enter');
  const question = builder.getByRole('group', { name: 'Is there parking?' });
  for (const key of ['Delete', 'Backspace']) {
    await question.press(key);
    await builder.getByRole('button', { name: 'Publish' }).press(key);
  }
  // What is removed next shows that the keys before it had their time.
  await builder.getByRole('button', { name: 'All sections' }).press('Enter');
  await row(builder, /^About the house/).focus();
  await builder.keyboard.press('Delete');
  await expect.poll(() => sectionsOf(builder)).toEqual(['hero', 'questions', 'form']);
});

it('removes text, and no section, with the focus in a form on the canvas', async () => {
  const builder = await open();
  await row(builder, /Contact form/).press('Enter');
  const input = section(builder, 'form').locator(INPUT).first();
  await input.focus();
  await builder.keyboard.type('Anna');
  await builder.keyboard.press('Backspace');
  await expect.poll(() => input.inputValue()).toBe('Ann');
  await builder.keyboard.press('Home');
  await builder.keyboard.press('Delete');
  await expect.poll(() => input.inputValue()).toBe('nn');
  expect(await sectionsOf(builder)).toEqual(['hero', 'questions', 'text', 'form']);
});
