const CONTENT_VIEW = /^\/wp(?:\/[^/]+|-(?:about|buy|sell|contact))\/?$/;

/** Whether a path shows a page's bare content: `/wp/{slug}`, `/wp-about` and its like. */
export function isContentView(pathname: string): boolean {
  return CONTENT_VIEW.test(pathname);
}
