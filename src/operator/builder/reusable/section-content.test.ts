import { expect, it } from 'vitest';
import { defineBlock, type Block } from '../../../builder/block.ts';
import { image, list, richText, text, toggle } from '../../../builder/fields.ts';
import { createItemKeyOf } from '../saving/page-data.ts';
import { toPageItems, toStoredSections } from './section-content.ts';

const blocks: ReadonlyMap<string, Block> = new Map([
  [
    'cards',
    defineBlock({
      id: 'cards',
      title: 'Cards',
      description: '',
      fields: {
        title: text({ label: 'Title' }),
        words: richText({ label: 'Words' }),
        wide: toggle({ label: 'Wide', default: true }),
        id: text({ label: 'A name that the editor uses itself' }),
        cards: list({
          label: 'Cards',
          row: { name: text({ label: 'Name' }), photo: image({ label: 'Photo' }) },
        }),
      },
    }),
  ],
]);
const item = {
  type: 'cards',
  props: {
    id: 'cards-5f2b',
    _hidden: true,
    _region: 'aside',
    _from: '2026-12-01T08:00',
    _until: '',
    title: 'Three',
    words: '',
    wide: false,
    id_: 'own',
    cards: [{ name: 'One', photo: 7 }],
  },
};
const shared = { type: 'shared-section', props: { id: 'call', _shared: 40 } };

it('keeps what visitors see of sections, but not when they see it', () => {
  const { layout, values } = toStoredSections(
    [item, shared],
    blocks,
    createItemKeyOf({ layout: [], taken: [] }),
  );
  expect(layout).toEqual([
    { block: 'cards', key: 'cards', region: 'aside', hidden: false, ids: {} },
    { block: 'shared-section', shared: 40, key: 'call', region: 'main', hidden: false, ids: {} },
  ]);
  expect(values).toMatchObject({
    cards_title: 'Three',
    cards_wide: false,
    cards_id: 'own',
    cards_cards: [{ name: 'One', photo: 7 }],
  });
  expect(values).not.toHaveProperty('cards_words');
  const [copy, again] = toPageItems({ layout, values }, blocks);
  expect(copy).toEqual({
    type: 'cards',
    props: { ...item.props, id: 'cards', _hidden: false, _from: '' },
  });
  expect(again?.props).toMatchObject({ _shared: 40 });
});
