const CONTENT_VIEW = /^\/wp(?:\/[^/]+|-(?:about|buy|sell|contact))\/?$/;

/**
 * Whether a path belongs to the content page viewer of the specification: `/wp/{slug}`, `/wp-about` and similar
 * paths.
 */
export function isContentViewerPath(pathname: string): boolean {
  return CONTENT_VIEW.test(pathname);
}
