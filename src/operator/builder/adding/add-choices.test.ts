import { expect, it } from 'vitest';
import type { Block } from '../../../builder/block.ts';
import { blockChoices, searchChoices } from './add-choices.ts';

const modules = import.meta.glob<Block>(
  ['../../../../blocks/*/block.ts', '!../../../../blocks/wp-*/block.ts'],
  {
    eager: true,
    import: 'default',
  },
);
const choices = blockChoices(
  Object.values(modules).map(({ id, title, group, description, keywords, fields }) => ({
    id,
    title,
    group,
    description,
    keywords,
    fields,
  })),
);
const found = (words: string) => searchChoices(choices, words).map(({ id }) => id);

it.each([
  ['CTA', 'call-to-action'],
  ['accordion', 'faq'],
  ['FAQs', 'faq'],
  ['reviews', 'testimonials'],
  ['hero banner', 'hero'],
  ['newsletter', 'market-report-form'],
  ['video', 'page-content'],
  ['google map', 'map-embed'],
  ['about us', 'team'],
  ['price table', 'table'],
  ['  Testimonial ', 'testimonials'],
  ['calc', 'mortgage-calculator'],
])('finds by “%s” the block %s', (words, id) => {
  expect(found(words)).toContain(id);
});

it('puts titles before other words', () => {
  expect(found('hero')[0]).toBe('hero');
  expect(found('form').slice(0, 5)).toContain('contact-form');
  expect(found('map')[0]).toBe('map');
});

it('finds nothing where a word fits nowhere, and everything without words', () => {
  expect(found('hero zebra')).toEqual([]);
  expect(found('   ')).toHaveLength(choices.length);
});
