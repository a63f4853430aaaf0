import type { EditablePage } from '../../contracts/operators/page-builder.ts';

const BASE = '/admin/pages/';
/** The path of a page with the slug `home` that is not the front page. */
const HOME = '/home';

/** Returns the builder's path for a page. `at` is the page's path, or `~` followed by its id. */
export function builderPath(at: string): string {
  if (at === '/') return `${BASE}home`;
  if (at === HOME) return `${BASE}~${HOME}`;
  return BASE + at.replace(/^\//, '').split('/').map(encodeURIComponent).join('/');
}

/** Returns the `at` of the page that the builder opens. `rest` is the part of the URL path after `/admin/pages/`. */
export function pageAtOfBuilderPath(rest: string): string {
  if (rest === 'home') return '/';
  if (rest === `~${HOME}`) return HOME;
  return rest.startsWith('~') ? rest : `/${rest.replace(/\/$/, '')}`;
}

/** Returns the builder's path for one variant of a page. `variant` is null for the original layout. */
export function variantBuilderPath(at: string, variant: string | null): string {
  return variant === null ? builderPath(at) : `${builderPath(at)}?variant=${encodeURIComponent(variant)}`;
}

/** Returns the `at` of a request for a page: its id if it is stored, because its path may change while it is open. */
export function stablePageAt({ id, at }: Pick<EditablePage, 'id' | 'at'>): string {
  return id === null ? at : `~${id}`;
}

/** Shows the builder's path of a page in the address bar, without a new history entry. */
export function showBuilderPath({ at }: Pick<EditablePage, 'at'>): void {
  const path = builderPath(at);
  if (location.pathname === path) return;
  history.replaceState(history.state, '', path + location.search + location.hash);
}
