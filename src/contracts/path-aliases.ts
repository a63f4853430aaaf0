/**
 * Maps each alias to its canonical path. Both show the same page, and search engines should index the canonical path.
 */
export const PATH_ALIASES: ReadonlyMap<string, string> = new Map([['/contact-us', '/contact']]);
