/** A page of a list, with the cursors of the previous and the next page; null if there is none. */
interface KeysetPage<Row> {
  rows: Row[];
  previous: string | null;
  next: string | null;
}

interface Options<Row, Place> {
  /** Rows per page. */
  size: number;
  /**
   * Returns the rows after or before a place in the list, nearest first; the first rows of the list if the place is
   * null. Returns no rows if it needs the row of the place and that row was deleted.
   */
  find: (place: Place | null, limit: number) => Promise<Row[]>;
  /** Returns the cursor of a row for the URL. */
  cursor: (row: Row) => string;
}

/**
 * Reads a page of a list by cursor (keyset pagination) and not by offset, so that a late page is as fast as the
 * first. Returns the first page if there are no rows after or before the cursor, or if a page before it would be
 * incomplete.
 */
export async function readKeysetPage<Row, Place extends { side: 'after' | 'before' }>(
  place: Place | null,
  options: Options<Row, Place>,
): Promise<KeysetPage<Row>> {
  const { size, find, cursor } = options;
  const found = await find(place, size + 1);
  const isBack = place?.side === 'before';
  if (place && (found.length === 0 || (isBack && found.length < size))) return readKeysetPage(null, options);
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
