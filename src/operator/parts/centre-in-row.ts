/** Scrolls a row sideways, as far as it goes, until one of its parts is in the middle. The page stays where it is. */
export function centreInRow(row: Element, part: Element): void {
  const [around, at] = [row.getBoundingClientRect(), part.getBoundingClientRect()];
  row.scrollLeft += at.left + at.width / 2 - (around.left + around.width / 2);
}
