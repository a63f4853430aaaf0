/** Where to go when no place of ours was asked for. */
const HOME = '/admin';

/**
 * The path to go to after signing in: `to` where it is a path of this site, else the overview. Another site's page
 * can put anything there.
 */
export function ownPath(to: string | null, origin: string): string {
  if (!to?.startsWith('/')) return HOME;
  const address = URL.parse(to, origin);
  if (address?.origin !== origin || address.pathname.startsWith('/sign-in')) return HOME;
  // `/.//elsewhere` is ours, but its path alone, `//elsewhere`, names another site.
  if (address.pathname.startsWith('//')) return HOME;
  return address.pathname + address.search + address.hash;
}
