import { expect, it } from 'vitest';
import { defineBlock } from '../../../../src/builder/block.ts';
import { text } from '../../../../src/builder/fields.ts';
import { testBuiltInContent } from '../../../content/testing/test-content.ts';
import { resolveBlockExamples } from './block-catalogue.ts';
import { READ_ALL_ACCOUNT } from '../editor-account.ts';

const fields = { title: text({ label: 'Title', default: 'Untitled' }) };
const base = { title: 'Notice', description: '', fields, example: { title: 'The example' } };
const picture = { url: '/scenes/hero.svg', width: 1600, height: 900, alt: '' };
/** The placement to which the test's builder resolves every section. */
const resolved = { block: 'any', key: 'any', region: 'main', props: { title: 'Resolved' } } as const;
const builder = {
  canvas: async () => ({ placements: [resolved], faults: [] }),
  pages: () =>
    [...testBuiltInContent.pages.values()].map((page) => ({
      kind: 'page' as const,
      at: page.path,
      path: page.path,
      slug: page.page.slug,
      own: null,
      builtIn: page,
    })),
};
const around = { builtIn: testBuiltInContent, picture, builder, account: READ_ALL_ACCOUNT };

it('shows the example of a block that no built-in page uses', async () => {
  const block = defineBlock({ ...base, id: 'notice', script: 'none' });
  const { example, empty } = await resolveBlockExamples({ ...around, block });
  expect(example).toEqual({
    placement: { block: 'notice', key: 'catalogue', region: 'main', script: 'none', props: block.example },
    faults: [],
  });
  expect(empty.placement?.props).toEqual({ title: 'Resolved' });
});

it('resolves the example of a block that a built-in page uses, and of one that loads data', async () => {
  const used = defineBlock({ ...base, id: 'banner' });
  const loading = defineBlock({ ...base, id: 'notice', load: () => ({}) });
  for (const block of [used, loading]) {
    const { example } = await resolveBlockExamples({ ...around, block });
    expect(example.placement?.props).toEqual({ title: 'Resolved' });
  }
});
