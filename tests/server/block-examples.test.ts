import { describe, expect, it } from 'vitest';
import type { Block } from '../../src/builder/block.ts';
import { usableResult } from '../../src/builder/normalise-result.ts';
import { rawExample } from '../../src/builder/block-example.ts';
import { fairHousingPhrases } from '../../src/operator/builder/hints/fair-housing.ts';
import { loadProjectBlocks } from '../../server/content/load-blocks.ts';
import { normaliseValue } from '../../server/content/normalise/normalise-value.ts';
import { createLinkResolver } from '../../server/content/paths/site-links.ts';
import { describeBlocks } from '../../server/operators/pages/builder/describe-blocks.ts';

const blocks = [...(await loadProjectBlocks()).values()];
const context = {
  media: { get: () => undefined },
  links: createLinkResolver([]),
  html: ({ html }: { html: string }) => html,
  references: {
    find: (stored: unknown) => usableResult({ path: stored, title: 'About' }),
    hasOption: () => true,
  },
};
/** The fields of a block without those of its style, which an example leaves open. */
const ownFields = ({ fields, style }: Block) =>
  Object.entries(fields).filter(([name]) => !style.some((part) => part === name));

describe.each(blocks.filter(({ example }) => example).map((block) => [block.id, block] as const))(
  'the example of %s',
  (_id, block) => {
    it('is stored and read again without a fault', () => {
      const raw = rawExample(block) ?? {};
      for (const [name, field] of ownFields(block)) {
        const { value = field.fallback, faults } = normaliseValue(field, raw[name], context);
        const example: Readonly<Record<string, unknown>> = { ...block.example };
        expect([name, faults, value]).toEqual([name, [], example[name]]);
      }
    });

    it('has all that its section needs, and describes nobody', () => {
      const words = JSON.stringify(rawExample(block));
      expect(fairHousingPhrases(words)).toEqual([]);
      for (const [name, field] of ownFields(block)) {
        if (field.presence === 'always') expect(block.example).toHaveProperty(name);
        if (field.expectsRows) expect([name, rawExample(block)?.[name]]).not.toEqual([name, []]);
      }
    });
  },
);

it('gives every block that shows nothing by its defaults an example', () => {
  const bare = blocks.filter(({ fields, example }) =>
    Object.values(fields).some(
      ({ presence, fallback, expectsRows }) =>
        !example && (expectsRows || (presence === 'always' && fallback === undefined)),
    ),
  );
  // They show the page's own text.
  expect(bare.map(({ id }) => id)).toEqual(['content-viewer', 'page-content']);
});

it('describes blocks with the words by which editors search, and with raw values to start from', () => {
  const described = new Map(
    describeBlocks(new Map(blocks.map((block) => [block.id, block]))).map((each) => [each.id, each]),
  );
  expect(described.get('testimonials')?.keywords).toContain('reviews');
  expect(described.get('call-to-action')?.start).toMatchObject({
    link: { url: '/contact', title: 'Get in touch', target: '' },
  });
  expect(described.get('call-to-action')?.start).not.toHaveProperty('look');
  expect(described.get('mortgage-calculator')).not.toHaveProperty('start');
});
