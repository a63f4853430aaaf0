import type { ContentChoices, ContentOption } from '../../../../src/contracts/operators/page-builder.ts';
import type { BuiltInContent } from '../../../content/built-in/built-in-content.ts';
import { decodedPath, encodedPath } from '../../../content/paths/page-paths.ts';
import { publicPages } from '../../../content/resolve/content-library.ts';
import type { Snapshot } from '../../../content/snapshot/snapshot.ts';
import { shownTitle } from '../../../content/values/raw-page.ts';

/** Returns the public pages and posts, and the options of choice fields that come from content. */
export function contentChoices(snapshot: Snapshot, builtIn: BuiltInContent): ContentChoices {
  const pages = publicPages(snapshot, builtIn).map(({ path, own }) => ({
    id: own?.page.id ?? null,
    path: encodedPath(path),
    title: (own && shownTitle(own.page)) || builtIn.pages.get(path)?.page.title || path,
    kind: 'page' as const,
  }));
  const posts = snapshot.posts().map(({ id, path, title }) => ({ id, path, title, kind: 'post' as const }));
  const tags = new Map(
    snapshot.posts().flatMap((post) => post.tags.map(({ slug, name }) => [slug, name] as const)),
  );
  return {
    entries: [...pages, ...posts],
    options: {
      categories: snapshot
        .categories()
        .flatMap(({ slug, name }) => (slug === '' ? [] : [{ value: decodedPath(slug), label: name }]))
        .toSorted(byLabel),
      tags: [...tags].map(([slug, name]) => ({ value: decodedPath(slug), label: name })).toSorted(byLabel),
      pages: pages.map(({ path, title }) => ({ value: path, label: `${title} (${path})` })).toSorted(byLabel),
      menus: Object.keys(builtIn.menus).map((location) => ({
        value: location,
        label: location.charAt(0).toUpperCase() + location.slice(1),
      })),
    },
  };
}

function byLabel(one: ContentOption, other: ContentOption): number {
  return one.label.localeCompare(other.label, 'en-US');
}
