import { expect, it } from 'vitest';
import { asOneUndoStep, insertActions, reorderActions, removeActions } from './section-changes.ts';

const items = (ids: string) => ids.split('').map((id) => ({ type: 'prose', props: { id } }));
const places = (before: string, after: string) =>
  reorderActions(items(before), items(after)).map((action) =>
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
    ...removeActions(items('abc'), new Set(['a', 'c'])),
    ...insertActions(items('d'), 1),
  ]);
  expect(actions.map(({ type }) => type)).toEqual(['remove', 'remove', 'insert', 'replace']);
  expect(actions.map(({ recordHistory }) => recordHistory)).toEqual([false, false, false, true]);
  expect(actions.slice(0, 2)).toMatchObject([{ index: 2 }, { index: 0 }]);
});
