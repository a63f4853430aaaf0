const CONTENT_VIEW = /^\/wp(?:\/[^/]+|-(?:about|buy|sell|contact))\/?$/;

/** Whether a path shows only a page's content: `/wp/{slug}`, `/wp-about` and similar paths. */
export function isContentView(pathname: string): boolean {
  return CONTENT_VIEW.test(pathname);
}
