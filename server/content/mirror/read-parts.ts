import { keepUsable } from '../values/normalise-settings.ts';
import { isObject, type JsonObject } from '../values/raw-value.ts';
import { ContentFault } from './content-fault.ts';
import type { EntryKind, MirrorChanges, MirrorContents } from './mirror-contents.ts';
import { AUTHORS, CATEGORIES, readList, TAGS, type Collection, type ListReading } from './read-collection.ts';
import type { WordPressClient } from './wordpress-client.ts';

/** Small data without modification times, read in full whenever it may have changed. */
export const PARTS = ['site', 'settings', 'primary', 'footer', 'category', 'tag', 'author'] as const;
export type Part = (typeof PARTS)[number];

/** The state that the companion plugin reports for each poll. */
export interface PluginState {
  /** Changes whenever something visible to visitors changes. */
  version: string;
  frontPage: JsonObject;
  /** Id of WordPress's privacy page, whose draft only administrators may read; 0 if there is none. */
  privacyPage: number;
}

export interface PartReading extends ListReading {
  /** Sets the notice about a topic for editors and operators; null clears it. */
  notice: (topic: string, message: string | null) => void;
}

const FRONT_PAGE = ['show_on_front', 'page_on_front', 'page_for_posts'] as const;
const SITE_FIELDS =
  'name,description,url,home,gmt_offset,timezone_string,site_logo,site_icon_url,show_on_front,page_on_front,page_for_posts';

/** Reads the plugin's state; null if the plugin is not active. Throws a `ContentFault`. */
export async function readPluginState(client: WordPressClient): Promise<PluginState | null> {
  const state = await unlessAbsent(client.get('/lintel/v1/state', {}));
  if (!isObject(state) || typeof state.version !== 'string') return null;
  const { version, privacy_page: privacyPage } = state;
  return {
    version,
    frontPage: frontPageIn(state),
    privacyPage: typeof privacyPage === 'number' ? privacyPage : 0,
  };
}

/** Reads these parts of WordPress and returns the changes to the contents. Throws a `ContentFault`. */
export async function readParts(
  reading: PartReading,
  known: MirrorContents,
  parts: readonly Part[],
  state: PluginState | null,
): Promise<MirrorChanges> {
  const changes = await Promise.all(
    parts.map((part): Promise<MirrorChanges> => {
      switch (part) {
        case 'site':
          return readSite(reading, known, state);
        case 'settings':
          return readSettings(reading, known);
        case 'primary':
        case 'footer':
          return readMenu(reading, known, part);
        case 'category':
          return readWhole(reading, known, CATEGORIES);
        case 'tag':
          return readWhole(reading, known, TAGS);
        case 'author':
          return readAuthors(reading, known);
      }
    }),
  );
  return mergeChanges(changes);
}

/** Concatenates several sets of changes. Duplicate entries are kept. */
export function mergeChanges(changes: readonly MirrorChanges[]): MirrorChanges {
  return { put: changes.flatMap(({ put }) => put), remove: changes.flatMap(({ remove }) => remove) };
}

/** An empty set of changes. */
export const NOTHING: MirrorChanges = { put: [], remove: [] };

/** Reads the fields we need from the REST root. Throws a `ContentFault`. */
export async function readRoot(client: WordPressClient): Promise<JsonObject> {
  const site = await client.get('/', { _fields: SITE_FIELDS });
  if (!isObject(site) || typeof site.name !== 'string' || typeof site.url !== 'string') {
    throw new ContentFault(
      `WordPress at ${client.home} answers no site data. Check that WORDPRESS_API_URL is the site’s address.`,
      { status: 200 },
    );
  }
  return site;
}

async function readSite(
  { client, notice }: PartReading,
  known: MirrorContents,
  state: PluginState | null,
): Promise<MirrorChanges> {
  const site = await readRoot(client);
  const front = 'page_on_front' in site ? {} : (state?.frontPage ?? (await readFrontPage(client)));
  notice(
    'front-page',
    front
      ? null
      : 'WordPress does not say which page is its front page (before version 7.1 only administrators and the ' +
          'companion plugin can see it): the page “home” is shown at “/”. Activate the companion plugin.',
  );
  return putSite(known, { ...site, ...front });
}

/** Returns the change that stores new site data. Keeps the known front page if the new data does not name one. */
export function putSite(known: MirrorContents, news: JsonObject): MirrorChanges {
  const before = known.entries('site').get('site');
  const data = { ...(before ? frontPageIn(before.data) : {}), ...news };
  return { put: [{ kind: 'site', id: 'site', data }], remove: [] };
}

/** Reads the front page, which the REST root lacks before WordPress 7.1; null if refused. Throws a `ContentFault`. */
export async function readFrontPage(client: WordPressClient): Promise<JsonObject | null> {
  if (!client.signedIn) return null;
  try {
    const settings = await client.get('/wp/v2/settings', { _fields: FRONT_PAGE.join(',') });
    return isObject(settings) && 'page_on_front' in settings ? frontPageIn(settings) : null;
  } catch (error) {
    if (isRefused(error)) return null;
    throw error;
  }
}

function frontPageIn(data: JsonObject): JsonObject {
  return Object.fromEntries(FRONT_PAGE.filter((name) => name in data).map((name) => [name, data[name]]));
}

async function readSettings({ client, notice }: PartReading, known: MirrorContents): Promise<MirrorChanges> {
  const data = await unlessAbsent(client.get('/lintel/v1/site-settings', {}));
  // A deactivated plugin does not mean that the settings were removed.
  notice('plugin', data === null ? pluginMissing(client, known.entries('settings').size > 0) : null);
  if (data === null) return NOTHING;
  // PHP encodes an empty object as an empty list.
  const read = Array.isArray(data) && data.length === 0 ? {} : data;
  if (!isObject(read)) {
    throw new ContentFault(
      `WordPress at ${client.home}, /lintel/v1/site-settings, answers something else than settings. Update the ` +
        'companion plugin.',
      { status: 200 },
    );
  }
  const { settings, kept } = keepUsable(known.entries('settings').get('site')?.data ?? {}, read);
  notice('settings', kept.length > 0 ? kept.join(' ') : null);
  return { put: [{ kind: 'settings', id: 'site', data: settings }], remove: [] };
}

function pluginMissing(client: WordPressClient, before: boolean): string {
  return before
    ? `The companion plugin does not answer at ${client.home}. Activate it under Plugins in WordPress; until then the ` +
        'last good site settings stay.'
    : `The companion plugin is not active at ${client.home}: nobody can fill in the site settings. Install it, and ` +
        'activate it under Plugins in WordPress.';
}

async function readMenu(
  reading: PartReading,
  known: MirrorContents,
  location: 'primary' | 'footer',
): Promise<MirrorChanges> {
  const before = known.entries('menu').get(location)?.data;
  let read = await menuAt(reading, location, before);
  if (read === null && before) {
    // A single answer must not remove the menu.
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
 * Reads the menu from the menus route or, with an account, from core. Returns null if no menu is assigned, and
 * `unknown` if we may not read it.
 */
async function menuAt(
  reading: PartReading,
  location: string,
  before: JsonObject | undefined,
): Promise<JsonObject | null | 'unknown'> {
  const { client } = reading;
  try {
    const menu = await client.get(`/menus/v1/locations/${location}`, {});
    if (isObject(menu)) return menu;
    throw new ContentFault(
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
    if (!isObject(place) || typeof place.menu !== 'number') return 'unknown';
    if (place.menu === 0) return null;
    const items = await readCoreItems(reading, place.menu, before);
    return { ID: place.menu, name: place.description, slug: location, source: 'core', items };
  } catch (error) {
    // Without the plugin, the location may not be registered, or the account may not be allowed to see menus.
    if (isRefused(error)) return 'unknown';
    throw error;
  }
}

/**
 * Reads the items of a menu from core's route, in order. `before` is the menu that we have. Throws a `ContentFault`.
 */
export async function readCoreItems(
  reading: ListReading,
  menu: number,
  before: JsonObject | undefined,
): Promise<readonly JsonObject[]> {
  const params = { menus: menu, _fields: 'id,title,url,parent,menu_order,target,classes' };
  const known = before?.ID === menu && Array.isArray(before.items) ? before.items.length : 0;
  const { entries } = await readList(reading, { kind: 'menu', path: '/wp/v2/menu-items', params }, known);
  return entries.map(({ data }) => data).sort((a, b) => Number(a.menu_order) - Number(b.menu_order));
}

async function readAuthors(reading: PartReading, known: MirrorContents): Promise<MirrorChanges> {
  try {
    const changes = await readWhole(reading, known, AUTHORS);
    reading.notice('authors', null);
    return changes;
  } catch (error) {
    if (!isRefused(error)) throw error;
    reading.notice(
      'authors',
      'WordPress does not show who wrote its posts: they keep the names read before, or show none. Let the security ' +
        'plugin that closes /wp/v2/users open it, or give WORDPRESS_USERNAME the role Editor.',
    );
    return NOTHING;
  }
}

async function readWhole(
  reading: PartReading,
  known: MirrorContents,
  collection: Collection,
): Promise<MirrorChanges> {
  const before = known.entries(collection.kind);
  const { entries } = await readList(reading, collection, before.size);
  return replaceEntries(collection.kind, before.keys(), entries);
}

/** Returns the changes that replace all previous entries of a kind. */
export function replaceEntries(
  kind: EntryKind,
  before: Iterable<string>,
  entries: readonly { id: string; data: JsonObject }[],
): MirrorChanges {
  const now = new Set(entries.map(({ id }) => id));
  return {
    put: entries.map(({ id, data }) => ({ kind, id, data })),
    remove: [...before].filter((id) => !now.has(id)).map((id) => ({ kind, id })),
  };
}

/** Whether the route does not exist or denies us access. */
export function isRefused(error: unknown): boolean {
  return isAbsent(error) || (error instanceof ContentFault && error.refused);
}

function isAbsent(error: unknown): error is ContentFault {
  return error instanceof ContentFault && error.status === 404 && !error.html;
}

async function unlessAbsent(asking: Promise<unknown>): Promise<unknown> {
  try {
    return await asking;
  } catch (error) {
    if (isAbsent(error)) return null;
    throw error;
  }
}
