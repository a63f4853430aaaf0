import type { FullPost, PostEntry } from '../../src/content/post-entry.ts';
import type { Menu, MenuLocation, Post, PostQuery, SiteData } from '../../src/content/types.ts';
import type { WordPressConfig } from '../config.ts';
import { contentCache } from './content-cache.ts';
import { ContentFault, faultLog } from './content-fault.ts';
import type { ContentReader, PageReading, ReaderParts } from './content-reader.ts';
import { CONTENT_TIMING } from './content-timing.ts';
import { readMenu } from './finish-menu.ts';
import { readPost } from './finish-post.ts';
import { keepLast } from './keep-last.ts';
import { readFullPost, readPostEntry } from './post-entry.ts';
import { readRoute, readSlug } from './read-pages.ts';
import type { PageReads } from './read-pages.ts';
import { readFoundPosts, readPagePaths, readPostList, readRawPost } from './read-lists.ts';
import { readRawMenu, readRawPosts, readSettings, readSiteData } from './read-site.ts';
import { siteLinks } from './site-links.ts';
import type { SiteLinks } from './site-links.ts';
import { sourceHealth } from './source-health.ts';
import { verifyAccess } from './verify-access.ts';
import { wordPressClient } from './wordpress-client.ts';

/** Reads WordPress through the cache, and checks the credentials in the background. */
export function wordPressReader(wordpress: WordPressConfig, parts: ReaderParts): ContentReader {
  const { config, now, log, blocks, builtIn } = parts;
  const timing = { ...CONTENT_TIMING, ...parts.timing };
  const tell = faultLog(log, now);
  const health = sourceHealth(now);
  const client = wordPressClient({ config: wordpress, timing, fetch: parts.fetch ?? fetch, onNotice: tell });
  const common = {
    maxAge: config.contentMaxAge * 1_000,
    timing,
    now,
    onGood: (key: string) => health.good(key),
    onFault(key: string, error: unknown) {
      const message = error instanceof Error ? error.message : String(error);
      health.fault(key, message);
      if (error instanceof ContentFault) tell(message);
      // Of the key only what kind it is: the rest may be what somebody searched for.
      else log.error({ event: 'content-source-fault', reading: key.split(' ', 1)[0], err: error });
    },
  };
  const pages = contentCache<PageReading>({ ...common, expendable: ({ state }) => state === 'absent' });
  const posts = contentCache<unknown[]>({ ...common, expendable: (list) => list.length === 0 });
  const searches = contentCache<readonly number[]>({ ...common, expendable: () => true });
  const paths = contentCache<readonly string[]>(common);
  const site = contentCache<SiteData>(common);
  const others = contentCache<{ raw: unknown }>(common);
  const fullPosts = contentCache<{ raw: unknown }>({ ...common, expendable: ({ raw }) => raw === null });

  const linksFor = keepLast((home: string | null, url: string | null): SiteLinks => {
    const own = [client.home, home, url, config.publicUrl];
    return siteLinks(own.filter((each) => each !== null));
  });
  const siteData = async () => (await site.read('site data', () => readSiteData(client)))?.value ?? null;
  const links = async () => {
    const data = await siteData();
    return linksFor(data?.home ?? null, data?.url ?? null);
  };
  const reads: PageReads = { client, blocks, builtIn, links, onNotice: tell };

  const finishMenu = () =>
    keepLast((kept: { raw: unknown }, using: SiteLinks): { menu: Menu | null } => {
      if (kept.raw === null) return { menu: null };
      const { menu, faults } = readMenu(kept.raw, using);
      for (const fault of faults) tell(fault);
      return { menu };
    });
  const finishMenuAt: Readonly<Record<MenuLocation, ReturnType<typeof finishMenu>>> = {
    primary: finishMenu(),
    footer: finishMenu(),
  };
  const finishedPosts = new WeakMap<unknown[], { using: SiteLinks; posts: readonly Post[] }>();
  const finishPosts = (raw: unknown[], using: SiteLinks): readonly Post[] => {
    const before = finishedPosts.get(raw);
    if (before?.using === using) return before.posts;
    const finished = raw.flatMap((post) => readPost(post, { media: new Map(), links: using }) ?? []);
    finishedPosts.set(raw, { using, posts: finished });
    return finished;
  };

  const finishEntries = keepLast((raw: unknown[], using: SiteLinks): readonly PostEntry[] =>
    raw.flatMap((post) => readPostEntry(post, { media: new Map(), links: using }) ?? []),
  );
  const finishedFull = new WeakMap<object, { using: SiteLinks; post: FullPost | null }>();
  const finishFull = (kept: { raw: unknown }, using: SiteLinks): { post: FullPost | null } => {
    const before = finishedFull.get(kept);
    if (before?.using === using) return before;
    const finished = { using, post: readFullPost(kept.raw, { media: new Map(), links: using }) };
    finishedFull.set(kept, finished);
    return finished;
  };

  void verifyAccess(client, tell);
  return {
    async page(route) {
      return (await pages.read(`page ${route.canonical}`, () => readRoute(route, reads)))?.value ?? null;
    },
    async pageOfSlug(slug) {
      return (await pages.read(`slug ${slug}`, () => readSlug(slug, reads)))?.value ?? null;
    },
    async settings() {
      const kept = await others.read('settings', async () => ({ raw: await readSettings(client) }));
      return kept?.value ?? null;
    },
    async menu(location) {
      const [kept, using] = await Promise.all([
        others.read(`menu ${location}`, async () => ({ raw: await readRawMenu(client, location) })),
        links(),
      ]);
      return kept && finishMenuAt[location](kept.value, using);
    },
    async posts(query: PostQuery) {
      const [kept, using] = await Promise.all([
        posts.read(`posts ${JSON.stringify(query)}`, () => readRawPosts(client, query)),
        links(),
      ]);
      return kept && finishPosts(kept.value, using);
    },
    async postEntries() {
      const [kept, using] = await Promise.all([posts.read('post list', () => readPostList(client)), links()]);
      return kept && finishEntries(kept.value, using);
    },
    async fullPost(slug) {
      const [kept, using] = await Promise.all([
        fullPosts.read(`post ${slug}`, async () => ({ raw: await readRawPost(client, slug) })),
        links(),
      ]);
      return kept && finishFull(kept.value, using);
    },
    async foundPosts(words) {
      return (await searches.read(`search ${words}`, () => readFoundPosts(client, words)))?.value ?? null;
    },
    async pagePaths() {
      const using = await links();
      return (await paths.read('page paths', () => readPagePaths(client, using)))?.value ?? null;
    },
    siteData,
    links,
    health: () => health.report(),
  };
}
