import { COMMENTS_FEED_PATH } from '../../../src/contracts/comments.ts';
import { PATH_ALIASES } from '../../../src/contracts/path-aliases.ts';
import { builtInRedirectTarget } from '../paths/built-in-redirects.ts';
import { shownPath } from '../built-in/snapshot-page.ts';
import { encodedPath } from '../paths/page-paths.ts';
import { isShadowedByServer } from '../paths/reserved-paths.ts';
import { normalisedRequestPath } from '../paths/route-path.ts';
import { resolvePage, type ResolvePageInput } from './resolve-page.ts';

/** The end of the path of a feed. */
const FEED = /\/feed(?:\/(?:atom|rss2?|rdf))?$/;

/**
 * Returns where a link to this site leads: a path, or the URL of a file. Returns null if nothing is there. `address` is
 * a path with an optional query, without an origin.
 */
export type LinkTargetFinder = (address: string) => string | null;

/**
 * Creates the function that finds where links to this site lead. It uses the resolver that serves pages, with a
 * cache, but does not know the operators' redirects.
 */
export function createLinkTargetFinder(
  input: Omit<ResolvePageInput, 'request' | 'html' | 'search'>,
): LinkTargetFinder {
  const { snapshot } = input;
  const known = new Map<string, string | null>();

  function targetOf(path: string, query: string): string | null {
    const plain = normalisedRequestPath(path);
    if (plain === null || isShadowedByServer(plain)) return null;
    // Checks pages and posts first: most links lead to one, and resolving a page takes far longer than these lookups.
    const page = query === '' ? snapshot.pageAt(plain) : null;
    if (page?.isPublic) return encodedPath(shownPath(page, snapshot, input.builtIn));
    const route = snapshot.blogRouteAt(plain);
    if (route?.parts.post !== undefined) return route.path;
    if (FEED.test(plain)) return hasFeed(plain.replace(FEED, '')) ? encodedPath(plain) : null;
    const { answer } = resolvePage({
      ...input,
      request: { path, ...(query === '' ? {} : { query }) },
      // The target does not depend on sanitized HTML or search, which may not be ready yet.
      html: ({ html }) => html,
      search: { version: () => 0, search: () => [] },
    });
    if (answer.status === 404) return null;
    if (answer.status !== 200) return answer.to.startsWith('/') ? redirected(answer.to) : answer.to;
    const shown = encodedPath(plain);
    return PATH_ALIASES.get(shown) ?? shown;
  }

  /** Returns the target of a redirect if something is there. */
  function redirected(to: string): string | null {
    const [path = '', query = ''] = to.split('?', 2);
    return targetOf(path, query) === null ? null : to;
  }

  /** Whether there is a feed of a list of posts, of the comments of a post, or of the site. */
  function hasFeed(of: string): boolean {
    return (
      of === '' ||
      `${of}/feed` === COMMENTS_FEED_PATH ||
      (snapshot.blogRouteAt(of) ?? snapshot.blogSpelledAt(of)) !== null
    );
  }

  return (address) => {
    let target = known.get(address);
    if (target === undefined) {
      const at = address.indexOf('?');
      const path = at < 0 ? address : address.slice(0, at);
      target = targetOf(builtInRedirectTarget(path) ?? path, at < 0 ? '' : address.slice(at + 1));
      known.set(address, target);
    }
    return target;
  };
}
