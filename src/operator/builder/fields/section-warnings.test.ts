import { expect, it } from 'vitest';
import { defineBlock } from '../../../builder/block.ts';
import { list, text } from '../../../builder/fields.ts';
import type { ResolvedPlacement } from '../../../contracts/placement.ts';
import { sectionWarnings, placementFaultMessages } from './section-warnings.ts';

const cards = defineBlock({
  id: 'cards',
  title: 'Cards',
  description: 'Cards.',
  fields: {
    title: text({ label: 'Title', required: true }),
    items: list({
      label: 'Cards',
      expectsRows: true,
      row: { title: text({ label: 'Title', required: true }) },
    }),
    more: list({ label: 'Links', row: { title: text({ label: 'Title' }) } }),
  },
});
const resolved = (props: ResolvedPlacement['props']): ResolvedPlacement => ({
  block: 'cards',
  key: 'cards',
  region: 'main',
  props,
});
const stateWith = (...placements: ResolvedPlacement[]) => ({
  placements: new Map(placements.map((placement) => [placement.key, placement])),
  blocks: new Map([[cards.id, cards]]),
  faults: new Map([['cards_title', ['is empty but needed. Fill it in.']]]),
  bound: new Map(),
  keyOf: (id: string) => id,
});
const item = (props: object) => [{ type: 'cards', props: { id: 'cards', ...props } }];
const shown = { title: 'Ours', items: { rows: [{ title: 'One' }] }, more: { rows: [] } };

it('has none about a finished section or a hidden one', () => {
  const typed = { title: 'Ours', items: [{ title: 'One' }], more: [] };
  expect(sectionWarnings(item(typed), stateWith(resolved(shown)), false)).toEqual([]);
  expect(sectionWarnings(item({ title: 'Title', items: [], _hidden: true }), stateWith(), false)).toEqual([]);
});

it('names a list without rows that visitors would miss', () => {
  const empty = {
    kind: 'empty',
    place: 'Cards (cards)',
    detail: '“Cards” has no rows',
    target: { placement: 'cards', field: 'items' },
  };
  const nothing = stateWith(resolved({ ...shown, items: { rows: [] } }));
  expect(sectionWarnings(item({ title: 'Ours', items: [] }), nothing, false)).toEqual([empty]);
  // An empty row is not shown.
  expect(sectionWarnings(item({ title: 'Ours', items: [{ title: '' }] }), nothing, false)).toEqual([empty]);
  expect(sectionWarnings(item({ title: 'Ours', items: [] }), stateWith(resolved(shown)), true)).toEqual([
    empty,
  ]);
});

it('accepts built-in rows and HTML in place of a list', () => {
  expect(sectionWarnings(item({ title: 'Ours', items: [] }), stateWith(resolved(shown)), false)).toEqual([]);
  const html = stateWith(resolved({ ...shown, items: { html: '<p>One</p>' } }));
  expect(sectionWarnings(item({ title: 'Ours', items: '<p>One</p>' }), html, false)).toEqual([]);
});

it('names texts that nobody has written, and leads to the first', () => {
  const typed = { title: 'Ours', items: [{ title: 'One' }, { title: 'Title' }] };
  expect(sectionWarnings(item(typed), stateWith(resolved(shown)), false)).toEqual([
    {
      kind: 'example',
      place: 'Cards (cards)',
      detail: 'Cards 2: Title',
      target: { placement: 'cards', field: 'items', row: 1, column: 'title' },
    },
  ]);
});

it('names a section that visitors would not see', () => {
  expect(sectionWarnings(item({ title: '', items: [{ title: 'One' }] }), stateWith(), false)).toEqual([
    {
      kind: 'unseen',
      place: 'Cards (cards)',
      detail: 'is empty but needed. Fill it in.',
      target: { placement: 'cards', field: '' },
    },
  ]);
});

const block = defineBlock({
  id: 'line',
  title: 'Line',
  description: 'Two lines.',
  fields: { title: text({ label: 'Title' }), by: text({ label: 'By' }) },
});

it('finds the messages of a placement, including bound sections, but not those of a similar key', () => {
  const state = {
    blocks: new Map([[block.id, block]]),
    bound: new Map([['hero', { by: 'agent_name' }]]),
    faults: new Map([
      ['hero_title', ['is empty']],
      ['agent_name', ['is too long']],
      ['hero_2_title', ['is of another placement']],
    ]),
  };
  expect(placementFaultMessages(state, 'hero', 'line')).toEqual(['is empty', 'is too long']);
  expect(placementFaultMessages(state, 'hero_2', 'line')).toEqual(['is of another placement']);
  expect(placementFaultMessages(state, 'hero', 'gone')).toEqual([]);
});
