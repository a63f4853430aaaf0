/** Maps each alias to the canonical path, whose page it shows and which search engines should index. */
export const PATH_ALIASES: ReadonlyMap<string, string> = new Map([
  ['/home', '/'],
  ['/contact-us', '/contact'],
]);
