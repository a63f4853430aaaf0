/** A page of a list, with the cursors of its neighbours; null if there is none. */
interface KeysetPage<Row> {
  rows: Row[];
  previous: string | null;
  next: string | null;
}

interface Options<Row, Place> {
  /** Rows per page. */
  size: number;
  /** Returns the rows after or before a place, nearest first, or the first ones. Empty if the place is gone. */
  find: (place: Place | null, limit: number) => Promise<Row[]>;
  /** Returns the place of a row, as it is in the URL. */
  cursor: (row: Row) => string;
}

/**
 * Reads the page of a list at a place instead of a number of rows further down, so that a page far down takes no longer
 * than the first one. If the place is gone, or is so near the beginning that the page would be short, returns the first
 * page.
 */
export async function keysetPage<Row, Place extends { side: 'after' | 'before' }>(
  place: Place | null,
  options: Options<Row, Place>,
): Promise<KeysetPage<Row>> {
  const { size, find, cursor } = options;
  const found = await find(place, size + 1);
  const isBack = place?.side === 'before';
  if (place && (found.length === 0 || (isBack && found.length < size))) return keysetPage(null, options);
  const isFurther = found.length > size;
  const rows = found.slice(0, size);
  if (isBack) rows.reverse();
  const [first, last] = [rows.at(0), rows.at(-1)];
  return {
    rows,
    previous: first && (isBack ? isFurther : place) ? cursor(first) : null,
    next: last && (isBack || isFurther) ? cursor(last) : null,
  };
}
