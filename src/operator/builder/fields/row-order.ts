/** Returns the rows with the one at `index` moved one position up (-1) or down (1). */
export function withRowMoved<Row>(rows: readonly Row[], index: number, step: -1 | 1): Row[] {
  return rows.toSpliced(index, 1).toSpliced(index + step, 0, ...rows.slice(index, index + 1));
}

/**
 * Returns Puck's items of a list in the order before the current drag. During a drag, Puck reorders the items, but the
 * `_currentIndex` of each is still the index of its row in the stored list.
 */
export function inOrderBeforeDrag<Item extends { _currentIndex: number }>(items: readonly Item[]): Item[] {
  return items.toSorted((a, b) => a._currentIndex - b._currentIndex);
}
