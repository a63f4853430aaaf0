const BASE = '/admin/pages/';
/** The page `home` where another page is the front page. */
const HOME = '/home';

/** Returns the path of the builder for a page; `at` is a page's path, or `~` and its WordPress id. */
export function builderPath(at: string): string {
  if (at === '/') return `${BASE}home`;
  if (at === HOME) return `${BASE}~${HOME}`;
  return BASE + at.replace(/^\//, '').split('/').map(encodeURIComponent).join('/');
}

/** Returns the page that a path below `/admin/pages/` opens. */
export function pageOfBuilderPath(rest: string): string {
  if (rest === 'home') return '/';
  if (rest === `~${HOME}`) return HOME;
  return rest.startsWith('~') ? rest : `/${rest.replace(/\/$/, '')}`;
}

/** Returns the builder's path for one layout of a page. `variant` is null for the page's own layout. */
export function variantPath(at: string, variant: string | null): string {
  return variant === null ? builderPath(at) : `${builderPath(at)}?variant=${encodeURIComponent(variant)}`;
}
