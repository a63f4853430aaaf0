import type { MirrorChanges, MirrorContents, NewMirrorEntry } from '../values/mirror-contents.ts';
import { allPostListLinks, createBlogPaths } from '../paths/blog-paths.ts';
import { encodedPath, pagesByPath } from '../paths/page-paths.ts';
import { BLOG_PATH } from '../paths/route-path.ts';
import { pageOf } from '../values/raw-page.ts';
import { parseRestSiteData } from '../normalise/site-data.ts';
import { publicPosts } from '../paths/public-posts.ts';
import { createLinkResolver } from '../paths/site-links.ts';

/** Returns the redirects to add for pages and posts whose paths changed, and the redirects to remove. */
export function redirectsForMovedPaths(
  before: MirrorContents,
  after: MirrorContents,
  homes: readonly string[],
  builtInPages: ReadonlyMap<string, unknown>,
): Pick<MirrorChanges, 'put' | 'remove'> {
  // If the contents come from another WordPress site now, the same ids mean different pages.
  const home = homeOf(before);
  if (home !== undefined && home !== homeOf(after))
    return { put: [], remove: [...after.entries('moved').values()] };
  const old = publicPaths(before, homes, builtInPages);
  const now = publicPaths(after, homes, builtInPages);
  const isTaken = (path: string) => now.pagePaths.has(path) || now.blog.isOfPost(path);
  const put: NewMirrorEntry[] = [];
  for (const [id, path] of old.pages) {
    const current = now.pages.get(id);
    if (current !== undefined && current !== path && !isTaken(path))
      put.push({ kind: 'moved', id: path, data: { kind: 'page', id } });
  }
  // Most changes do not move posts. `blog` is the same object then.
  for (const [id, post] of old.blog === now.blog ? [] : old.blog.posts) {
    const current = now.blog.posts.get(id);
    if (!current || (current.path === post.path && current.slugPath === post.slugPath)) continue;
    // Earlier releases of this site showed a post at `slugPath`. Other sites may still link to it, so both paths get
    // redirects.
    for (const [path, isSame] of [
      [post.path, current.path === post.path],
      [post.slugPath, current.slugPath === post.slugPath],
    ] as const) {
      if (isSame || isTaken(path) || now.blog.spelledAt(path)?.path === encodedPath(current.path)) continue;
      put.push({ kind: 'moved', id: path, data: { kind: 'post', id } });
    }
  }
  // A path that is in use again needs no redirect.
  const remove = [...after.entries('moved').values()].filter(({ id }) => isTaken(id));
  return { put, remove };
}

function homeOf(contents: MirrorContents): unknown {
  return contents.entries('site').get('site')?.data.home;
}

/** Returns the paths of public pages by id, and the paths of posts. */
function publicPaths(
  contents: MirrorContents,
  homes: readonly string[],
  builtInPages: ReadonlyMap<string, unknown>,
) {
  const { data, frontPage } = parseRestSiteData(contents.entries('site').get('site')?.data, contents);
  const links = createLinkResolver(
    [...homes, data?.home ?? '', data?.url ?? ''].filter((home) => home !== ''),
  );
  const every = [...contents.entries('page').values()].flatMap((entry) => pageOf(entry) ?? []);
  const byPath = pagesByPath(every, links, frontPage);
  const blog = createBlogPaths({
    posts: publicPosts(contents),
    terms: allPostListLinks(contents),
    links,
    pages: byPath,
    builtInPages,
    listPage: BLOG_PATH,
  });
  const pages = new Map<number, string>();
  for (const [path, page] of byPath) if (page.status === 'publish') pages.set(page.id, path);
  return { pages, pagePaths: new Set(pages.values()), blog };
}
