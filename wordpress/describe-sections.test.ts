import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { describeProjectSections, sectionsFileText } from './describe-sections.ts';
import { sectionsFilePath } from './folders.ts';

test('sections.json matches the blocks and the built-in content', async () => {
  const written = readFileSync(sectionsFilePath, 'utf8');
  const current = sectionsFileText(await describeProjectSections());
  expect(written === current, 'Run: node wordpress/build-plugin.ts').toBe(true);
});

test('describes the sections of a page by the ids that the site uses', async () => {
  const { anyPage, blocks, pages } = await describeProjectSections();
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
  expect(blocks['page-content']).toMatchObject({ title: 'Page content', ownContent: true, fields: [] });
  expect(blocks.faq?.description).toContain('questions');
  expect(anyPage.map(({ id }) => id)).toContain('cta_button_text');
});

test('it keeps the region of a placement beside the main column', async () => {
  const { pages } = await describeProjectSections();
  const aside = pages['buy/first-time-buyers']?.layouts['']?.find(({ region }) => region === 'aside');
  expect(aside).toMatchObject({ block: 'side-links', key: 'guides' });
});
