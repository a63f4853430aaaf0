import { expect, it } from 'vitest';
import { choice, group, list, text } from '../../../builder/fields.ts';
import { isInputShown, withInputVisibility } from './input-visibility.ts';

const look = choice({ label: 'Look', options: ['path', 'columns'], default: 'path' });
const image = text({ label: 'Picture', showWhen: { field: 'look', is: ['path'] } });
const fields = {
  look,
  image,
  cards: list({
    label: 'Cards',
    row: { look, image, inner: group({ label: 'Inner', fields: { look, image } }) },
  }),
  own: group({ label: 'Own', fields: { look, image } }),
};
const values = (value: string) => ({ look: value, image: '' });

it.each([
  ['image', { look: '' }, true],
  ['image', values('columns'), false],
  ['own.image', { own: values('columns') }, false],
  ['own.image', { ...values('columns'), own: values('path') }, true],
  ['cards[1].image', { cards: [values('path'), values('columns')] }, false],
  ['cards[0].image', { cards: [values('path'), values('columns')] }, true],
  ['cards[0].inner.image', { cards: [{ ...values('path'), inner: values('columns') }] }, false],
  ['cards[0].inner', { cards: [values('columns')] }, true],
  ['cards[3].image', { cards: [] }, true],
  ['_hidden', values('columns'), true],
])('whether %s is shown beside %j: %s', (name, props, expected) => {
  expect(isInputShown(name, props, fields)).toBe(expected);
});

it('an input that is not shown is not visible, and becomes visible again', () => {
  const inputs = {
    look: { type: 'text' as const },
    image: { type: 'text' as const },
    _hidden: { type: 'text' as const },
  };
  const hidden = withInputVisibility(inputs, fields, values('columns'));
  expect(hidden).toEqual({ ...inputs, image: { type: 'text', visible: false } });
  expect(withInputVisibility(hidden, fields, values('path'))).toEqual({
    ...inputs,
    image: { type: 'text', visible: true },
  });
});

it('the inputs of a block in which all are always shown stay the same', () => {
  const inputs = { look: { type: 'text' as const } };
  expect(withInputVisibility(inputs, { look }, {})).toBe(inputs);
});
