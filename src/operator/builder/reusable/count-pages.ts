/** Formats a number of pages, such as “2 pages”. */
export function countPages(count: number): string {
  return `${count} ${count === 1 ? 'page' : 'pages'}`;
}
