const BASE = '/admin/pages/';
/** The path of a page with the slug `home` that is not the front page. */
const HOME = '/home';

/** Returns the builder's path for a page. `at` is the page's path, or `~` followed by its WordPress id. */
export function builderPath(at: string): string {
  if (at === '/') return `${BASE}home`;
  if (at === HOME) return `${BASE}~${HOME}`;
  return BASE + at.replace(/^\//, '').split('/').map(encodeURIComponent).join('/');
}

/** Returns the `at` of the page that the builder opens. `rest` is the part of the URL path after `/admin/pages/`. */
export function pageOfBuilderPath(rest: string): string {
  if (rest === 'home') return '/';
  if (rest === `~${HOME}`) return HOME;
  return rest.startsWith('~') ? rest : `/${rest.replace(/\/$/, '')}`;
}

/** Returns the builder's path for one variant of a page. `variant` is null for the original layout. */
export function variantPath(at: string, variant: string | null): string {
  return variant === null ? builderPath(at) : `${builderPath(at)}?variant=${encodeURIComponent(variant)}`;
}
