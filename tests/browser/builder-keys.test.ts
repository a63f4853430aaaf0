import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { unsavedChanges } from './support/builder-tools.ts';
import { canvasOf, chooseSection, visitBuilder } from './support/builder-visit.ts';

/* Keyboard shortcuts of the page builder, with the focus where editors have it. */

const visit = visitBuilder((wordpress) => {
  wordpress.add('pages', {
    id: 7,
    slug: 'open-house',
    acf: {
      page_layout: JSON.stringify([
        { block: 'hero', key: 'hero' },
        { block: 'prose', key: 'text' },
      ]),
      hero_title: 'Come in',
      text_content: '<p>One</p>',
    },
  });
});

/** Opens the page with the fields of a section. */
async function open(section: RegExp): Promise<Page> {
  const builder = await visit.open('open-house');
  await chooseSection(builder, section);
  return builder;
}

it('stores what is typed into formatted text after an undo', async () => {
  const builder = await open(/Text$/);
  const text = builder.locator('[data-field="content"] .ProseMirror:visible');
  await text.click();
  await builder.keyboard.press('End');
  // Each insertion is one undo step. The state before the first one has no selected section.
  const undo = builder.getByRole('button', { name: 'undo' });
  await builder.keyboard.insertText(' or');
  await expect.poll(() => undo.isEnabled()).toBe(true);
  await builder.keyboard.insertText(' two');
  await canvasOf(builder).getByText('One or two').waitFor();
  await builder.keyboard.press('Control+z');
  await expect.poll(() => text.innerText()).toBe('One or');
  await builder.keyboard.type(' three');
  await expect.poll(() => text.innerText()).toContain('three');
  await canvasOf(builder).getByText('three').waitFor();
  await expect.poll(() => unsavedChanges(builder, '/open-house')).toContain('three');
});

it('keeps the canvas usable after the shortcut for italics', async () => {
  const builder = await open(/Hero$/);
  await builder.getByRole('textbox', { name: 'Headline', exact: true }).press('Control+i');
  await builder.locator('button:text-is("All sections"):visible').press('Enter');
  await canvasOf(builder).locator('[data-section="text"]').click();
  const text = builder.locator('[data-field="content"]').filter({ visible: true });
  await expect.poll(() => text.count()).toBe(1);
});
