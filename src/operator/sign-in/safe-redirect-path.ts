/** The path to go to if there is no `to`, or if it is not allowed. */
const HOME = '/admin';

/**
 * Returns the path to go to after signing in: `to` if it is a path of this site outside of `/sign-in`, otherwise
 * `HOME`. This prevents open redirects, because links on other sites can set `to` to anything.
 */
export function safeRedirectPath(to: string | null, origin: string): string {
  if (!to?.startsWith('/') || !URL.canParse(to, origin)) return HOME;
  const address = new URL(to, origin);
  if (address.origin !== origin || address.pathname.startsWith('/sign-in')) return HOME;
  // `/.//elsewhere` resolves to this site, but its path `//elsewhere` would lead to another one.
  if (address.pathname.startsWith('//')) return HOME;
  return address.pathname + address.search + address.hash;
}

/** Appends a fragment, which is empty or starts with `#`, to a path, unless the path already has one. */
export function withFragment(path: string, fragment: string): string {
  return path.includes('#') ? path : path + fragment;
}
