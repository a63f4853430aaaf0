import { menuTree } from '../../../src/contracts/menu-tree.ts';
import type { SiteSettings } from '../../../src/contracts/site-settings.ts';
import type {
  Category,
  PostEntry,
  Menu,
  MenuItem,
  MenuLocation,
  SiteData,
  ListedTerm,
} from '../../../src/contracts/content.ts';
import type { BuiltInContent } from '../built-in/built-in-content.ts';
import type { PictureUrlMapper } from '../../media/pictures.ts';
import { normaliseSettings, settingsWithOwnPictures } from '../normalise/normalise-settings.ts';
import { normaliseMenu } from '../normalise/normalise-menu.ts';
import { htmlToText } from '../values/html-text.ts';
import { mediaOf, type RawMedia } from '../values/raw-media.ts';
import { commentsByPost, NO_COMMENT_ENTRIES } from '../values/raw-comment.ts';
import type { EntryKind, MirrorContents, MirrorEntry } from '../values/mirror-contents.ts';
import {
  decodedSlug,
  decodedPath,
  encodedPath,
  HOME_SLUG_PATH,
  pagesByPath,
  slugPath,
} from '../paths/page-paths.ts';
import { cachedPostEntries, postEntry } from './post-entries.ts';
import { passwordProtectionOf, type PasswordProtection } from '../values/password-protection.ts';
import { isPublic, pageOf, type RawPage } from '../values/raw-page.ts';
import { readDiscussionSettings, type DiscussionSettings } from '../normalise/discussion-settings.ts';
import { parseRestSiteData, type BlogSettings } from '../normalise/site-data.ts';
import { snapshotPageFor, type SnapshotPage } from '../built-in/snapshot-page.ts';
import {
  allTermLinks,
  createBlogPaths,
  POST_LIST_KINDS,
  type BlogRoute,
  type PostListKind,
  type PostPathClash,
} from '../paths/blog-paths.ts';
import { BLOG_PATH, isSlug, requirePageRoute, unroutableReason } from '../paths/route-path.ts';
import { publicPosts } from '../paths/public-posts.ts';
import { createLinkResolver, withHomeAsRoot, type LinkResolver } from '../paths/site-links.ts';

/** The settings and menus that every page shows around its content. */
export interface SettingsAndMenus {
  settings: SiteSettings;
  primary: readonly MenuItem[];
  footer: readonly MenuItem[];
}

/**
 * The key of data that was read from a snapshot, for `fingerprint`, such as `settings`, `menu:primary`, `page:/buy`,
 * `media:81` or `posts`.
 */
export type SnapshotReadKey = string;

/**
 * All content at one version. Immutable: each version is a new snapshot. If a key has the same fingerprint in two
 * snapshots, both return the same data for it.
 */
export interface Snapshot {
  readonly version: number;
  readonly settings: SiteSettings;
  /** The site data of WordPress; null for the built-in content. */
  readonly site: SiteData | null;
  readonly links: LinkResolver;
  readonly discussion: DiscussionSettings;
  /** Faults in settings and menus for an editor to correct. */
  readonly faults: readonly string[];
  pageAt(path: string): SnapshotPage | null;
  /**
   * Returns the top-level page with this slug. With `anywhere`, a page with a parent is the fallback, preferably a
   * public one.
   */
  pageOfSlug(slug: string, where: 'top' | 'anywhere'): SnapshotPage | null;
  /**
   * Returns the public pages and posts that cannot be opened because of their path. They are therefore in no list.
   */
  unreachable(): readonly { page: RawPage; path: string; reason: string }[];
  /** Returns the page with an id, even if it is not public. Its path is empty if it has none. */
  pageOfId(id: number): SnapshotPage | null;
  /**
   * Returns the post with an id, even if it is not public. Its percent-encoded path is null if it cannot be opened.
   */
  postOfId(id: number): { post: RawPage; path: string | null } | null;
  /** Returns all public pages, in the order that editors set. */
  pages(): readonly SnapshotPage[];
  /**
   * Returns all pages of WordPress, including drafts. The path is null if another page has it or the page has none
   * yet.
   */
  everyPage(): readonly { path: string | null; page: RawPage }[];
  /** Returns a shared section, which may be unpublished or in the trash; null if there is none with this id. */
  section(id: number): RawPage | null;
  /** Returns all shared sections and templates, including unpublished and trashed ones. */
  reusable(): readonly ReusableEntry[];
  /** Returns the pages that are not public but hide a built-in page, with the path of the built-in page. */
  hidingPages(): readonly SnapshotPage[];
  /** Returns the list entries of all public posts, newest first. */
  posts(): readonly PostEntry[];
  post(slug: string): RawPage | null;
  /** Returns the public page on which WordPress lists its posts; null if only the built-in `/blog` lists them. */
  postsPage(): SnapshotPage | null;
  /** How WordPress lists posts. */
  readonly blog: BlogSettings;
  /** Returns the author with this slug, and their posts, newest first. */
  author(slug: string): { name: string; posts: readonly PostEntry[] } | null;
  /** Returns the tag with this slug, which may have no posts. */
  tag(slug: string): ListedTerm | null;
  /** Returns the percent-encoded path of a list of posts, by the id or slug of its term. */
  listPath(kind: PostListKind, of: number | string): string | null;
  /** Returns the percent-encoded path of a public post. */
  postPath(post: RawPage): string;
  /** Returns the post or list of posts at a decoded path. */
  blogRouteAt(path: string): BlogRoute | null;
  /** Returns the post or list of posts that a path of another permalink structure means. */
  blogSpelledAt(path: string): BlogRoute | null;
  /** Returns the posts that are not at their WordPress path, because something else is there. */
  pathClashes(): readonly PostPathClash[];
  /** Returns the comments on a page or post, oldest first. */
  comments(post: number): readonly MirrorEntry[];
  /**
   * Returns the content behind the password of a page or post; null if it has none, or no hash to check the password.
   */
  lock(id: number): PasswordProtection | null;
  /** Returns a picture of the source, or, with its id as a negative number, a built-in one. */
  media(id: number): RawMedia | undefined;
  /** Returns the media item whose attachment page or file WordPress has at a decoded path. */
  mediaAt(path: string): RawMedia | null;
  /** Returns the author's name as plain text; null if it is unknown. */
  authorName(id: number): string | null;
  term(kind: 'category' | 'tag', id: number): ListedTerm | null;
  categories(): readonly Category[];
  menu(location: MenuLocation): Menu;
  frame(): SettingsAndMenus;
  /** Returns the current path of a page or post that was previously at this path. */
  movedTo(path: string): string | null;
  /** Returns a fingerprint of the data that a key names. Throws an `Error` if there is no such key. */
  fingerprint(read: SnapshotReadKey): string;
}

/** A shared section or template. It has no values here if it is not public. */
export interface ReusableEntry {
  kind: 'section' | 'template';
  page: RawPage;
}

interface Options {
  contents: MirrorContents;
  builtIn: BuiltInContent;
  /** The URLs of the source site, in addition to those in the contents. The first is where its files are. */
  homes: readonly string[];
  pictures?: PictureUrlMapper;
}

/** Creates a snapshot of the contents. Lists are created on first access and kept as long as the snapshot. */
export function createSnapshot({ contents, builtIn, homes, pictures }: Options): Snapshot {
  const site = contents.entries('site').get('site');
  const { data: read, frontPage, blog } = parseRestSiteData(site?.data, contents, pictures);
  const given = normaliseSettings(
    builtIn.settings,
    contents.entries('settings').get('site')?.data ?? null,
    read?.timezone_string,
  );
  // Without WordPress, the time zone is a setting.
  const data = read && { ...read, timezone_string: read.timezone_string || given.settings.site.timeZone };
  const own = [homes[0] ?? '', data?.home ?? '', data?.url ?? '', ...homes];
  const plainLinks = createLinkResolver(
    [...new Set(own)].filter((home) => home !== ''),
    pictures,
  );
  const rawPages = lazy(() => [...contents.entries('page').values()].flatMap((entry) => pageOf(entry) ?? []));
  const pagesById = lazy(
    () =>
      new Map(
        rawPages()
          .filter((page) => !page.defaultPrivacy)
          .map((page) => [page.id, page]),
      ),
  );
  const everyPath = lazy(() => pagesByPath(pagesById().values(), plainLinks, frontPage));
  const byPath = lazy(() => new Map([...everyPath()].filter(([path]) => unroutableReason(path) === null)));
  /** The path that the front page's slug makes; null if WordPress has no page at `/`. */
  const frontSlugPath = lazy(() => {
    const front = byPath().get('/');
    return front ? slugPath(front, pagesById(), plainLinks) : null;
  });
  const links = withHomeAsRoot(plainLinks, () => (frontSlugPath() ?? HOME_SLUG_PATH) !== HOME_SLUG_PATH);
  // Without a mapper, as in an export, pictures keep their URLs.
  const settings = pictures
    ? settingsWithOwnPictures(given.settings, links, builtIn.settings)
    : { settings: given.settings, faults: [] };
  const menus = { primary: ownMenu('primary'), footer: ownMenu('footer') };
  const faults = [...given.faults, ...settings.faults, ...menus.primary.faults, ...menus.footer.faults];

  /** Returns the menu at a location, which an editor may have emptied. Without one, returns the built-in menu. */
  function ownMenu(location: MenuLocation): { menu: Menu; faults: string[] } {
    const data = contents.entries('menu').get(location)?.data;
    // A response of another plugin may have no items.
    return Array.isArray(data?.items)
      ? normaliseMenu(data, links)
      : { menu: builtIn.menus[location], faults: [] };
  }

  const placed = (path: string, page: RawPage): SnapshotPage => ({
    path,
    slugPath: path === '/' ? (frontSlugPath() ?? path) : path,
    page,
    isPublic: isPublic(page),
    listsPosts: page.id === blog.postsPage,
  });
  const mediaByPath = lazy(
    () =>
      new Map(
        [...contents.entries('media').values()].flatMap((entry) => {
          const media = mediaOf(entry);
          if (!media) return [];
          const paths = [media.link, media.url].map((address) =>
            address === '' ? null : plainLinks.pathOf(address),
          );
          return paths.flatMap((path) => (path === null ? [] : [[decodedPath(path), media] as const]));
        }),
      ),
  );
  const postsPage = lazy(() => {
    const page = pagesById().get(blog.postsPage);
    const path = page && isPublic(page) ? pathById().get(page.id) : undefined;
    return page && path !== undefined && path !== '/' ? placed(path, page) : null;
  });
  const pathById = lazy(() => new Map([...byPath()].map(([path, { id }]) => [id, path])));
  const pages = lazy(() =>
    [...byPath()]
      .map(([path, page]) => placed(path, page))
      .filter((each) => each.isPublic)
      .sort((a, b) => a.page.order - b.page.order || a.page.title.localeCompare(b.page.title, 'en-US')),
  );
  const rawPosts = () => publicPosts(contents);
  const blogPaths = lazy(() =>
    createBlogPaths({
      posts: rawPosts(),
      terms: allTermLinks(contents),
      links: plainLinks,
      pages: byPath(),
      builtInPages: builtIn.pages,
      listPage: encodedPath(postsPage()?.path ?? BLOG_PATH),
    }),
  );

  const postsBySlug = lazy(() => new Map(rawPosts().map((post) => [decodedPath(post.slug), post])));
  const posts = lazy(() => {
    const context = {
      media: { get: (id: number) => snapshot.media(id) },
      links,
      settings: settings.settings,
    };
    const terms = POST_LIST_KINDS.flatMap((kind) =>
      [...contents.entries(kind)].flatMap(([id, { data }]) => [kind, id, data.name, data.slug]),
    );
    const entry = (kind: EntryKind) => contents.entries(kind).get('site');
    return cachedPostEntries(
      builtIn,
      {
        posts: rawPosts(),
        media: contents.entries('media'),
        paths: blogPaths(),
        others: [pictures, ...links.homes, entry('settings'), entry('site'), blogPaths().lists, ...terms],
      },
      (post) => postEntry(post, snapshot, context),
    );
  });
  const categories = lazy(() =>
    [...contents.entries('category')].map(([key, entry]): Category => {
      const { id, name, slug, path } = termOf('category', Number(key), entry);
      return { id, name, slug, path, parent: typeof entry.data.parent === 'number' ? entry.data.parent : 0 };
    }),
  );
  const newest = (...kinds: EntryKind[]) =>
    Math.max(0, ...kinds.map((kind) => newestVersion(contents.entries(kind))));
  // Deleting an entry does not raise the newest version, so the number of entries is included, too.
  const listVersion = (...kinds: EntryKind[]) =>
    `${newest(...kinds)}/${kinds.map((kind) => contents.entries(kind).size).join('/')}`;
  const pagesVersion = lazy(() => listVersion('page'));
  const postsVersion = lazy(() => {
    let media = 0;
    for (const { featuredMedia } of rawPosts())
      if (featuredMedia !== 0) media = Math.max(media, versionOf('media', String(featuredMedia)));
    // A page that takes the path of a post moves the post.
    const moved = blogPaths().clashes.map(({ post, path }) => `${post.id}@${path}`);
    return `${listVersion('post', 'category', 'tag', 'author')}/${media}/${moved.join(' ')}`;
  });
  const frame = lazy((): SettingsAndMenus => ({
    settings: settings.settings,
    primary: menuTree(menus.primary.menu.items),
    footer: menuTree(menus.footer.menu.items),
  }));

  function termOf(kind: PostListKind, id: number, { data }: MirrorEntry): ListedTerm {
    // A term whose slug cannot be in a path has no list page.
    const slug = typeof data.slug === 'string' && isSlug(decodedPath(data.slug)) ? data.slug : '';
    const path = slug === '' ? null : blogPaths().listPath(kind, { id });
    return {
      id,
      name: typeof data.name === 'string' ? htmlToText(data.name) : '',
      slug,
      path: encodedPath(path ?? ''),
    };
  }

  function entryOfSlug(kind: PostListKind, slug: string): [string, MirrorEntry] | null {
    const has = ([, { data }]: [string, MirrorEntry]) =>
      typeof data.slug === 'string' && decodedPath(data.slug) === slug;
    return [...contents.entries(kind)].find(has) ?? null;
  }

  function commentsOf(post: number) {
    return commentsByPost(contents.entries('comment')).get(post) ?? NO_COMMENT_ENTRIES;
  }

  function versionOf(kind: EntryKind, id: string): number {
    return contents.entries(kind).get(id)?.version ?? 0;
  }

  function pageOfSlug(slug: string, where: 'top' | 'anywhere'): SnapshotPage | null {
    const own = rawPages()
      .filter((page) => decodedSlug(page) === slug && !page.defaultPrivacy)
      .sort((a, b) => Number(isPublic(b)) - Number(isPublic(a)));
    const page = own.find(({ parent }) => parent === 0) ?? (where === 'anywhere' ? own[0] : undefined);
    return page ? placed(pathById().get(page.id) ?? `/${slug}`, page) : null;
  }

  const snapshot: Snapshot = {
    version: contents.version,
    settings: settings.settings,
    site: data,
    links,
    discussion: readDiscussionSettings(site?.data.discussion),
    faults,
    blog,
    pageAt(path) {
      const plain = decodedPath(path);
      const page = byPath().get(plain);
      return page ? placed(plain, page) : null;
    },
    pageOfSlug,
    pageOfId(id) {
      const page = pagesById().get(id);
      const path = pathById().get(id);
      if (!page) return null;
      return path === undefined ? { ...placed('', page), isPublic: false } : placed(path, page);
    },
    postOfId(id) {
      const shown = rawPosts().find((post) => post.id === id);
      if (shown) return { post: shown, path: blogPaths().linkOf(shown) };
      const entry = contents.entries('post').get(String(id));
      const post = entry && pageOf(entry);
      return post ? { post, path: null } : null;
    },
    postsPage,
    pages,
    unreachable: lazy(() => {
      const posts = [...contents.entries('post').values()].flatMap((entry) => pageOf(entry) ?? []);
      return [
        ...[...everyPath()].map(([path, page]) => ({ path, page })),
        ...posts.flatMap((page) =>
          page.slug === '' ? [] : [{ path: `/blog/${decodedPath(page.slug)}`, page }],
        ),
      ].flatMap(({ path, page }) => {
        const reason = isPublic(page) ? unroutableReason(path) : null;
        return reason === null ? [] : [{ path, page, reason }];
      });
    }),
    everyPage: () => rawPages().map((page) => ({ path: pathById().get(page.id) ?? null, page })),
    section(id) {
      const entry = contents.entries('section').get(String(id));
      return (entry && pageOf(entry)) ?? null;
    },
    reusable: lazy(() =>
      (['section', 'template'] as const).flatMap((kind) =>
        [...contents.entries(kind).values()].flatMap((entry) => {
          const page = pageOf(entry);
          return page ? [{ kind, page }] : [];
        }),
      ),
    ),
    hidingPages: lazy(() =>
      [...builtIn.pages.keys()].flatMap((path) => {
        const own = snapshotPageFor(requirePageRoute(path), snapshot, builtIn);
        return own && !own.isPublic ? [{ ...own, path }] : [];
      }),
    ),
    posts,
    post: (slug) => postsBySlug().get(decodedPath(slug)) ?? null,
    listPath(kind, of) {
      const id = typeof of === 'number' ? of : Number(entryOfSlug(kind, of)?.[0]);
      const path = blogPaths().listPath(kind, { id });
      return path === null ? null : encodedPath(path);
    },
    postPath: (post) => blogPaths().linkOf(post),
    blogRouteAt: (path) => blogPaths().routeAt(path),
    blogSpelledAt: (path) => blogPaths().spelledAt(path),
    pathClashes: () => blogPaths().clashes,
    comments: (id) => commentsOf(id).entries,
    lock(id) {
      const entry = contents.entries('page').get(String(id)) ?? contents.entries('post').get(String(id));
      return entry ? passwordProtectionOf(entry) : null;
    },
    media(id) {
      if (id < 0) return builtIn.media.get(-id);
      const entry = contents.entries('media').get(String(id));
      return (entry && mediaOf(entry)) ?? undefined;
    },
    mediaAt: (path) => mediaByPath().get(path) ?? null,
    authorName(id) {
      const name = contents.entries('author').get(String(id))?.data.name;
      return typeof name === 'string' && name.trim() !== '' ? htmlToText(name) : null;
    },
    author(slug) {
      const found = entryOfSlug('author', slug);
      if (!found) return null;
      const [id] = found;
      const own = posts().filter((_, index) => String(rawPosts()[index]?.author) === id);
      return { name: snapshot.authorName(Number(id)) ?? '', posts: own };
    },
    tag(slug) {
      const found = entryOfSlug('tag', slug);
      return found && termOf('tag', Number(found[0]), found[1]);
    },
    term(kind, id) {
      const entry = contents.entries(kind).get(String(id));
      return entry ? termOf(kind, id, entry) : null;
    },
    categories,
    menu: (location) => menus[location].menu,
    frame,
    movedTo(path) {
      const moved = contents.entries('moved').get(decodedPath(path))?.data;
      if (!moved) return null;
      if (moved.kind === 'post') {
        const post = rawPosts().find(({ id }) => id === moved.id);
        return post ? snapshot.postPath(post) : null;
      }
      const page = pages().find((each) => each.page.id === moved.id);
      return page ? encodedPath(page.path) : null;
    },
    fingerprint(read) {
      const at = read.indexOf(':');
      const [kind, id] = at < 0 ? [read, ''] : [read.slice(0, at), read.slice(at + 1)];
      switch (kind) {
        case 'page': {
          const page = byPath().get(decodedPath(id));
          return page ? `${page.id}@${versionOf('page', String(page.id))}` : '';
        }
        case 'slug': {
          const found = pageOfSlug(id, 'anywhere');
          return found ? `${found.page.id}@${versionOf('page', String(found.page.id))}` : '';
        }
        case 'post': {
          const post = snapshot.post(id);
          return post ? `${post.id}@${versionOf('post', String(post.id))}` : '';
        }
        case 'blog':
          return `${blogPaths().routeAt(decodedPath(id))?.path}`;
        case 'page-id': {
          const page = snapshot.pageOfId(Number(id));
          return page ? `${page.path}@${versionOf('page', id)}` : '';
        }
        case 'post-id': {
          const post = snapshot.postOfId(Number(id));
          return post ? `${post.path}@${versionOf('post', id)}` : '';
        }
        case 'posts-page': {
          const page = postsPage();
          return page ? `${page.path}@${versionOf('page', String(page.page.id))}` : '';
        }
        case 'comments':
          return commentsOf(Number(id)).version;
        case 'moved':
          return snapshot.movedTo(id) ?? '';
        case 'reusable':
          return listVersion('section', 'template');
        case 'author':
        case 'category':
        case 'tag':
          // A page that takes the path of a list moves the list.
          return `${versionOf(kind, id)}/${blogPaths().listPath(kind, { id: Number(id) })}`;
        case 'section':
        case 'media':
        case 'menu':
          return `${versionOf(kind, id)}`;
        case 'settings':
          // The URLs of pictures in the settings depend on the site.
          return `${versionOf('settings', 'site')}/${versionOf('site', 'site')}`;
        case 'site':
          return `${versionOf('site', 'site')}`;
        case 'pages':
          return pagesVersion();
        case 'posts':
          return postsVersion();
        default:
          throw new Error(`"${read}" is nothing that a snapshot can be asked for.`);
      }
    },
  };
  return snapshot;
}

const versions = new WeakMap<ReadonlyMap<string, MirrorEntry>, number>();

/**
 * Returns the newest version of these entries. Cached by the map, which is the same object until an entry changes.
 */
function newestVersion(entries: ReadonlyMap<string, MirrorEntry>): number {
  let newest = versions.get(entries);
  if (newest === undefined) {
    newest = 0;
    for (const { version } of entries.values()) newest = Math.max(newest, version);
    versions.set(entries, newest);
  }
  return newest;
}

function lazy<Value>(make: () => Value): () => Value {
  let made: { value: Value } | null = null;
  return () => (made ??= { value: make() }).value;
}
