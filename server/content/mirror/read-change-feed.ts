import { z } from 'zod';
import { CHANGE_FEED_FIELDS, type ChangeFeedKind } from './collections.ts';
import type { JsonObject } from '../../../src/builder/raw-value.ts';
import { ContentError } from '../rest/content-error.ts';
import type { MirrorChanges, MirrorContents } from '../values/mirror-contents.ts';
import {
  mergeChanges,
  replacementChanges,
  usableSettings,
  type WordPressReadContext,
} from './read-context.ts';
import { redactPage } from './redact-page.ts';
import { MAX_ENTRIES_PER_PAGE, type RestParams } from '../rest/wordpress-client.ts';

/** The response of the companion plugin's change feed. */
export type ChangeFeedResult =
  | { changes: MirrorChanges; cursor: string }
  /** The plugin does not know our cursor: everything must be read again. */
  | 'reset'
  /** There is no feed, or we have no access to it. */
  | 'absent';

/** The page size of the feed for servers that cannot handle the largest one. */
const SMALL_PAGE_ENTRIES = 10;
/** Maximum number of entries, more than any site has, so that an endless feed does not fill the memory. */
const MAX_ENTRIES = 200_000;
const KINDS: ReadonlySet<string> = new Set(Object.keys(CHANGE_FEED_FIELDS));

const pageSchema = z.union([
  z.object({ reset: z.literal(true) }),
  z.object({
    /** The cursor for the next read. It is valid once the last page of this read has been read. */
    cursor: z.string().min(1).max(100),
    entries: z.array(
      z.object({
        kind: z.string().max(40),
        id: z.string().regex(/^[\w-]{1,60}$/),
        /** Null if the entry was deleted or is not visible to visitors. */
        data: z.record(z.string(), z.unknown()).nullable(),
      }),
    ),
    next: z.string().max(200),
    more: z.boolean(),
  }),
]);
type FeedEntry = Extract<z.infer<typeof pageSchema>, { entries: unknown }>['entries'][number];

/**
 * Reads the changes since a cursor, or everything if it is null. Changes that remove more than half of a kind are
 * read a second time, and must then remove the same entries. Throws a `ContentError` if the feed cannot be read or is
 * implausible; the caller must then change nothing.
 */
export async function readChangeFeed(
  reading: WordPressReadContext,
  known: MirrorContents,
  since: string | null,
): Promise<ChangeFeedResult> {
  const read = await readPages(reading, since);
  if (typeof read === 'string') return read;
  const changes = changesIn(reading, known, read.entries, since === null);
  const shrinking = shrinkingKind(known, changes);
  if (shrinking === null) return { changes, cursor: read.cursor };
  await reading.pause();
  const again = await readPages(reading, since);
  const same =
    typeof again !== 'string' &&
    removedIn(changesIn(reading, known, again.entries, since === null)) === removedIn(changes);
  if (same) return { changes, cursor: read.cursor };
  throw new ContentError(
    `WordPress at ${reading.client.home} no longer has more than half of its entries of the kind “${shrinking}”, then it ` +
      'has them. Nothing is changed until it answers the same twice. If this lasts, look into its error log.',
  );
}

async function readPages(
  reading: WordPressReadContext,
  since: string | null,
): Promise<'reset' | 'absent' | { entries: ReadonlyMap<string, FeedEntry>; cursor: string }> {
  try {
    return await readPagesOf(reading, since, MAX_ENTRIES_PER_PAGE);
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
    if (error.heavy) return readPagesOf(reading, since, SMALL_PAGE_ENTRIES);
    const isMissing = error.status === 404 && error.code === 'rest_no_route';
    // A refusal without an error code comes from a firewall and may be temporary.
    if (isMissing || (error.refused && error.code !== null)) return 'absent';
    throw error;
  }
}

async function readPagesOf(
  { client, onProgress }: WordPressReadContext,
  since: string | null,
  limit: number,
) {
  const entries = new Map<string, FeedEntry>();
  const counts = new Map<ChangeFeedKind, number>();
  const seen = new Set<string>();
  let cursor: string | null = null;
  for (let after = ''; ;) {
    const json = await client.get('/lintel/v1/changes', {
      since: since ?? '0',
      after,
      limit,
      ...FIELD_PARAMS,
    });
    const page = pageSchema.safeParse(json).data;
    if (!page || ('reset' in page && since === null)) throw unusable(client.home);
    if ('reset' in page) return 'reset';
    for (const entry of page.entries) {
      if (!isPlausible(entry)) throw unusable(client.home);
      entries.set(`${entry.kind} ${entry.id}`, entry);
      if (isFeedKind(entry.kind)) counts.set(entry.kind, (counts.get(entry.kind) ?? 0) + 1);
    }
    for (const [kind, count] of counts) onProgress(kind, count, null);
    // Keeps the cursor of the first page. Later pages may have a newer one, which would skip changes to entries on
    // pages that were already read.
    cursor ??= page.cursor;
    if (!page.more) {
      if (since === null && !entries.has('site site')) throw unusable(client.home);
      return { entries, cursor };
    }
    if (seen.has(page.next) || entries.size > MAX_ENTRIES) throw unusable(client.home);
    seen.add(page.next);
    after = page.next;
  }
}

const FIELD_PARAMS: RestParams = Object.fromEntries(
  Object.entries(CHANGE_FEED_FIELDS)
    .filter(([, fields]) => fields !== '')
    .map(([kind, fields]) => [`fields[${kind}]`, fields]),
);

/** Whether an entry is plausible: every WordPress has a name, a URL and settings. */
function isPlausible({ kind, data }: FeedEntry): boolean {
  if (kind === 'site') return typeof data?.name === 'string' && typeof data.url === 'string';
  return kind !== 'settings' || data !== null;
}

function unusable(home: string): ContentError {
  return new ContentError(
    `WordPress at ${home}, /lintel/v1/changes, answers something else than changes. Install the companion plugin that ` +
      'belongs to this version of the site, and look for a plugin that changes the REST API.',
    { status: 200 },
  );
}

function changesIn(
  reading: WordPressReadContext,
  known: MirrorContents,
  entries: ReadonlyMap<string, FeedEntry>,
  isEverything: boolean,
): MirrorChanges {
  const shown = [...entries.values()].flatMap(({ kind, id, data }) =>
    // A newer plugin may send kinds that this server does not know.
    isFeedKind(kind) ? [{ kind, id, data: data && storedData(reading, known, kind, data) }] : [],
  );
  const put = shown.flatMap(({ kind, id, data }) => (data ? [{ kind, id, data }] : []));
  const remove = shown.flatMap(({ kind, id, data }) => (data ? [] : [{ kind, id }]));
  if (!isEverything) return { put, remove };
  const all = Object.keys(CHANGE_FEED_FIELDS)
    .filter(isFeedKind)
    .map((kind) => {
      const before = known.entries(kind);
      const now = put.filter((entry) => entry.kind === kind);
      // If posts have an author but there are no authors, WordPress hides its users.
      const isHidden =
        kind === 'author' && now.length === 0 && put.some(({ data }) => Number(data.author) > 0);
      if (kind === 'author') reading.notice('authors', isHidden ? AUTHORS_HIDDEN_NOTICE : null);
      return isHidden ? { put: [], remove: [] } : replacementChanges(kind, before.keys(), now);
    });
  return { ...mergeChanges(all), complete: true };
}

/**
 * Returns an entry's data as the mirror stores it: a page, post, shared section or template that is not public without
 * its content and custom fields, and the last usable value of each setting.
 */
function storedData(
  reading: WordPressReadContext,
  known: MirrorContents,
  kind: ChangeFeedKind,
  data: JsonObject,
): JsonObject {
  if (kind === 'page' || kind === 'post' || kind === 'section' || kind === 'template') {
    return redactPage(data);
  }
  return kind === 'settings' ? usableSettings(reading, known, data) : data;
}

/** The notice for operators that a security plugin hides the users. */
export const AUTHORS_HIDDEN_NOTICE =
  'WordPress does not show who wrote its posts: they keep the names read before, or show none. Let the security ' +
  'plugin that closes /wp/v2/users open it, or give WORDPRESS_USERNAME the role Editor.';

/** Returns a kind that would lose more than half of its entries; null if there is none. */
function shrinkingKind(known: MirrorContents, { remove }: MirrorChanges): ChangeFeedKind | null {
  const removed = Map.groupBy(
    remove.filter(({ kind, id }) => known.entries(kind).has(id)),
    ({ kind }) => kind,
  );
  for (const [kind, keys] of removed) {
    if (isFeedKind(kind) && keys.length > known.entries(kind).size / 2) return kind;
  }
  return null;
}

function removedIn({ remove }: MirrorChanges): string {
  return remove
    .map(({ kind, id }) => `${kind} ${id}`)
    .toSorted()
    .join('\n');
}

function isFeedKind(kind: string): kind is ChangeFeedKind {
  return KINDS.has(kind);
}
