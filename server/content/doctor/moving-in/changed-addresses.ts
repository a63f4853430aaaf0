import type { BuiltInContent } from '../../built-in/built-in-content.ts';
import { shownPath } from '../../built-in/snapshot-page.ts';
import { allPostListLinks, POST_LIST_KINDS, type PostListKind } from '../../paths/blog-paths.ts';
import { decodedPath, encodedPath } from '../../paths/page-paths.ts';
import type { MirrorContents } from '../../values/mirror-contents.ts';
import type { LinkTargetFinder } from '../../resolve/link-target-finder.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';

/** A page, post or list of posts whose address on this site differs from that in WordPress. */
export interface ChangedAddress {
  kind: 'page' | 'post' | PostListKind;
  title: string;
  /** The address in WordPress, without its origin. */
  from: string;
  /** The path here, as used in links. */
  to: string;
  /** Whether this site redirects `from` to `to`. If false, something else is at `from`, or nothing. */
  redirects: boolean;
}

/**
 * Returns the public pages, posts and lists of posts whose address on this site differs from that in WordPress.
 * `targetOf` returns where an address leads on this site.
 */
export function changedAddresses(
  { snapshot, contents, builtIn }: { snapshot: Snapshot; contents: MirrorContents; builtIn: BuiltInContent },
  targetOf: LinkTargetFinder,
): ChangedAddress[] {
  const found: ChangedAddress[] = [];
  function compare(kind: ChangedAddress['kind'], title: string, link: string, to: string | null): void {
    const from = link === '' ? null : snapshot.links.resolve(link);
    if (from === null || to === null || !from.startsWith('/') || decodedPath(from) === decodedPath(to))
      return;
    found.push({ kind, title, from, to, redirects: decodedPath(targetOf(from) ?? '') === decodedPath(to) });
  }
  for (const own of snapshot.pages())
    compare('page', own.page.title, own.page.link, encodedPath(shownPath(own, snapshot, builtIn)));
  for (const { slug, title, path } of snapshot.posts())
    compare('post', title, snapshot.post(slug)?.link ?? '', path);
  const terms = allPostListLinks(contents);
  for (const kind of POST_LIST_KINDS)
    for (const { id, slug, link } of terms[kind]) compare(kind, slug, link, snapshot.listPath(kind, id));
  return found;
}
