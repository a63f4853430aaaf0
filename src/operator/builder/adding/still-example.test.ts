import { expect, it } from 'vitest';
import { choice, image, link, list, text } from '../../../builder/fields.ts';
import { unchangedExampleRows, firstExampleField, isStillExample } from './still-example.ts';

const block = {
  fields: {
    tone: choice({ label: 'Background', options: ['paper', 'sand'] }),
    title: text({ label: 'Title', required: true }),
    image: image({ label: 'Picture' }),
    link: link({ label: 'Link' }),
    items: list({
      label: 'Testimonials',
      row: {
        photo: image({ label: 'Photo' }),
        quote: text({ label: 'Words', required: true }),
        name: text({ label: 'Name' }),
      },
    }),
  },
  start: {
    tone: 'sand',
    title: 'What clients say',
    image: { url: '/a.svg', width: 4, height: 3, alt: '' },
    link: { url: '/contact', title: 'Contact', target: '' },
    items: [
      { quote: 'Quick.', name: 'Ann', photo: { url: '/a.svg', width: 4, height: 3, alt: '' } },
      { quote: 'Thorough.', name: 'Ben' },
    ],
  },
};
const added = {
  id: 'testimonials',
  tone: 'sand',
  title: 'What clients say',
  image: null,
  link: { url: '/contact', title: 'Contact', target: '' },
  items: [
    { quote: 'Quick.', name: 'Ann', photo: null, _arrayId: 'a' },
    { quote: 'Thorough.', name: 'Ben', photo: null, _arrayId: 'b' },
  ],
};

it('finds a section whose contents nobody has changed, whatever its look and its pictures', () => {
  expect(isStillExample(added, block)).toBe(true);
  expect(isStillExample({ ...added, tone: 'paper', image: 7 }, block)).toBe(true);
  expect(firstExampleField(block)).toBe('title');
});

it.each([
  ['a title', { title: 'Reviews' }],
  ['a link', { link: { url: '/contact', title: 'Call', target: '' } }],
  ['a row', { items: [added.items[0], { quote: 'Kind.', name: 'Ben' }] }],
  ['the number of rows', { items: added.items.slice(1) }],
])('ends with a change of %s', (_what, change) => {
  expect(isStillExample({ ...added, ...change }, block)).toBe(false);
});

it('names the rows that are still an example in a section that was changed', () => {
  const items = [{ quote: 'Kind.', name: 'Ann' }, added.items[0], { quote: '', name: '' }];
  expect(unchangedExampleRows({ ...added, title: 'Reviews', items }, block)).toEqual([
    { label: 'Testimonials 2', field: { field: 'items', row: 1, column: 'quote' } },
  ]);
});

it('knows no example where the block has none', () => {
  const { start: _start, ...bare } = block;
  expect(isStillExample(added, bare)).toBe(false);
  expect(firstExampleField(bare)).toBe(null);
  expect(unchangedExampleRows(added, bare)).toEqual([]);
});
