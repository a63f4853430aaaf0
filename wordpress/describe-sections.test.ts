import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { describeSections, sectionsFileText } from './describe-sections.ts';
import { sectionsFile } from './folders.ts';

test('sections.json matches the blocks and the built-in content', async () => {
  const written = readFileSync(sectionsFile, 'utf8');
  const current = sectionsFileText(await describeSections());
  expect(written === current, 'Run: node wordpress/write-sections.ts').toBe(true);
});

test('describes the sections of a page by the ids that the site uses', async () => {
  const { blocks, pages } = await describeSections();
  expect(pages.home?.layouts.content?.[0]).toEqual({
    block: 'hero',
    key: 'hero',
    ids: { cta_text: 'cta_button_text', cta_link: 'cta_button_link' },
  });
  expect(pages['buy/mortgage-guide']?.layouts['']?.length).toBeGreaterThan(1);
  expect(blocks.hero?.fields.find(({ name }) => name === 'title')).toEqual({
    name: 'title',
    kind: 'text',
    label: 'Headline',
    required: true,
  });
  expect(blocks['market-chart']?.fields.find(({ name }) => name === 'shelf_life_days')).toMatchObject({
    min: 1,
    max: 3_650,
    default: 60,
  });
  expect(blocks['page-content']).toEqual({ title: 'Page content', ownContent: true, fields: [] });
});
