import { expect, it } from 'vitest';
import { inOrderBeforeDrag, withRowMoved } from './row-order.ts';

it('moves a row up and down', () => {
  expect(withRowMoved(['a', 'b', 'c'], 1, -1)).toEqual(['b', 'a', 'c']);
  expect(withRowMoved(['a', 'b', 'c'], 1, 1)).toEqual(['a', 'c', 'b']);
});

it('finds the order before a drag', () => {
  const items = [2, 0, 1].map((_currentIndex) => ({ _currentIndex }));
  expect(inOrderBeforeDrag(items).map(({ _currentIndex }) => _currentIndex)).toEqual([0, 1, 2]);
});
