import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { addSection } from './support/add-section.ts';
import { unsavedChanges, showBlocks } from './support/builder-tools.ts';
import { canvasOf, visitBuilder } from './support/builder-visit.ts';
import { axeViolations } from './support/page-checks.ts';

/* Moving list rows, and adding sections with a pointer that is held. */

const asked = (...questions: string[]) =>
  questions.map((question) => ({ question, answer: `<p>About ${question}</p>` }));

const visit = visitBuilder((wordpress) => {
  wordpress.add('pages', {
    id: 7,
    slug: 'open-house',
    acf: {
      page_layout: JSON.stringify([
        { block: 'hero', key: 'hero' },
        { block: 'faq', key: 'questions' },
        { block: 'faq', key: 'more' },
      ]),
      hero_title: 'Come in',
      questions_title: 'Asked often',
      questions_items: asked('One?', 'Two?', 'Three?'),
      more_title: 'Asked seldom',
      more_items: asked('Four?', 'Five?'),
    },
  });
});

const sectionButton = (builder: Page, title: RegExp) =>
  builder.getByRole('list', { name: 'Sections of this page' }).getByRole('button', { name: title });
const rowOf = (builder: Page, title: string) => builder.getByRole('group', { name: title });
const rows = (builder: Page) =>
  builder
    .getByRole('group', { name: /\?$/ })
    .evaluateAll((all) => all.map((each) => each.getAttribute('aria-label')));
const questions = async (builder: Page, section: string) => {
  const shown = await canvasOf(builder).locator(`[data-section="${section}"]`).innerText();
  return [...shown.matchAll(/^\w+\?$/gm)].map(String);
};
const sections = (builder: Page) =>
  canvasOf(builder)
    .locator('[data-section]')
    .evaluateAll((all) => all.map((each) => each.getAttribute('data-section')?.replace(/-.*/, '')));

async function open(): Promise<Page> {
  const builder = await visit.open('open-house');
  await canvasOf(builder).locator('[data-section="more"]').getByText('Four?').first().waitFor();
  return builder;
}

async function middleOf(element: Locator): Promise<{ x: number; y: number }> {
  await element.evaluate((each) => each.scrollIntoView({ block: 'center' }));
  const box = await element.boundingBox();
  if (!box) throw new Error('The element is not shown.');
  return { x: box.x + box.width / 3, y: box.y + box.height / 2 };
}

/** Presses a row and moves it until it is below the last one. */
async function dragDown(builder: Page, title: string, wanted: string[]): Promise<void> {
  const { x, y } = await middleOf(rowOf(builder, title));
  await builder.mouse.move(x, y);
  await builder.mouse.down();
  let distance = 0;
  await expect
    .poll(
      async () => {
        distance += 12;
        await builder.mouse.move(x, y + distance, { steps: 3 });
        return rows(builder);
      },
      { interval: 50 },
    )
    .toEqual(wanted);
}

it('moves rows with buttons, keeps the focus on them and announces where they are', async () => {
  const builder = await open();
  await sectionButton(builder, /^Asked often/).press('Enter');
  await rowOf(builder, 'Three?').press('Enter');
  const answer = builder.locator('[data-field$=".answer"] .ProseMirror:visible');
  await expect.poll(() => answer.innerText()).toBe('About Three?');
  const up = rowOf(builder, 'Three?').getByRole('button', { name: 'Move up' });
  const focused = () =>
    builder.evaluate(() => {
      const { activeElement } = document;
      const header = activeElement?.closest('[role="group"]')?.getAttribute('aria-label');
      return [header, activeElement?.textContent.trim()];
    });
  await up.focus();
  await builder.keyboard.press('Enter');
  await expect.poll(() => rows(builder)).toEqual(['One?', 'Three?', 'Two?']);
  await expect.poll(focused).toEqual(['Three?', 'Move up']);
  await builder.getByRole('status').filter({ hasText: '“Three?” is row 2 of 3 now.' }).waitFor();
  await builder.keyboard.press('Enter');
  await expect.poll(() => questions(builder, 'questions')).toEqual(['Three?', 'One?', 'Two?']);
  // At the end of the list, the button does nothing and keeps the focus. The row stays open.
  await builder.keyboard.press('Enter');
  await expect.poll(focused).toEqual(['Three?', 'Move up']);
  expect(await up.getAttribute('aria-disabled')).toBe('true');
  expect(await answer.innerText()).toBe('About Three?');
  expect(await axeViolations(builder)).toEqual([]);

  await rowOf(builder, 'One?').press('Enter');
  await rowOf(builder, 'One?').getByRole('button', { name: 'Move down' }).press('Enter');
  await expect.poll(() => questions(builder, 'questions')).toEqual(['Three?', 'Two?', 'One?']);
  expect(await questions(builder, 'more')).toEqual(['Four?', 'Five?']);
  await builder.getByRole('button', { name: 'undo' }).click();
  await expect.poll(() => questions(builder, 'questions')).toEqual(['Three?', 'One?', 'Two?']);
});

it('puts the rows back when a drag is canceled with Escape, and stores a later drag', async () => {
  const builder = await open();
  await sectionButton(builder, /^Asked often/).press('Enter');
  await dragDown(builder, 'One?', ['Two?', 'Three?', 'One?']);
  await builder.keyboard.press('Escape');
  await expect.poll(() => rows(builder)).toEqual(['One?', 'Two?', 'Three?']);
  await builder.mouse.up();
  // Puck stores the order a moment after the end of a drag.
  await builder.waitForTimeout(500);
  expect(await rows(builder)).toEqual(['One?', 'Two?', 'Three?']);
  expect(await questions(builder, 'questions')).toEqual(['One?', 'Two?', 'Three?']);
  expect(await unsavedChanges(builder, '/open-house')).toBe(null);

  await dragDown(builder, 'One?', ['Two?', 'Three?', 'One?']);
  await builder.mouse.up();
  await expect.poll(() => questions(builder, 'questions')).toEqual(['Two?', 'Three?', 'One?']);
});

it('stores dragged rows in their section, although another one is selected at once', async () => {
  const builder = await open();
  await sectionButton(builder, /^Asked often/).press('Enter');
  await dragDown(builder, 'One?', ['Two?', 'Three?', 'One?']);
  // Both happen before Puck stores the order.
  await builder.evaluate(() => {
    const select = () => {
      const frame = document.querySelector('iframe')?.contentDocument;
      frame?.querySelector('[data-section="more"]')?.closest<HTMLElement>('[data-puck-component]')?.click();
    };
    addEventListener('pointerup', () => setTimeout(select, 50), { capture: true });
  });
  await builder.mouse.up();
  await rowOf(builder, 'Four?').waitFor();
  await expect.poll(() => questions(builder, 'questions')).toEqual(['Two?', 'Three?', 'One?']);
  expect(await questions(builder, 'more')).toEqual(['Four?', 'Five?']);
  expect(await rows(builder)).toEqual(['Four?', 'Five?']);
});

it('adds a block below the selected section when its card is held and released in place', async () => {
  const builder = await open();
  await sectionButton(builder, /^Come in/).press('Enter');
  await showBlocks(builder);
  const card = builder.locator('[data-choice="prose"] [role="button"]').filter({ visible: true });
  const { x, y } = await middleOf(card);
  await builder.mouse.move(x, y);
  await builder.mouse.down();
  await builder.locator('[data-puck-drawer-item][data-dnd-dragging]').waitFor();
  await builder.mouse.up();
  await expect.poll(() => sections(builder)).toEqual(['hero', 'prose', 'questions', 'more']);
  await builder.getByText('Text is added.').filter({ visible: true }).waitFor();
  // It is selected, and another short press adds one more below it.
  await builder.locator('[data-choice="cards"] [role="button"]').filter({ visible: true }).click();
  await expect.poll(() => sections(builder)).toEqual(['hero', 'prose', 'cards', 'questions', 'more']);
});

it('adds sections at the end after a card was dropped beside the canvas', async () => {
  const builder = await open();
  await showBlocks(builder);
  const card = builder.locator('[data-choice="prose"] [role="button"]').filter({ visible: true });
  const { x, y } = await middleOf(card);
  await builder.mouse.move(x, y);
  await builder.mouse.down();
  await builder.locator('[data-puck-drawer-item][data-dnd-dragging]').waitFor();
  // Below the window, there is no place for it.
  await builder.mouse.move(700, 1200);
  await builder.mouse.up();
  await builder.locator('[data-puck-drawer-item][data-dnd-dragging]').waitFor({ state: 'detached' });
  await addSection(builder, 'cards');
  await expect.poll(() => sections(builder)).toEqual(['hero', 'questions', 'more', 'cards']);
});
