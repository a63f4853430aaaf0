interface CachedPage {
  /** The page asks for a password. After the password, its URL shows another page, so no cache may keep it. */
  isForm: boolean;
  /** The page depends on the visitor's cookie, because it has variants. */
  isPersonal: boolean;
}

/**
 * Returns the `Cache-Control` header of a page. Browsers revalidate on each view and receive 304 if nothing has changed,
 * so edits show at once.
 */
export function pageCacheControl({ isForm, isPersonal }: CachedPage): string {
  if (isForm) return 'private, no-store';
  return isPersonal ? 'private, no-cache' : 'no-cache';
}

/** The same header, for a page that a CDN may keep. */
export const CDN_PAGE_CACHE_CONTROL = 'public, max-age=0';
