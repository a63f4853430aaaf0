import { expect, it } from 'vitest';
import {
  asOneUndoStep,
  createInsertActions,
  newSectionIndex,
  createReorderActions,
  createRemoveActions,
} from './section-changes.ts';

const items = (ids: string) => ids.split('').map((id) => ({ type: 'prose', props: { id } }));
const places = (before: string, after: string) =>
  createReorderActions(items(before), items(after)).map((action) =>
    action.type === 'reorder' ? [action.sourceIndex, action.destinationIndex] : [],
  );

it('moves as few sections as it can', () => {
  expect(places('abcd', 'bcda')).toEqual([[0, 3]]);
  expect(places('abcd', 'dabc')).toEqual([[3, 0]]);
  expect(places('abcd', 'cdab')).toEqual([
    [2, 0],
    [3, 1],
  ]);
  expect(places('ab', 'ab')).toEqual([]);
});

it('records only the last of several actions', () => {
  const actions = asOneUndoStep([
    ...createRemoveActions(items('abc'), new Set(['a', 'c'])),
    ...createInsertActions(items('d'), 1),
  ]);
  expect(actions.map(({ type }) => type)).toEqual(['remove', 'remove', 'insert', 'replace']);
  expect(actions.map(({ recordHistory }) => recordHistory)).toEqual([false, false, false, true]);
  expect(actions.slice(0, 2)).toMatchObject([{ index: 2 }, { index: 0 }]);
});

it('adds a section below the selected one, or at the end if the selection has no index', () => {
  const data = { root: {}, content: items('abc') };
  const indexWith = (index: number | undefined) => newSectionIndex({ data, ui: { itemSelector: { index } } });
  expect(indexWith(0)).toBe(1);
  expect(indexWith(undefined)).toBe(3);
  expect(newSectionIndex({ data, ui: { itemSelector: null } })).toBe(3);
});
