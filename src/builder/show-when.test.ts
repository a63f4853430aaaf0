import { expect, expectTypeOf, it } from 'vitest';
import { defineBlock, type PropsOf } from './block.ts';
import { choice, group, list, text, toggle } from './fields.ts';
import { isFieldShown } from './show-when.ts';

const fields = {
  look: choice({ label: 'Look', options: ['path', 'columns'], default: 'path' }),
  kind: choice({ label: 'Kind', options: ['map', 'text'] }),
  wide: toggle({ label: 'Wide' }),
  image: text({ label: 'Picture', showWhen: { field: 'look', is: ['path'] }, required: true }),
  map: text({ label: 'Map', showWhen: { field: 'kind', is: ['map'] } }),
  note: text({ label: 'Note', showWhen: { field: 'wide', is: [true] }, default: 'Wide' }),
};
const shown = (name: keyof typeof fields, values: Readonly<Record<string, unknown>>) =>
  isFieldShown(fields[name], fields, (other) => values[other]);

it('a field is shown while the other field has one of the values', () => {
  expect(shown('map', { kind: 'map' })).toBe(true);
  expect(shown('map', { kind: 'text' })).toBe(false);
  expect(shown('note', { wide: true })).toBe(true);
  expect(shown('note', { wide: false })).toBe(false);
  expect(shown('look', {})).toBe(true);
});

it.each([undefined, null, ''])('%j counts as the default of the other field', (value) => {
  expect(shown('image', { look: value })).toBe(true);
  expect(shown('map', { kind: value })).toBe(false);
  expect(shown('note', { wide: value })).toBe(false);
});

it('the view may get no value of a field that is not always shown', () => {
  const block = defineBlock({ id: 'sample', title: '', description: '', fields });
  expectTypeOf<PropsOf<typeof block>['image']>().toEqualTypeOf<string | undefined>();
  expectTypeOf<PropsOf<typeof block>['note']>().toEqualTypeOf<string | undefined>();
  expectTypeOf<PropsOf<typeof block>['look']>().toEqualTypeOf<'path' | 'columns'>();
  expect(block.fields.image.presence).toBe('always');
});

const look = choice({ label: 'Look', options: ['path', 'columns'] });
it.each([
  [
    'no choice or toggle beside it',
    { image: text({ label: '', showWhen: { field: 'look', is: ['path'] } }) },
  ],
  [
    'no choice or toggle beside it',
    { look: text({ label: '' }), image: text({ label: '', showWhen: { field: 'look', is: ['path'] } }) },
  ],
  [
    'never has the value "row"',
    { look, image: text({ label: '', showWhen: { field: 'look', is: ['row'] } }) },
  ],
  ['names no value of "look"', { look, image: text({ label: '', showWhen: { field: 'look', is: [] } }) }],
  [
    'not always shown itself',
    {
      look,
      wide: toggle({ label: '', showWhen: { field: 'look', is: ['path'] } }),
      image: text({ label: '', showWhen: { field: 'wide', is: [true] } }),
    },
  ],
  [
    'no choice or toggle beside it',
    {
      look,
      rows: list({ label: '', row: { a: text({ label: '', showWhen: { field: 'look', is: ['path'] } }) } }),
    },
  ],
  [
    'no choice or toggle beside it',
    {
      look,
      own: group({
        label: '',
        fields: { a: text({ label: '', showWhen: { field: 'look', is: ['path'] } }) },
      }),
    },
  ],
])('a block that never shows a field is refused: %s', (message, wrong) => {
  expect(() => defineBlock({ id: 'sample', title: '', description: '', fields: wrong })).toThrow(message);
});
