/** Formats a number of pages, such as “2 pages”. */
export function pageCountText(count: number): string {
  return `${count} ${count === 1 ? 'page' : 'pages'}`;
}
