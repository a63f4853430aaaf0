import { isJsonObject, type JsonObject } from '../../../src/builder/raw-value.ts';
import type { RestCollection } from './collections.ts';
import { ContentError } from '../rest/content-error.ts';
import type { MirrorEntry } from '../values/mirror-contents.ts';
import type { WordPressReadContext } from './read-context.ts';
import { redactPage } from './redact-page.ts';
import { MAX_ENTRIES_PER_PAGE, type RestParams } from '../rest/wordpress-client.ts';

/** An entry of a REST list. Its `id` is a decimal number as a string. */
export interface RestListEntry {
  id: string;
  data: JsonObject;
}

/** A REST list, or one page of it. */
export interface RestList {
  entries: readonly RestListEntry[];
  /** WordPress's total count, including entries that we may not read; null if WordPress sends no count. */
  total: number | null;
  /** WordPress's time when the read began, in milliseconds. */
  date: number;
}

/** The page size for servers that cannot handle the largest one. */
const SMALL_PAGE_ENTRIES = 20;
/**
 * Milliseconds during which an entry can change again without a new modification time, because WordPress stores whole
 * seconds.
 */
const SETTLED_MS = 2_000;

/**
 * Reads a whole list. `known` is the number of entries in the mirror. If the list does not match its count or has
 * lost more than half of its entries, its ids are read a second time and must be the same. Throws a `ContentError` if
 * the list cannot be read or keeps changing.
 */
export async function readRestList(
  reading: WordPressReadContext,
  collection: RestCollection,
  known: number,
  more: RestParams = {},
): Promise<RestList> {
  let listing: RestList & { consistent: boolean };
  try {
    listing = await readPages(reading, collection, more, MAX_ENTRIES_PER_PAGE);
    // Entries that are added or removed during the read shift others between pages.
    if (!listing.consistent) listing = await readPages(reading, collection, more, MAX_ENTRIES_PER_PAGE);
  } catch (error) {
    if (!(error instanceof ContentError && error.heavy)) throw error;
    listing = await readPages(reading, collection, more, SMALL_PAGE_ENTRIES);
  }
  if (!listing.consistent) {
    throw new ContentError(
      `WordPress, ${collection.path}, changes while it is read. It is read again by itself; if this lasts, look for ` +
        'a cache or plugin that changes the REST API.',
    );
  }
  const isCounted = listing.total === null || listing.total === listing.entries.length;
  const hasShrunk = listing.entries.length < known / 2;
  if (!isCounted || hasShrunk) {
    if (isCounted) await reading.pause();
    const again = await readPages(reading, collection, { ...more, _fields: 'id' }, MAX_ENTRIES_PER_PAGE);
    const ids = new Set(again.entries.map(({ id }) => id));
    if (ids.size !== listing.entries.length || !listing.entries.every(({ id }) => ids.has(id))) {
      throw new ContentError(
        `WordPress, ${collection.path}, lists ${listing.entries.length} entries, then ${ids.size}. Nothing is changed ` +
          'until it lists the same twice. If this lasts, look for a cache or plugin that changes the REST API.',
      );
    }
  }
  return listing;
}

/** Reads the newest entries by date, at most `MAX_ENTRIES_PER_PAGE`. Throws a `ContentError` if they cannot be read. */
export function readNewestEntries(
  reading: WordPressReadContext,
  collection: RestCollection,
): Promise<RestList> {
  return readPage(reading, collection, {
    orderby: 'date_gmt',
    order: 'desc',
    per_page: MAX_ENTRIES_PER_PAGE,
  });
}

/** Reads the entries with these ids, if they exist. Throws a `ContentError` if they cannot be read. */
export async function readEntriesByIds(
  reading: WordPressReadContext,
  collection: RestCollection,
  ids: readonly string[],
): Promise<readonly RestListEntry[]> {
  const entries: RestListEntry[] = [];
  for (let start = 0; start < ids.length; start += MAX_ENTRIES_PER_PAGE) {
    const include = ids.slice(start, start + MAX_ENTRIES_PER_PAGE).join(',');
    entries.push(...(await readPages(reading, collection, { include }, MAX_ENTRIES_PER_PAGE)).entries);
  }
  return entries;
}

/**
 * Returns the ids of the entries of a list that changed or were removed. `readAt` is WordPress's time of the last
 * read, in milliseconds. If nothing changed, this usually takes one request. Throws a `ContentError` if the list cannot
 * be read.
 */
export async function findChangedEntryIds(
  reading: WordPressReadContext,
  collection: RestCollection,
  before: ReadonlyMap<string, MirrorEntry>,
  readAt: number,
): Promise<{ changed: readonly string[]; removed: readonly string[] }> {
  const names = collection.kind === 'media' ? ['modified_gmt'] : ['modified_gmt', 'link', 'status'];
  const fields = { _fields: ['id', ...names].join(',') };
  const isChanged = ({ id, data }: RestListEntry) => {
    const known = before.get(id)?.data;
    return (
      names.some((name) => known?.[name] !== data[name]) || (modifiedOf(data) ?? 0) >= readAt - SETTLED_MS
    );
  };
  const { entries, total, date } = await readPage(reading, collection, {
    ...fields,
    orderby: 'modified',
    order: 'desc',
    per_page: MAX_ENTRIES_PER_PAGE,
  });
  const oldest = entries.at(-1);
  const newestKnown = Math.max(0, ...[...before.values()].map(({ data }) => modifiedOf(data) ?? 0));
  const added = entries.filter(({ id }) => !before.has(id)).length;
  const isWhole =
    total === before.size + added &&
    (total === 0 || (oldest !== undefined && (!isChanged(oldest) || entries.length === total))) &&
    // If a known entry is newer than all entries of WordPress, WordPress was restored from a backup.
    newestKnown <= (entries[0] ? (modifiedOf(entries[0].data) ?? 0) : 0) &&
    // Moving a page changes the links of the pages below it, and a scheduled page is published without a new
    // modification time.
    !entries.some(({ id, data }) => before.has(id) && before.get(id)?.data.link !== data.link) &&
    !hasDue(before, date);
  if (isWhole) return { changed: entries.filter(isChanged).map(({ id }) => id), removed: [] };
  const all = await readRestList(reading, collection, before.size, fields);
  const ids = new Set(all.entries.map(({ id }) => id));
  return {
    changed: all.entries.filter(isChanged).map(({ id }) => id),
    removed: [...before.keys()].filter((id) => !ids.has(id)),
  };
}

function modifiedOf({ modified_gmt }: JsonObject): number | null {
  const at = typeof modified_gmt === 'string' ? Date.parse(`${modified_gmt}Z`) : Number.NaN;
  return Number.isNaN(at) ? null : at;
}

function hasDue(before: ReadonlyMap<string, MirrorEntry>, now: number): boolean {
  return [...before.values()].some(
    ({ data }) => data.status === 'future' && Date.parse(`${String(data.date_gmt)}Z`) <= now,
  );
}

async function readPage(
  { client, now }: WordPressReadContext,
  collection: RestCollection,
  params: RestParams,
): Promise<RestList> {
  const { path, as } = collection;
  const { json, total, date } = await client.read(path, { ...collection.params, ...params }, as);
  return { entries: entriesIn(json, collection), total, date: date ?? now() };
}

async function readPages(
  reading: WordPressReadContext,
  collection: RestCollection,
  more: RestParams,
  size: number,
): Promise<RestList & { consistent: boolean }> {
  const page = (number: number) =>
    readPage(reading, collection, { ...more, orderby: 'id', order: 'asc', per_page: size, page: number });
  const first = await page(1);
  const { total, date } = first;
  const entries = [...first.entries];
  let consistent = true;
  const report = () => reading.onProgress(collection.kind, entries.length, total);
  report();
  if (total === null) {
    // Without a count, the first page that is not full is the last one.
    for (let number = 2, full = entries.length === size; full; number += 1) {
      const next = await page(number).catch(pastTheEnd);
      entries.push(...next.entries);
      full = next.entries.length === size;
      report();
    }
  } else {
    const numbers = Array.from({ length: Math.max(0, Math.ceil(total / size) - 1) }, (_, index) => index + 2);
    // Requests four pages at a time, as many as a client sends in parallel by default.
    for (let start = 0; start < numbers.length; start += 4) {
      for (const next of await Promise.all(numbers.slice(start, start + 4).map(page))) {
        consistent &&= next.total === total;
        entries.push(...next.entries);
      }
      report();
    }
  }
  const isDistinct = new Set(entries.map(({ id }) => id)).size === entries.length;
  return { entries, total, date, consistent: consistent && isDistinct };
}

function entriesIn(json: unknown, { kind, path }: RestCollection): RestListEntry[] {
  const list: unknown[] | null = Array.isArray(json) ? json : null;
  const entries = list?.flatMap((item) => {
    if (!isJsonObject(item) || typeof item.id !== 'number' || !Number.isSafeInteger(item.id)) return [];
    return { id: String(item.id), data: kind === 'page' || kind === 'post' ? redactPage(item) : item };
  });
  if (entries && entries.length === list?.length) return entries;
  throw new ContentError(
    `WordPress, ${path}, answers something else than a list of entries with ids. Look for a plugin that changes the ` +
      'REST API.',
    { status: 200 },
  );
}

/** Treats the 400 response that WordPress sends for a page past the last one as an empty page. */
function pastTheEnd(error: unknown): Pick<RestList, 'entries' | 'total'> {
  if (error instanceof ContentError && error.status === 400) return { entries: [], total: null };
  throw error;
}
