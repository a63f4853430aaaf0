import { isObject, type JsonObject } from '../values/raw-value.ts';
import { SEO_PLUGIN_FIELDS } from '../values/seo-plugin.ts';
import { ContentFault } from './content-fault.ts';
import { withheldPage } from './withheld-page.ts';
import type { Params, WordPressClient } from './wordpress-client.ts';

/** A WordPress REST API list that is copied in full. */
export interface Collection {
  kind: 'page' | 'post' | 'media' | 'category' | 'tag' | 'author' | 'menu';
  path: string;
  params: Params;
  /** Read as anonymous readers see it, even if we have an account. */
  as?: 'stranger';
}

/** A list entry. Its `id` is a decimal number as a string. */
export interface ListedEntry {
  id: string;
  data: JsonObject;
}

/** A full or partial read of a list. */
export interface Listing {
  entries: readonly ListedEntry[];
  /** WordPress's total count, including entries that it does not show us; null if it sends no count. */
  total: number | null;
  /** WordPress's time when the read began, in milliseconds. */
  date: number;
}

/** The values that reveal changes to a list: its newest modification time, in milliseconds, and its size. */
export interface ListHead {
  newest: number | null;
  total: number | null;
  date: number;
}

const ENTRY_FIELDS =
  'id,slug,status,link,parent,menu_order,date_gmt,modified_gmt,title,content,excerpt,featured_media,author,' +
  `categories,tags,acf,${SEO_PLUGIN_FIELDS}`;
// Includes pages that are not public, because they must be distinguished from pages that do not exist.
const STATUSES = 'publish,draft,pending,private,future,trash';

const TERM_FIELDS = 'id,name,slug,description,taxonomy,parent,count,link';

/** All pages including drafts and trash, for an account with permission to see them. */
export const ALL_PAGES: Collection = {
  kind: 'page',
  path: '/wp/v2/pages',
  params: { status: STATUSES, _fields: ENTRY_FIELDS },
};
export const PUBLIC_PAGES: Collection = {
  kind: 'page',
  path: '/wp/v2/pages',
  params: { _fields: ENTRY_FIELDS },
  as: 'stranger',
};
export const POSTS: Collection = { ...PUBLIC_PAGES, kind: 'post', path: '/wp/v2/posts' };
export const MEDIA: Collection = {
  kind: 'media',
  path: '/wp/v2/media',
  params: {
    // WordPress returns `media_details` in full or not at all.
    _fields: 'id,source_url,alt_text,mime_type,modified_gmt,media_details,meta.focal_point,acf.focal_point',
  },
  as: 'stranger',
};
export const CATEGORIES: Collection = {
  kind: 'category',
  path: '/wp/v2/categories',
  params: { _fields: TERM_FIELDS },
  as: 'stranger',
};
export const TAGS: Collection = { ...CATEGORIES, kind: 'tag', path: '/wp/v2/tags' };
export const AUTHORS: Collection = {
  kind: 'author',
  path: '/wp/v2/users',
  params: { _fields: 'id,name,slug,link' },
  as: 'stranger',
};

/** The largest page size that WordPress allows, and a smaller one for servers that cannot handle it. */
export const MOST = 100;
const FEW = 20;

export interface ListReading {
  client: WordPressClient;
  now: () => number;
  /** Waits before a list that shrank, or a menu that is missing, is read a second time. */
  pause: () => Promise<void>;
  onProgress: (kind: Collection['kind'], read: number, total: number | null) => void;
}

/**
 * Reads a whole list. `known` is the number of entries we have. If the list does not match its stated count or shrank
 * by more than half, its ids are read a second time and must be the same. Throws a `ContentFault`.
 */
export async function readList(
  reading: ListReading,
  collection: Collection,
  known: number,
): Promise<Listing> {
  let listing: ReadPages;
  try {
    listing = await readPages(reading, collection, {}, MOST);
    // Entries that are added or removed during the read shift others between pages.
    if (!listing.consistent) listing = await readPages(reading, collection, {}, MOST);
  } catch (error) {
    if (!(error instanceof ContentFault && error.heavy)) throw error;
    listing = await readPages(reading, collection, {}, FEW);
  }
  if (!listing.consistent) {
    throw new ContentFault(
      `WordPress, ${collection.path}, changes while it is read. It is read again by itself; if this lasts, look for ` +
        'a cache or plugin that changes the REST API.',
    );
  }
  const counted = listing.total === null || listing.total === listing.entries.length;
  if (!counted || hasShrunk(known, listing.entries.length)) {
    const ids = new Set(listing.entries.map(({ id }) => id));
    if (counted) await reading.pause();
    await confirmIds(reading, collection, ids);
  }
  return listing;
}

/** Reads the ids of all entries, twice if the list shrank by more than half. Throws a `ContentFault`. */
export async function readIds(
  reading: ListReading,
  collection: Collection,
  known: number,
): Promise<ReadonlySet<string>> {
  const ids = await idsOnce(reading, collection);
  if (hasShrunk(known, ids.size)) {
    await reading.pause();
    await confirmIds(reading, collection, ids);
  }
  return ids;
}

/** Reads the entries changed after this time, or all entries if it is null. Throws a `ContentFault`. */
export async function readChangedAfter(
  reading: ListReading,
  collection: Collection,
  after: number | null,
): Promise<readonly ListedEntry[]> {
  // Keeps the `Z`, because WordPress interprets a time without a time zone as its local time.
  const since = after === null ? {} : { modified_after: new Date(after).toISOString().replace(/\.\d+/, '') };
  return (await readPages(reading, collection, since, MOST)).entries;
}

/** Reads the entries with these ids, if they exist. Throws a `ContentFault`. */
export async function readByIds(
  reading: ListReading,
  collection: Collection,
  ids: readonly string[],
): Promise<readonly ListedEntry[]> {
  const entries: ListedEntry[] = [];
  for (let start = 0; start < ids.length; start += MOST) {
    const include = ids.slice(start, start + MOST).join(',');
    entries.push(...(await readPages(reading, collection, { include }, MOST)).entries);
  }
  return entries;
}

/** Reads the head of a list from a single entry without its content. Throws a `ContentFault`. */
export async function readHead({ client, now }: ListReading, collection: Collection): Promise<ListHead> {
  const { json, total, date } = await client.read(
    collection.path,
    { ...collection.params, _fields: 'id,modified_gmt', orderby: 'modified', order: 'desc', per_page: 1 },
    collection.as,
  );
  const [newest] = entriesIn(json, collection);
  return { newest: newest ? modifiedOf(newest.data) : null, total, date: date ?? now() };
}

/** Reads the size of a list and its highest id, from a single entry. Throws a `ContentFault`. */
export async function readNewestId(
  { client }: ListReading,
  collection: Collection,
): Promise<{ newestId: number | null; total: number | null }> {
  const { json, total } = await client.read(
    collection.path,
    { ...collection.params, _fields: 'id', orderby: 'id', order: 'desc', per_page: 1 },
    collection.as,
  );
  const [newest] = entriesIn(json, collection);
  return { newestId: newest ? Number(newest.id) : null, total };
}

/** Returns the last modification time of an entry, in milliseconds; null if it has none. */
export function modifiedOf({ modified_gmt }: JsonObject): number | null {
  const at = typeof modified_gmt === 'string' ? Date.parse(`${modified_gmt}Z`) : Number.NaN;
  return Number.isNaN(at) ? null : at;
}

function hasShrunk(known: number, listed: number): boolean {
  return listed < known / 2;
}

async function confirmIds(
  reading: ListReading,
  collection: Collection,
  ids: ReadonlySet<string>,
): Promise<void> {
  const again = await idsOnce(reading, collection);
  if (again.size === ids.size && [...ids].every((id) => again.has(id))) return;
  throw new ContentFault(
    `WordPress, ${collection.path}, lists ${ids.size} entries, then ${again.size}. Nothing is changed until it ` +
      'lists the same twice. If this lasts, look for a cache or plugin that changes the REST API.',
  );
}

async function idsOnce(reading: ListReading, collection: Collection): Promise<ReadonlySet<string>> {
  const { entries } = await readPages(reading, collection, { _fields: 'id' }, MOST);
  return new Set(entries.map(({ id }) => id));
}

interface ReadPages extends Listing {
  /** False if the pages do not come from the same state of the list. */
  consistent: boolean;
}

async function readPages(
  { client, now, onProgress }: ListReading,
  { kind, path, params, as }: Collection,
  more: Params,
  size: number,
): Promise<ReadPages> {
  const page = (number: number) =>
    client.read(path, { ...params, ...more, orderby: 'id', order: 'asc', per_page: size, page: number }, as);
  const first = await page(1);
  const { total } = first;
  const entries = [...entriesIn(first.json, { kind, path })];
  let consistent = true;
  const report = () => onProgress(kind, entries.length, total);
  report();
  if (total === null) {
    // Without a count, the first page that is not full is the last.
    for (let number = 2, full = entries.length === size; full; number += 1) {
      const next = entriesIn((await page(number).catch(pastTheEnd)).json, { kind, path });
      entries.push(...next);
      full = next.length === size;
      report();
    }
  } else {
    const numbers = Array.from({ length: Math.max(0, Math.ceil(total / size) - 1) }, (_, index) => index + 2);
    // Request a few pages at a time, as many as the client sends in parallel.
    for (let start = 0; start < numbers.length; start += 4) {
      const answers = await Promise.all(numbers.slice(start, start + 4).map(page));
      for (const answer of answers) {
        consistent &&= answer.total === total;
        entries.push(...entriesIn(answer.json, { kind, path }));
      }
      report();
    }
  }
  const different = new Set(entries.map(({ id }) => id)).size === entries.length;
  return { entries, total, date: first.date ?? now(), consistent: consistent && different };
}

function entriesIn(json: unknown, { kind, path }: Pick<Collection, 'kind' | 'path'>): ListedEntry[] {
  const list: unknown[] | null = Array.isArray(json) ? json : null;
  const entries = list?.flatMap((item) => {
    if (!isObject(item) || typeof item.id !== 'number' || !Number.isSafeInteger(item.id)) return [];
    return { id: String(item.id), data: kind === 'page' || kind === 'post' ? withheldPage(item) : item };
  });
  if (entries && entries.length === list?.length) return entries;
  throw new ContentFault(
    `WordPress, ${path}, answers something else than a list of entries with ids. Look for a plugin that changes the ` +
      'REST API.',
    { status: 200 },
  );
}

/** Treats the 400 response that WordPress sends for a page past the last one as an empty page. */
function pastTheEnd(error: unknown): { json: unknown } {
  if (error instanceof ContentFault && error.status === 400) return { json: [] };
  throw error;
}
