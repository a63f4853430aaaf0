import type { MirrorChanges, MirrorContents, NewEntry } from '../values/mirror-contents.ts';
import { allTermLinks, createBlogPaths } from '../paths/blog-paths.ts';
import { decodedPath, encodedPath, pagesByPath } from '../paths/page-paths.ts';
import { BLOG_PATH, isPostPath } from '../paths/route-path.ts';
import { pageOf } from '../values/raw-page.ts';
import { readSiteData } from '../normalise/site-data.ts';
import { createLinkResolver } from '../paths/site-links.ts';

/** Returns the redirects to add for pages and posts whose paths changed, and the redirects to remove. */
export function movedPaths(
  before: MirrorContents,
  after: MirrorContents,
  homes: readonly string[],
  builtInPages: ReadonlyMap<string, unknown>,
): Pick<MirrorChanges, 'put' | 'remove'> {
  // The contents now come from another WordPress site, where the same ids mean different pages.
  const home = homeOf(before);
  if (home !== undefined && home !== homeOf(after))
    return { put: [], remove: [...after.entries('moved').values()] };
  const old = publicPaths(before, homes, builtInPages);
  const now = publicPaths(after, homes, builtInPages);
  const taken = new Set(now.paths.values());
  const put: NewEntry[] = [];
  for (const [key, path] of old.paths) {
    const current = now.paths.get(key);
    if (current === undefined || current === path || taken.has(path)) continue;
    const [kind = '', id] = key.split(' ');
    const own = now.paths.get(`${kind} ${id}`) ?? current;
    if (kind === 'post' && now.leadsTo(path, own)) continue;
    put.push({ kind: 'moved', id: path, data: { kind, id: Number(id) } });
  }
  // A path that is in use again needs no redirect.
  const remove = [...after.entries('moved').values()].filter(({ id }) => taken.has(id));
  return { put, remove };
}

function homeOf(contents: MirrorContents): unknown {
  return contents.entries('site').get('site')?.data.home;
}

/** Returns the paths by kind and id, and a function that finds whether another path of a post leads to its current one. */
function publicPaths(
  contents: MirrorContents,
  homes: readonly string[],
  builtInPages: ReadonlyMap<string, unknown>,
) {
  const { data, frontPage } = readSiteData(contents.entries('site').get('site')?.data, contents);
  const links = createLinkResolver(
    [...homes, data?.home ?? '', data?.url ?? ''].filter((home) => home !== ''),
  );
  const every = [...contents.entries('page').values()].flatMap((entry) => pageOf(entry) ?? []);
  const pages = pagesByPath(every, links, frontPage);
  const posts = [...contents.entries('post').values()].flatMap((entry) => {
    const post = pageOf(entry);
    return post && isPostPath(`/blog/${decodedPath(post.slug)}`) ? [post] : [];
  });
  const blog = createBlogPaths({
    posts,
    terms: allTermLinks(contents),
    links,
    pages,
    builtInPages,
    listPage: BLOG_PATH,
  });
  const paths = new Map<string, string>();
  for (const [path, page] of pages) if (page.status === 'publish') paths.set(`page ${page.id}`, path);
  for (const post of posts) {
    paths.set(`post ${post.id}`, blog.postPath(post));
    // Posts were at these paths before their links decided, and other sites may link to them.
    paths.set(`post ${post.id} slug`, `/blog/${decodedPath(post.slug)}`);
  }
  return {
    paths,
    leadsTo: (path: string, current: string) => blog.spelledAt(path)?.path === encodedPath(current),
  };
}
