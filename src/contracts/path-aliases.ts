/** Paths that show the page of another path, with the path that search engines should index. */
export const PATH_ALIASES: ReadonlyMap<string, string> = new Map([
  ['/home', '/'],
  ['/contact-us', '/contact'],
]);
