import { isJsonObject, type JsonObject } from '../../../src/builder/raw-value.ts';
import {
  ALL_PAGES_COLLECTION,
  AUTHORS_COLLECTION,
  CATEGORIES_COLLECTION,
  COMMENTS_COLLECTION,
  MEDIA_COLLECTION,
  POSTS_COLLECTION,
  PUBLIC_PAGES_COLLECTION,
  SITE_FIELDS,
  TAGS_COLLECTION,
  type RestCollection,
} from './collections.ts';
import { ContentError } from '../rest/content-error.ts';
import type { MirrorChanges, MirrorContents, MirrorEntry } from '../values/mirror-contents.ts';
import { AUTHORS_HIDDEN_NOTICE } from './read-change-feed.ts';
import { clearProtectedNotice, withProtectedContent } from './read-protected.ts';
import {
  findChangedEntryIds,
  readEntriesByIds,
  readRestList,
  readNewestEntries,
  type RestListEntry,
} from './read-lists.ts';
import {
  mergeChanges,
  replacementChanges,
  usableSettings,
  type WordPressReadContext,
} from './read-context.ts';
import type { WordPressClient } from '../rest/wordpress-client.ts';

const NOTHING: MirrorChanges = { put: [], remove: [] };
const FRONT_PAGE = ['show_on_front', 'page_on_front', 'page_for_posts'] as const;

/**
 * Reads a WordPress site without the change feed, through core's REST API. If `readAt` (WordPress's time in
 * milliseconds) is null, reads everything. Otherwise, reads the pages, posts and media that changed since then, usually
 * only the newest comments, and smaller lists in full.
 * Returns the changes and the time of this read. Throws a `ContentError` if anything cannot be read or is
 * implausible; the caller must then change nothing.
 */
export async function readWithoutChangeFeed(
  reading: WordPressReadContext,
  known: MirrorContents,
  readAt: number | null,
): Promise<{ changes: MirrorChanges; readAt: number }> {
  // Requested first, because its time becomes `readAt`: the next read then finds changes that were made during this
  // one.
  const root = await reading.client.read('/', { _fields: SITE_FIELDS });
  const changes = await Promise.all([
    readPages(reading, known, readAt),
    readEntries(reading, known, POSTS_COLLECTION, readAt),
    readEntries(reading, known, MEDIA_COLLECTION, readAt),
    readSite(reading, known, root.json),
    readSettings(reading, known),
    readMenu(reading, known, 'primary'),
    readMenu(reading, known, 'footer'),
    readEntries(reading, known, CATEGORIES_COLLECTION, null),
    readEntries(reading, known, TAGS_COLLECTION, null),
    readAuthors(reading, known),
    readComments(reading, known, readAt),
  ]);
  const merged = mergeChanges(changes);
  const again = readAt === null ? NOTHING : await readLists(reading, known, merged);
  return {
    changes: { ...mergeChanges([merged, again]), ...(readAt === null ? { complete: true } : {}) },
    readAt: root.date ?? reading.now(),
  };
}

/** Matches the CSS classes of WordPress blocks that list other entries, such as the latest posts. */
const LIST =
  /\bwp-block-(?:archives|calendar|categories|latest-comments|latest-posts|navigation|page-list|post-template|tag-cloud)\b/;
/** The kinds of entries that these blocks list. */
const LISTED: ReadonlySet<string> = new Set(['page', 'post', 'category', 'tag', 'author', 'comment']);

/**
 * Reads pages and posts once more if their blocks list other entries, and an entry of a listed kind is new, changed or
 * removed. WordPress does not report these pages and posts as changed.
 */
async function readLists(
  reading: WordPressReadContext,
  known: MirrorContents,
  { put, remove }: MirrorChanges,
): Promise<MirrorChanges> {
  const isNew = put.some(
    ({ kind, id, data }) =>
      LISTED.has(kind) && JSON.stringify(known.entries(kind).get(id)?.data) !== JSON.stringify(data),
  );
  if (!isNew && !remove.some(({ kind }) => LISTED.has(kind))) return NOTHING;
  const done = new Set([...put, ...remove].map(({ kind, id }) => `${kind} ${id}`));
  const read = await Promise.all(
    [PUBLIC_PAGES_COLLECTION, POSTS_COLLECTION].map(async (collection) => {
      const { kind } = collection;
      const ids = [...known.entries(kind)].flatMap(([id, { data }]) =>
        !done.has(`${kind} ${id}`) && showsList(data) ? [id] : [],
      );
      const read = await readEntriesByIds(reading, collection, ids);
      const entries = await withProtectedContent(reading, collection, read, known.entries(kind));
      return entries.map(({ id, data }) => ({ kind, id, data }));
    }),
  );
  return { put: read.flat(), remove: [] };
}

function showsList({ content }: JsonObject): boolean {
  return isJsonObject(content) && typeof content.rendered === 'string' && LIST.test(content.rendered);
}

async function readEntries(
  reading: WordPressReadContext,
  known: MirrorContents,
  collection: RestCollection,
  readAt: number | null,
): Promise<MirrorChanges> {
  const { kind } = collection;
  const before = listedOf(known, collection);
  if (readAt === null) {
    const { entries, total } = await readRestList(reading, collection, before.size);
    if (collection === ALL_PAGES_COLLECTION) noteHidden(reading, (total ?? entries.length) - entries.length);
    clearProtectedNotice(reading, collection, entries.map(dataOf));
    const whole = await withProtectedContent(reading, collection, entries, before);
    return replacementChanges(kind, before.keys(), whole);
  }
  const { changed, removed } = await findChangedEntryIds(reading, collection, before, readAt);
  const read = await readEntriesByIds(reading, collection, changed);
  const replaced = new Set([...read.map(({ id }) => id), ...removed]);
  const others = [...before].filter(([id]) => !replaced.has(id)).map(([, { data }]) => data);
  clearProtectedNotice(reading, collection, [...others, ...read.map(dataOf)]);
  const entries = await withProtectedContent(reading, collection, read, before);
  return {
    put: entries.map(({ id, data }) => ({ kind, id, data })),
    remove: removed.map((id) => ({ kind, id })),
  };
}

function dataOf({ data }: RestListEntry): JsonObject {
  return data;
}

/** Returns the mirrored entries of a collection. For `PUBLIC_PAGES_COLLECTION`, returns only the published ones. */
function listedOf(known: MirrorContents, collection: RestCollection): ReadonlyMap<string, MirrorEntry> {
  const entries = known.entries(collection.kind);
  if (collection !== PUBLIC_PAGES_COLLECTION) return entries;
  return new Map([...entries].filter(([, { data }]) => data.status === 'publish'));
}

async function readPages(
  reading: WordPressReadContext,
  known: MirrorContents,
  readAt: number | null,
): Promise<MirrorChanges> {
  if (!reading.client.signedIn) return readEntries(reading, known, PUBLIC_PAGES_COLLECTION, readAt);
  try {
    const changes = await readEntries(reading, known, ALL_PAGES_COLLECTION, readAt);
    reading.notice('pages', null);
    return changes;
  } catch (error) {
    if (!(error instanceof ContentError && error.refused)) throw error;
    reading.notice(
      'pages',
      `WordPress does not show us pages that are not public (${error.status} ${error.code ?? ''}): new drafts of known ` +
        'pages show their built-in content. Give WORDPRESS_USERNAME an account that may edit pages, and check its ' +
        'application password.',
    );
    return readEntries(reading, known, PUBLIC_PAGES_COLLECTION, readAt);
  }
}

function noteHidden({ notice }: WordPressReadContext, hidden: number): void {
  notice(
    'hidden pages',
    hidden > 0
      ? `WordPress has ${hidden === 1 ? 'a page' : `${hidden} pages`} that WORDPRESS_USERNAME may not read. Give the account the role Editor.`
      : null,
  );
}

async function readSite(
  { client, notice }: WordPressReadContext,
  known: MirrorContents,
  site: unknown,
): Promise<MirrorChanges> {
  if (!isJsonObject(site) || typeof site.name !== 'string' || typeof site.url !== 'string') {
    throw new ContentError(
      `WordPress at ${client.home} answers no site data. Check that the address of WordPress is right.`,
      { status: 200 },
    );
  }
  const front = 'page_on_front' in site ? {} : await readFrontPage(client);
  notice(
    'front-page',
    front
      ? null
      : 'WordPress does not say which page is its front page (before version 7.1 only administrators and the ' +
          'companion plugin can see it): the page “home” is shown at “/”. Activate the companion plugin.',
  );
  const before = known.entries('site').get('site');
  const data = { ...(before ? frontPageIn(before.data) : {}), ...site, ...front };
  return { put: [{ kind: 'site', id: 'site', data }], remove: [] };
}

/**
 * Reads the front page settings, which the REST root lacks before WordPress 7.1. Returns null if we may not read them,
 * or if the response lacks them.
 */
async function readFrontPage(client: WordPressClient): Promise<JsonObject | null> {
  if (!client.signedIn) return null;
  try {
    const settings = await client.get('/wp/v2/settings', { _fields: FRONT_PAGE.join(',') });
    return isJsonObject(settings) && 'page_on_front' in settings ? frontPageIn(settings) : null;
  } catch (error) {
    if (isRefused(error)) return null;
    throw error;
  }
}

function frontPageIn(data: JsonObject): JsonObject {
  return Object.fromEntries(FRONT_PAGE.filter((name) => name in data).map((name) => [name, data[name]]));
}

async function readSettings(reading: WordPressReadContext, known: MirrorContents): Promise<MirrorChanges> {
  const { client, notice } = reading;
  const data = await client.get('/lintel/v1/site-settings', {}).catch((error: unknown) => {
    if (isAbsent(error)) return null;
    throw error;
  });
  // If the route is absent, the known settings are kept, because the plugin may be deactivated only for a while.
  notice('plugin', data === null ? pluginMissing(client, known.entries('settings').size > 0) : null);
  if (data === null) return NOTHING;
  // PHP encodes an empty object as an empty list.
  const read = Array.isArray(data) && data.length === 0 ? {} : data;
  if (isJsonObject(read)) {
    return {
      put: [{ kind: 'settings', id: 'site', data: usableSettings(reading, known, read) }],
      remove: [],
    };
  }
  throw new ContentError(
    `WordPress at ${client.home}, /lintel/v1/site-settings, answers something else than settings. Update the ` +
      'companion plugin.',
    { status: 200 },
  );
}

function pluginMissing({ home }: WordPressClient, wasActive: boolean): string {
  return wasActive
    ? `The companion plugin does not answer at ${home}. Activate it under Plugins in WordPress; until then the ` +
        'last good site settings stay, and edits take half a minute.'
    : `The companion plugin is not active at ${home}: nobody can fill in the site settings, and edits take half a ` +
        'minute. Install it, and activate it under Plugins in WordPress.';
}

async function readMenu(
  reading: WordPressReadContext,
  known: MirrorContents,
  location: 'primary' | 'footer',
): Promise<MirrorChanges> {
  const before = known.entries('menu').get(location)?.data;
  let read = await menuAt(reading, location, before);
  if (read === null && before) {
    // Reads again, so that a single wrong response does not remove the menu.
    await reading.pause();
    read = await menuAt(reading, location, before);
  }
  reading.notice(
    `menu ${location}`,
    read === 'unknown' && before
      ? `WordPress no longer shows its menu “${location}”; the last one stays. Activate the companion plugin.`
      : null,
  );
  if (read === 'unknown') return NOTHING;
  if (read === null) return { put: [], remove: [{ kind: 'menu', id: location }] };
  return { put: [{ kind: 'menu', id: location, data: read }], remove: [] };
}

/**
 * Reads the menu at a location from the route of the companion plugin or of a menus plugin, or else, with an account,
 * from core. Returns null if no menu is assigned, and `unknown` if we may not read menus.
 */
async function menuAt(
  reading: WordPressReadContext,
  location: string,
  before: JsonObject | undefined,
): Promise<JsonObject | null | 'unknown'> {
  const { client } = reading;
  try {
    const menu = await client.get(`/menus/v1/locations/${location}`, {});
    if (isJsonObject(menu)) return menu;
    throw new ContentError(
      `WordPress at ${client.home}, /menus/v1/locations/${location}, answers something else than a menu. Look for a ` +
        'plugin that changes the REST API.',
      { status: 200 },
    );
  } catch (error) {
    if (!isAbsent(error)) throw error;
    if (error.code !== 'rest_no_route') return null;
  }
  if (!client.signedIn) return 'unknown';
  try {
    const place = await client.get(`/wp/v2/menu-locations/${location}`, {});
    if (!isJsonObject(place) || typeof place.menu !== 'number') return 'unknown';
    if (place.menu === 0) return null;
    const items = await readCoreItems(reading, place.menu, before);
    return { ID: place.menu, name: place.description, slug: location, source: 'core', items };
  } catch (error) {
    // Without the companion plugin, the location may not be registered, or the account may not read menus.
    if (isRefused(error)) return 'unknown';
    throw error;
  }
}

/** Reads the items of a menu from core's route, in order. `before` is the menu in the mirror. */
async function readCoreItems(
  reading: WordPressReadContext,
  menu: number,
  before: JsonObject | undefined,
): Promise<readonly JsonObject[]> {
  const params = { menus: menu, _fields: 'id,title,url,parent,menu_order,target,classes' };
  const known = before?.ID === menu && Array.isArray(before.items) ? before.items.length : 0;
  const { entries } = await readRestList(reading, { kind: 'menu', path: '/wp/v2/menu-items', params }, known);
  return entries.map(({ data }) => data).sort((a, b) => Number(a.menu_order) - Number(b.menu_order));
}

async function readAuthors(reading: WordPressReadContext, known: MirrorContents): Promise<MirrorChanges> {
  try {
    const changes = await readEntries(reading, known, AUTHORS_COLLECTION, null);
    reading.notice('authors', null);
    return changes;
  } catch (error) {
    if (!isRefused(error)) throw error;
    reading.notice('authors', AUTHORS_HIDDEN_NOTICE);
    return NOTHING;
  }
}

/**
 * Reads the comments. WordPress cannot list changed comments, so only the newest are read between full passes, or all
 * if some were removed or too many are new. An edited older comment is found by the next full pass.
 */
async function readComments(
  reading: WordPressReadContext,
  known: MirrorContents,
  readAt: number | null,
): Promise<MirrorChanges> {
  try {
    const before = known.entries('comment');
    if (readAt !== null) {
      const { entries, total } = await readNewestEntries(reading, COMMENTS_COLLECTION);
      const isReached = entries.some(({ id }) => before.has(id)) || entries.length === total;
      if (isReached && (total === null || total >= before.size)) {
        return { put: entries.map(({ id, data }) => ({ kind: 'comment', id, data })), remove: [] };
      }
    }
    return await readEntries(reading, known, COMMENTS_COLLECTION, null);
  } catch (error) {
    // Some sites close this route. Comments that were read before are kept.
    if (isRefused(error)) return NOTHING;
    throw error;
  }
}

/** Whether the route does not exist or denies us access. */
function isRefused(error: unknown): boolean {
  return isAbsent(error) || (error instanceof ContentError && error.refused);
}

function isAbsent(error: unknown): error is ContentError {
  return error instanceof ContentError && error.status === 404 && !error.html;
}
