/** Scrolls a row sideways to center one of its parts as far as possible, without scrolling the page. */
export function centreInRow(row: Element, part: Element): void {
  const [around, at] = [row.getBoundingClientRect(), part.getBoundingClientRect()];
  row.scrollLeft += at.left + at.width / 2 - (around.left + around.width / 2);
}
