/**
 * Scrolls a row sideways so that one of its parts is as close to the center as possible. It does not scroll the page.
 */
export function centreInRow(row: Element, part: Element): void {
  const [around, at] = [row.getBoundingClientRect(), part.getBoundingClientRect()];
  row.scrollLeft += at.left + at.width / 2 - (around.left + around.width / 2);
}
