import type { PageAddressCheck } from '../../../../src/contracts/operators/new-page.ts';
import { encodedPath, HOME_SLUG_PATH } from '../../../content/paths/page-paths.ts';
import { isDefaultPostOrArchivePath, isSlug, parseRoutePath } from '../../../content/paths/route-path.ts';
import { builtInRedirectTarget } from '../../../content/paths/built-in-redirects.ts';
import { normaliseRedirectPath } from '../../../pages/operator-redirect-cache.ts';
import { isReservedPath } from '../../../content/paths/reserved-paths.ts';
import type { BuilderEntry } from '../page-list.ts';

/** The address of a page: the last part of its path, and its parent page. */
export interface RequestedPageAddress {
  slug: string;
  /** The `at` of the parent; null for the top level. */
  parent: string | null;
  /** The `at` of the page that gets the address; null for a new page. */
  at: string | null;
}

interface Around {
  /** The pages that the account may see, so that messages may name them. */
  pages: readonly BuilderEntry[];
  /** The `at` of every page by its path. */
  used: ReadonlyMap<string, string>;
  /** The pages that can be parents. */
  parents: readonly BuilderEntry[];
  /** The paths of the operators' redirects. */
  redirects: ReadonlySet<string>;
}

/**
 * Returns the pages that can be parents: those with a path, except `/` and paths that begin with `/blog`. A built-in
 * page that is stored without its parent is left out, because pages below it would get another address.
 */
export function possibleParents(pages: readonly BuilderEntry[]): readonly BuilderEntry[] {
  return pages.filter(({ path, own }) => {
    if (path === null || path === '/' || path.startsWith('/blog')) return false;
    return own === null || own.parent !== 0 || path.lastIndexOf('/') === 0;
  });
}

/** Returns the path of an address, and the reason (`fault`) if no page can have this path. */
export function checkPageAddress(
  { slug, parent, at }: RequestedPageAddress,
  { pages, used, parents, redirects }: Around,
): PageAddressCheck {
  const above = parent === null ? '' : (parents.find((page) => page.at === parent)?.path ?? null);
  const path = `${above ?? ''}/${slug}`;
  const answer = (fault: string | null): PageAddressCheck => ({ path, fault });
  if (above === null) {
    return answer(
      'This page cannot have others below it: it has no path, or its own parent was never saved.',
    );
  }
  if (slug === '') return answer('Enter the last part of the address, such as open-house.');
  if (!isSlug(slug) || slug !== slug.toLowerCase()) {
    return answer('Use small letters, digits, hyphens and underscores only, such as open-house.');
  }
  if (/^\d+$/.test(slug)) return answer('An address of digits only is a page number. Add a word.');
  if (at !== null && (path === at || path.startsWith(`${at}/`)) && parent?.startsWith(at)) {
    return answer('A page cannot be below itself. Choose another parent.');
  }
  const encoded = encodedPath(path);
  if (isReservedPath(path) || parseRoutePath(encoded)?.contentOnly !== false) {
    return answer('The site itself uses this address. Choose another.');
  }
  if (isDefaultPostOrArchivePath(encoded) || path === '/blog') {
    return answer('Addresses below /blog belong to posts. Choose another parent.');
  }
  const front = pages.find((page) => page.path === '/');
  if (path === HOME_SLUG_PATH && at !== front?.at && (!front?.own || front.slug === 'home')) {
    return answer('A page of this address is the front page, which there is already. Choose another.');
  }
  const builtIn = builtInRedirectTarget(encoded);
  if (builtIn !== null) return answer(`This address is redirected to ${builtIn}. Choose another.`);
  if (redirects.has(normaliseRedirectPath(encoded) ?? '')) {
    return answer(
      'A redirect leads away from this address. Remove it under Settings, Redirects, or choose another.',
    );
  }
  const other = used.get(path);
  if (other === undefined || other === at) return answer(null);
  const named = pages.find((page) => page.at === other);
  if (!named) return answer('A page that you may not see has this address. Choose another.');
  const title = named.own?.title || named.builtIn?.page.title || path;
  return answer(`The page “${title}” has this address. Choose another.`);
}
