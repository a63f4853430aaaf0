import { expect, it } from 'vitest';
import type { Field } from '../field.ts';
import { link, list, number, richText, text } from '../fields.ts';
import { fieldKindOf } from './field-kinds.ts';
import { MAX_CONTENT_CHARACTERS } from './length-limits.ts';

const label = 'L';
const lengthFault = (field: Field, raw: unknown) => fieldKindOf(field).lengthFault(field, raw);
const items = list({ label, row: { name: text({ label }), note: richText({ label }) } });

it.each([
  [
    'a line',
    text({ label }),
    'a'.repeat(MAX_CONTENT_CHARACTERS.text),
    'a'.repeat(MAX_CONTENT_CHARACTERS.text + 1),
  ],
  [
    'several lines',
    text({ label, multiline: true }),
    'a\r\n'.repeat(MAX_CONTENT_CHARACTERS.multiline / 2),
    'a\n'.repeat(MAX_CONTENT_CHARACTERS.multiline),
  ],
  [
    'a line of emoji, around which are spaces',
    text({ label }),
    ` ${'🏠'.repeat(MAX_CONTENT_CHARACTERS.text)} `,
    '🏠'.repeat(MAX_CONTENT_CHARACTERS.text + 1),
  ],
  [
    'formatted text',
    richText({ label }),
    'a'.repeat(MAX_CONTENT_CHARACTERS.richText),
    'a'.repeat(MAX_CONTENT_CHARACTERS.richText + 1),
  ],
  [
    'an address',
    link({ label }),
    'a'.repeat(MAX_CONTENT_CHARACTERS.address),
    'a'.repeat(MAX_CONTENT_CHARACTERS.address + 1),
  ],
  [
    'the words of a link',
    link({ label }),
    { url: '/', title: 'a'.repeat(MAX_CONTENT_CHARACTERS.words) },
    { url: '/', title: 'a'.repeat(MAX_CONTENT_CHARACTERS.words + 1) },
  ],
  [
    'a list as HTML',
    items,
    'a'.repeat(MAX_CONTENT_CHARACTERS.richText),
    'a'.repeat(MAX_CONTENT_CHARACTERS.richText + 1),
  ],
  [
    'a value in a row',
    items,
    [{ name: 'a'.repeat(MAX_CONTENT_CHARACTERS.text) }, null, 'no row'],
    [{ name: 'A' }, { name: 'a'.repeat(MAX_CONTENT_CHARACTERS.text + 1) }],
  ],
])('%s has a maximum length', (_what, field, longest, tooLong) => {
  expect(lengthFault(field, longest)).toBeNull();
  expect(lengthFault(field, tooLong)).toMatch(/characters long, and [\d,]+ at most fit\. Shorten it\.$/);
});

it('names the place and both numbers', () => {
  expect(lengthFault(items, [{}, { name: 'a'.repeat(1_048_576) }])).toBe(
    'row 2, name: is 1,048,576 characters long, and 1,000 at most fit. Shorten it.',
  );
});

it('ignores values of other types', () => {
  for (const raw of [null, undefined, 7, true, {}, []]) {
    for (const field of [text({ label }), link({ label }), items, number({ label })]) {
      expect(lengthFault(field, raw)).toBeNull();
    }
  }
});
