import { isJsonObject, type JsonObject } from '../../../src/builder/raw-value.ts';
import { escapeHtml } from '../../platform/escape-html.ts';
import type { BuiltInContent } from '../built-in/built-in-content.ts';
import { isReservedPath } from '../paths/reserved-paths.ts';
import type { LayoutEntryKind } from '../rest/layout-entry-routes.ts';
import type { EmbeddedTransaction, EmbeddedStore, EmbeddedEntry } from './embedded-store.ts';
import { entryNotFoundError, RestError } from './rest-error.ts';

/** The ids of new entries are above this number. The ids of built-in entries are below it. */
export const EMBEDDED_ID_OFFSET = 10_000;
/** Maximum number of versions that are kept of each page. */
const MAX_REVISIONS = 50;
const STATUSES: ReadonlySet<unknown> = new Set(['publish', 'draft', 'pending', 'private', 'future']);
const TRASHED = '__trashed';

/** The pages, shared sections and templates of the embedded source. */
export interface EmbeddedPages {
  /** Returns an entry. Throws a `RestError` if there is none. */
  find(kind: LayoutEntryKind, id: string): Promise<JsonObject>;
  /** Returns the entries that are not in the trash. */
  list(kind: LayoutEntryKind): Promise<readonly JsonObject[]>;
  /**
   * Creates an entry if `id` is null, otherwise changes it, and stores a revision. Appends a number to a slug that is
   * taken. `author` is the name of an operator. Throws a `RestError` if there is no such entry or a value is not valid.
   */
  save(kind: LayoutEntryKind, id: string | null, body: JsonObject, author: string): Promise<JsonObject>;
  /**
   * Moves an entry to the trash. With `forGood`, deletes it and its revisions instead, and moves the pages below it up
   * to its parent. Throws a `RestError` if there is no such entry.
   */
  remove(kind: LayoutEntryKind, id: string, author: string, forGood: boolean): Promise<JsonObject>;
  /** Publishes the scheduled pages that are due, and returns all pages, including those in the trash. */
  publishDue(): Promise<readonly JsonObject[]>;
}

/** Creates the store of pages, shared sections and templates of the embedded source. */
export function createEmbeddedPages(
  store: EmbeddedStore,
  now: () => number,
  builtIn: Pick<BuiltInContent, 'contents' | 'pages' | 'paths'>,
): EmbeddedPages {
  /** Returns a built-in shared section. It becomes an entry of the embedded source when it is first changed. */
  const builtInEntry = (kind: LayoutEntryKind, id: string): JsonObject | null =>
    (kind === 'section' ? builtIn.contents.entries(kind).get(id)?.data : null) ?? null;
  return {
    async find(kind, id) {
      const page = (await store.find(kind, id)) ?? builtInEntry(kind, id);
      if (!page) throw entryNotFoundError();
      return page;
    },
    list: async (kind) =>
      (await store.list(kind)).map(({ data }) => data).filter(({ status }) => status !== 'trash'),
    save: (kind, id, body, author) =>
      store.change(async (change) => {
        const before =
          id === null
            ? newPage(EMBEDDED_ID_OFFSET + change.number)
            : ((await change.find(kind, id)) ?? builtInEntry(kind, id));
        if (!before) throw entryNotFoundError();
        const page = changedPage(before, body, change.now);
        const slug = freeSlug(page, await change.list(kind));
        return put(change, kind, { ...page, slug }, author);
      }),
    remove: (kind, id, author, forGood) =>
      store.change(async (change) => {
        const before = (await change.find(kind, id)) ?? builtInEntry(kind, id);
        if (!before) throw entryNotFoundError();
        if (!forGood) return put(change, kind, trashed(before, change.now), author);
        await change.put({ kind, id, data: null });
        await moveChildrenUp(change, kind, before, builtIn);
        await change.transaction.deleteFrom('embedded_revisions').where('page', '=', id).execute();
        return before;
      }),
    async publishDue() {
      const isDue = ({ status, date_gmt }: JsonObject) =>
        status === 'future' && Date.parse(`${String(date_gmt)}Z`) <= now();
      const before = await store.list('page');
      const due = before.filter(({ data }) => isDue(data));
      for (const { id } of due) {
        await store.change(async (change) => {
          const page = await change.find('page', id);
          // Somebody may have changed the schedule of the page since the pages were listed.
          if (!page || !isDue(page)) return;
          await change.put({ kind: 'page', id, data: { ...page, status: 'publish' } });
        });
      }
      return (due.length > 0 ? await store.list('page') : before).map(({ data }) => data);
    },
  };
}

function newPage(id: number): JsonObject {
  return {
    id,
    slug: '',
    status: 'draft',
    parent: 0,
    menu_order: 0,
    date_gmt: null,
    title: textOf(''),
    content: { raw: '', rendered: '', protected: false },
    excerpt: { raw: '', rendered: '', protected: false },
    featured_media: 0,
    acf: {},
  };
}

/** Returns the page with the changes of a request. Throws a `RestError` if the request is invalid. */
function changedPage(page: JsonObject, body: JsonObject, now: number): JsonObject {
  const restored = page.status === 'trash' && body.status !== undefined ? untrashed(page) : page;
  const { title, slug, parent, acf, status } = body;
  if (status !== undefined && !STATUSES.has(status)) throw invalid('status');
  if (slug !== undefined && typeof slug !== 'string') throw invalid('slug');
  if (parent !== undefined && typeof parent !== 'number') throw invalid('parent');
  const next = {
    ...restored,
    ...(title === undefined ? {} : { title: textOf(title) }),
    ...(slug === undefined ? {} : { slug }),
    ...(parent === undefined ? {} : { parent }),
    ...(status === undefined ? {} : { status }),
    acf: mergedValues(restored.acf, acf),
    modified_gmt: formatWordPressTime(now),
  };
  return { ...next, ...dated(next, body, now) };
}

function mergedValues(before: unknown, values: unknown): JsonObject {
  const merged = { ...(isJsonObject(before) ? before : {}), ...(isJsonObject(values) ? values : {}) };
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null));
}

/** Returns the time and status of a page. As in WordPress, a published page with a time in the future is scheduled. */
function dated({ status, date_gmt: before }: JsonObject, body: JsonObject, now: number): JsonObject {
  const given = body.date_gmt ?? (body.date === null ? null : before);
  const time = typeof given === 'string' ? Date.parse(`${given}Z`) : Number.NaN;
  if (typeof given === 'string' && Number.isNaN(time)) throw invalid('date_gmt');
  if (status !== 'publish' && status !== 'future') return { date_gmt: given };
  const isLater = time > now;
  return {
    status: isLater ? 'future' : 'publish',
    date_gmt: Number.isNaN(time) ? formatWordPressTime(now) : given,
  };
}

function trashed(page: JsonObject, now: number): JsonObject {
  if (page.status === 'trash') return page;
  return {
    ...page,
    status: 'trash',
    slug: `${String(page.slug)}${TRASHED}`,
    before_trash: page.status,
    modified_gmt: formatWordPressTime(now),
  };
}

function untrashed({ before_trash: status, ...page }: JsonObject): JsonObject {
  return { ...page, status, slug: String(page.slug).replace(TRASHED, '') };
}

/**
 * Moves the pages below a deleted page up to its parent, as WordPress does. At the top level, a page whose slug is that
 * of a built-in page or reserved path gets a number, unless its former path already was the one of that built-in page.
 */
async function moveChildrenUp(
  change: EmbeddedTransaction,
  kind: LayoutEntryKind,
  { id: deleted, slug: above, parent }: JsonObject,
  builtIn: Pick<BuiltInContent, 'pages' | 'paths'>,
): Promise<void> {
  if (kind !== 'page') return;
  const abovePath = `/${String(above).replace(TRASHED, '')}`;
  const isSitePath = (slug: string) => {
    if (parent !== 0 || builtIn.paths.get(slug) === `${abovePath}/${slug}`) return false;
    return builtIn.paths.has(slug) || builtIn.pages.has(`/${slug}`) || isReservedPath(`/${slug}`);
  };
  for (const { id, data } of await change.list(kind)) {
    if (data.parent !== deleted) continue;
    const moved = { ...data, parent };
    // The pages are listed again each time, because the page moved before may have taken this slug.
    const slug = freeSlug(moved, await change.list(kind), isSitePath);
    await change.put({ kind, id, data: { ...moved, slug } });
  }
}

/**
 * Returns the page's slug, with a number appended if another page with the same parent has this slug, or `isRefused`
 * returns true for it.
 */
function freeSlug(
  { id, slug, parent }: JsonObject,
  pages: readonly EmbeddedEntry[],
  isRefused = (_slug: string) => false,
): string {
  const wanted = String(slug);
  const others = new Set(
    pages.filter(({ data }) => data.id !== id && data.parent === parent).map(({ data }) => data.slug),
  );
  const isTaken = (each: string) => others.has(each) || isRefused(each);
  if (wanted === '' || !isTaken(wanted)) return wanted;
  let number = 2;
  while (isTaken(`${wanted}-${number}`)) number += 1;
  return `${wanted}-${number}`;
}

async function put(
  change: EmbeddedTransaction,
  kind: LayoutEntryKind,
  page: JsonObject,
  author: string,
): Promise<JsonObject> {
  const id = String(page.id);
  await change.put({ kind, id, data: page });
  const { transaction, number, now } = change;
  await transaction
    .insertInto('embedded_revisions')
    .values({ change: number, page: id, author, at: now, data: JSON.stringify(page) })
    .execute();
  const oldest = await transaction
    .selectFrom('embedded_revisions')
    .select('change')
    .where('page', '=', id)
    .orderBy('change', 'desc')
    .offset(MAX_REVISIONS)
    .limit(1)
    .executeTakeFirst();
  if (oldest) {
    await transaction
      .deleteFrom('embedded_revisions')
      .where('page', '=', id)
      .where('change', '<=', oldest.change)
      .execute();
  }
  return page;
}

/**
 * Returns a text as the REST API sends it to editors, with `raw` and `rendered`. Throws a `RestError` if it is not a
 * string.
 */
function textOf(value: unknown): JsonObject {
  const raw = isJsonObject(value) ? value.raw : value;
  if (typeof raw !== 'string') throw invalid('title');
  return { raw, rendered: escapeHtml(raw) };
}

/** Formats epoch milliseconds for a field such as `date_gmt`: ISO 8601 in UTC, without a time zone. */
export function formatWordPressTime(now: number): string {
  return new Date(now).toISOString().replace('Z', '');
}

function invalid(name: string): RestError {
  return new RestError(400, 'rest_invalid_param', `The value of “${name}” is not valid.`);
}
