import type { MirrorChanges, MirrorContents, NewEntry } from '../values/mirror-contents.ts';
import { decodedPath, pagesByPath } from '../paths/page-paths.ts';
import { pageOf } from '../values/raw-page.ts';
import { readSiteData } from '../normalise/site-data.ts';
import { createLinkResolver } from '../paths/site-links.ts';

/** Returns the redirects to add for pages and posts whose paths changed, and the redirects to remove. */
export function movedPaths(
  before: MirrorContents,
  after: MirrorContents,
  homes: readonly string[],
): Pick<MirrorChanges, 'put' | 'remove'> {
  // The contents now come from another WordPress site, where the same ids mean different pages.
  const home = homeOf(before);
  if (home !== undefined && home !== homeOf(after))
    return { put: [], remove: [...after.entries('moved').values()] };
  const old = publicPaths(before, homes);
  const now = publicPaths(after, homes);
  const taken = new Set(now.values());
  const put: NewEntry[] = [];
  for (const [key, path] of old) {
    const current = now.get(key);
    if (current === undefined || current === path || taken.has(path)) continue;
    const [kind = '', id] = key.split(' ');
    put.push({ kind: 'moved', id: path, data: { kind, id: Number(id) } });
  }
  // A path that is in use again needs no redirect.
  const remove = [...after.entries('moved').values()].filter(({ id }) => taken.has(id));
  return { put, remove };
}

function homeOf(contents: MirrorContents): unknown {
  return contents.entries('site').get('site')?.data.home;
}

function publicPaths(contents: MirrorContents, homes: readonly string[]): ReadonlyMap<string, string> {
  const { data, frontPage } = readSiteData(contents.entries('site').get('site')?.data, contents);
  const links = createLinkResolver(
    [...homes, data?.home ?? '', data?.url ?? ''].filter((home) => home !== ''),
  );
  const pages = [...contents.entries('page').values()].flatMap((entry) => pageOf(entry) ?? []);
  const paths = new Map<string, string>();
  for (const [path, page] of pagesByPath(pages, links, frontPage)) {
    if (page.status === 'publish') paths.set(`page ${page.id}`, path);
  }
  for (const entry of contents.entries('post').values()) {
    const post = pageOf(entry);
    if (post && post.slug !== '') paths.set(`post ${post.id}`, `/blog/${decodedPath(post.slug)}`);
  }
  return paths;
}
