import type { Menu, MenuItem, MenuLocation, SiteData } from '../../../src/contracts/content.ts';
import { menuTree } from '../../../src/contracts/menu-tree.ts';
import type { SiteSettings } from '../../../src/contracts/site-settings.ts';
import type { PictureUrlMapper } from '../../media/pictures.ts';
import { lazy } from '../../platform/lazy.ts';
import type { BuiltInContent } from '../built-in/built-in-content.ts';
import { snapshotPageFor, type SnapshotPage } from '../built-in/snapshot-page.ts';
import { readDiscussionSettings, type DiscussionSettings } from '../normalise/discussion-settings.ts';
import { normaliseMenu } from '../normalise/normalise-menu.ts';
import { normaliseSettings, settingsWithSameOriginPictures } from '../normalise/normalise-settings.ts';
import { parseRestSiteData, type BlogSettings } from '../normalise/site-data.ts';
import { decodedPath, encodedPath, HOME_SLUG_PATH } from '../paths/page-paths.ts';
import { publicPosts } from '../paths/public-posts.ts';
import { requirePageRoute, unroutableReason } from '../paths/route-path.ts';
import { createLinkResolver, withHomeAsRoot, type LinkResolver } from '../paths/site-links.ts';
import type { MirrorContents, MirrorEntry } from '../values/mirror-contents.ts';
import { passwordProtectionOf, type PasswordProtection } from '../values/password-protection.ts';
import { commentEntriesOf } from '../values/raw-comment.ts';
import { mediaOf, type RawMedia } from '../values/raw-media.ts';
import { isPublic, pageOf, type RawPage } from '../values/raw-page.ts';
import { createFingerprints, type SnapshotReadKey } from './fingerprints.ts';
import { indexPages, type SnapshotPages } from './snapshot-pages.ts';
import { indexPosts, type SnapshotPosts } from './snapshot-posts.ts';

/** The settings and menus that every page shows around its content. */
export interface SettingsAndMenus {
  settings: SiteSettings;
  primary: readonly MenuItem[];
  footer: readonly MenuItem[];
}

/**
 * All content at one version. Immutable: each version is a new snapshot. If a key has the same fingerprint in two
 * snapshots, both return the same data for it.
 */
export interface Snapshot extends SnapshotPages, SnapshotPosts {
  readonly version: number;
  readonly settings: SiteSettings;
  /** The site data of WordPress; null for the built-in content. */
  readonly site: SiteData | null;
  readonly links: LinkResolver;
  readonly discussion: DiscussionSettings;
  /** Faults in settings and menus for an editor to correct. */
  readonly faults: readonly string[];
  /**
   * Returns the public pages and posts that cannot be opened because of their path. They are therefore in no list.
   */
  unreachable(): readonly { page: RawPage; path: string; reason: string }[];
  /** Returns a shared section, which may be unpublished or in the trash; null if there is none with this id. */
  section(id: number): RawPage | null;
  /** Returns all shared sections and templates, including unpublished and trashed ones. */
  reusable(): readonly ReusableEntry[];
  /** Returns the pages that are not public but hide a built-in page, with the path of the built-in page. */
  hidingPages(): readonly SnapshotPage[];
  /** How WordPress lists posts. */
  readonly blog: BlogSettings;
  /** Returns the comments on a page or post, oldest first. */
  comments(post: number): readonly MirrorEntry[];
  /**
   * Returns the content behind the password of a page or post; null if it has none, or no hash to check the password.
   */
  lock(id: number): PasswordProtection | null;
  /** Returns a picture of the source, or, with its id as a negative number, a built-in one. */
  media(id: number): RawMedia | undefined;
  /** Returns the media item whose attachment page or file WordPress has at a decoded path; null if there is none. */
  mediaAt(path: string): RawMedia | null;
  menu(location: MenuLocation): Menu;
  frame(): SettingsAndMenus;
  /** Returns the percent-encoded path of the public page or post that was at this path before; null without one. */
  movedTo(path: string): string | null;
  /** Returns the percent-encoded paths at which a page was before, as far as they redirect to it. */
  formerPaths(page: number): readonly string[];
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
  const index = indexPages({ contents, links: plainLinks, frontPage, postsPage: blog.postsPage });
  const pages = index.lookups;
  const links = withHomeAsRoot(
    plainLinks,
    () => (index.frontSlugPath() ?? HOME_SLUG_PATH) !== HOME_SLUG_PATH,
  );
  // Without a mapper, as in an export, pictures keep their URLs.
  const settings = pictures
    ? settingsWithSameOriginPictures(given.settings, links, builtIn.settings)
    : { settings: given.settings, faults: [] };
  const menus = { primary: menuAt('primary'), footer: menuAt('footer') };
  const posts = indexPosts({
    contents,
    builtIn,
    links: plainLinks,
    pages: index,
    context: { media: { get: media }, links, settings: settings.settings },
    pictures,
  });

  /** Returns the menu at a location, which an editor may have emptied. Without one, returns the built-in menu. */
  function menuAt(location: MenuLocation): { menu: Menu; faults: string[] } {
    const menu = contents.entries('menu').get(location)?.data;
    // A response of another plugin may have no items.
    return Array.isArray(menu?.items)
      ? normaliseMenu(menu, links)
      : { menu: builtIn.menus[location], faults: [] };
  }

  function media(id: number): RawMedia | undefined {
    if (id < 0) return builtIn.media.get(-id);
    const entry = contents.entries('media').get(String(id));
    return (entry && mediaOf(entry)) ?? undefined;
  }

  const mediaByPath = lazy(
    () =>
      new Map(
        [...contents.entries('media').values()].flatMap((entry) => {
          const item = mediaOf(entry);
          if (!item) return [];
          const paths = [item.link, item.url].map((address) =>
            address === '' ? null : plainLinks.pathOf(address),
          );
          return paths.flatMap((path) => (path === null ? [] : [[decodedPath(path), item] as const]));
        }),
      ),
  );

  function movedTo(path: string): string | null {
    const moved = contents.entries('moved').get(decodedPath(path))?.data;
    if (!moved) return null;
    if (moved.kind === 'post') {
      const post = publicPosts(contents).find(({ id }) => id === moved.id);
      return post ? posts.postPath(post) : null;
    }
    const page = pages.pages().find((each) => each.page.id === moved.id);
    return page ? encodedPath(page.path) : null;
  }

  function formerPaths(page: number): string[] {
    return [...contents.entries('moved').values()].flatMap(({ id, data }) =>
      data.kind === 'page' && data.id === page ? [encodedPath(id)] : [],
    );
  }

  const lookups = { ...pages, ...posts, movedTo };
  return {
    version: contents.version,
    settings: settings.settings,
    site: data,
    links,
    discussion: readDiscussionSettings(site?.data.discussion),
    faults: [...given.faults, ...settings.faults, ...menus.primary.faults, ...menus.footer.faults],
    blog,
    ...lookups,
    formerPaths,
    unreachable: lazy(() => {
      const rawPosts = [...contents.entries('post').values()].flatMap((entry) => pageOf(entry) ?? []);
      return [
        ...[...index.byEveryPath()].map(([path, page]) => ({ path, page })),
        ...rawPosts.flatMap((page) =>
          page.slug === '' ? [] : [{ path: `/blog/${decodedPath(page.slug)}`, page }],
        ),
      ].flatMap(({ path, page }) => {
        const reason = isPublic(page) ? unroutableReason(path) : null;
        return reason === null ? [] : [{ path, page, reason }];
      });
    }),
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
        const page = snapshotPageFor(requirePageRoute(path), lookups, builtIn);
        return page && !page.isPublic ? [{ ...page, path }] : [];
      }),
    ),
    comments: (id) => commentEntriesOf(contents, id).entries,
    lock(id) {
      const entry = contents.entries('page').get(String(id)) ?? contents.entries('post').get(String(id));
      return entry ? passwordProtectionOf(entry) : null;
    },
    media,
    mediaAt: (path) => mediaByPath().get(path) ?? null,
    menu: (location) => menus[location].menu,
    frame: lazy(() => ({
      settings: settings.settings,
      primary: menuTree(menus.primary.menu.items),
      footer: menuTree(menus.footer.menu.items),
    })),
    fingerprint: createFingerprints(contents, lookups),
  };
}
