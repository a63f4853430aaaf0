import { isDeepStrictEqual } from 'node:util';
import { ContentFault } from './content-fault.ts';
import type { MirrorChanges, MirrorContents, MirrorEntry } from './mirror-contents.ts';
import { later, listedOf, settledAt, type Mark, type Marks } from './read-everything.ts';
import {
  modifiedOf,
  readByIds,
  readChangedAfter,
  readHead,
  readIds,
  type ListedEntry,
  type ListHead,
} from './read-collection.ts';
import { NOTHING, readPluginState, mergeChanges, type PartReading, type PluginState } from './read-parts.ts';
import { readNextInRotation, ROTATION } from './poll-rotation.ts';

/** The result of a poll; null if the changes cannot be determined and everything must be read. */
export type Poll = { changes: MirrorChanges; marks: Marks; state: PluginState | null } | null;

/**
 * Reads the changes since the marks, with three small requests if nothing has changed. `turn` counts the polls: without
 * the plugin, the third request of each poll checks the next step of the rotation. Throws a `ContentFault`.
 */
export async function readChanges(
  reading: PartReading,
  known: MirrorContents,
  marks: Marks,
  turn: number,
): Promise<Poll> {
  const [pages, posts, media] = marks.lists;
  if (!pages || !posts || !media) return null;
  const third = marks.version === null ? (ROTATION[turn % ROTATION.length] ?? 'state') : 'state';
  // Requests the state first, so that the next poll finds changes made after this request.
  const [state, pagesHead, postsHead] = await Promise.all([
    third === 'state' ? readPluginState(reading.client) : null,
    readHead(reading, pages.collection).catch(refusedAsNull),
    readHead(reading, posts.collection),
  ]);
  // WordPress refuses to list the pages, because the account has lost its permissions.
  if (pagesHead === null) return null;
  const lists = await Promise.all([
    follow(reading, known, pages, pagesHead),
    follow(reading, known, posts, postsHead),
  ]);
  const version = third === 'state' ? (state?.version ?? null) : marks.version;
  const moved = lists.some((list) => list !== null && !isEmpty(list.changes));
  const partsDue = marks.partsDue || moved || version !== marks.version;
  let changes = NOTHING;
  if (partsDue || third === 'media') {
    // A changed page may use a new picture.
    lists.push(await follow(reading, known, media, await readHead(reading, media.collection)));
  } else if (third !== 'state') {
    changes = await readNextInRotation(reading, known, third);
  }
  const followed = lists.filter((list) => list !== null);
  if (followed.length < lists.length) return null;
  return {
    changes: mergeChanges([...followed.map((list) => list.changes), changes]),
    marks: { lists: marks.lists.map((mark, index) => followed[index]?.mark ?? mark), version, partsDue },
    state,
  };
}

/** Reads the changes in one list; null if they cannot be determined. Throws a `ContentFault`. */
export async function follow(
  reading: PartReading,
  known: MirrorContents,
  mark: Mark,
  head: ListHead,
): Promise<{ changes: MirrorChanges; mark: Mark } | null> {
  const { collection } = mark;
  const { kind } = collection;
  const before = listedOf(known, collection);
  const put = new Map<string, ListedEntry>();
  const add = (entries: readonly ListedEntry[]) => {
    for (const entry of entries) put.set(entry.id, entry);
  };
  const due = dueEntries(before, head.date);
  // WordPress may count entries that it does not show us, and the newest entry may be one of them.
  const unseen = head.newest === null && head.total !== 0;
  const changed = head.newest !== mark.newest || mark.since !== mark.newest || unseen;
  if (due.length === 0 && !changed && head.total === mark.total) return { changes: NOTHING, mark };

  add(await readByIds(reading, collection, due));
  if (changed) add(await readChangedAfter(reading, collection, mark.since));
  let { hidden } = mark;
  let removed: string[] = [];
  const added = [...put.keys()].filter((id) => !before.has(id)).length;
  if (head.total !== null && before.size + added + hidden !== head.total) {
    const ids = await readIds(reading, collection, before.size);
    removed = [...before.keys()].filter((id) => !ids.has(id));
    add(
      await readByIds(
        reading,
        collection,
        [...ids].filter((id) => !before.has(id) && !put.has(id)),
      ),
    );
    hidden = head.total - ids.size;
  }
  add(await readByIds(reading, collection, belowMoved(before, put)));
  if (wentBack(before, put, removed, head)) return null;
  return {
    changes: {
      put: [...put.values()].map(({ id, data }) => ({ kind, id, data })).filter(isNews),
      remove: removed.filter((id) => !put.has(id)).map((id) => ({ kind, id })),
    },
    mark: {
      collection,
      newest: head.newest ?? (unseen ? mark.newest : null),
      since: settledAt(head.newest ?? (unseen ? mark.newest : null), head.date),
      total: head.total,
      hidden,
    },
  };

  function isNews({ id, data }: ListedEntry): boolean {
    return !isDeepStrictEqual(before.get(id)?.data, data);
  }
}

/** Returns scheduled pages that are due: WordPress publishes them without a new modification time. */
function dueEntries(before: ReadonlyMap<string, MirrorEntry>, now: number): string[] {
  return [...before.values()]
    .filter(({ data }) => data.status === 'future' && Date.parse(`${String(data.date_gmt)}Z`) <= now)
    .map(({ id }) => id);
}

/** Returns the descendants of moved pages: their URLs changed too, but not their modification times. */
export function belowMoved(
  before: ReadonlyMap<string, MirrorEntry>,
  put: ReadonlyMap<string, ListedEntry>,
): string[] {
  const moved = new Set<string>();
  for (const [id, { data }] of put) {
    const old = before.get(id)?.data;
    if (old && (old.link !== data.link || old.status !== data.status)) moved.add(id);
  }
  if (moved.size === 0) return [];
  const below: string[] = [];
  for (let size = -1; size !== moved.size;) {
    size = moved.size;
    for (const [id, { data }] of before) {
      if (moved.has(id) || !moved.has(String(data.parent))) continue;
      moved.add(id);
      below.push(id);
    }
  }
  return below.filter((id) => !put.has(id));
}

/** Whether we have an entry newer than any in WordPress, which means that WordPress was restored from a backup. */
function wentBack(
  before: ReadonlyMap<string, MirrorEntry>,
  put: ReadonlyMap<string, ListedEntry>,
  removed: readonly string[],
  head: ListHead,
): boolean {
  if (head.newest === null) return false;
  const gone = new Set(removed);
  let newest: number | null = null;
  for (const [id, { data }] of before) {
    if (!gone.has(id) && !put.has(id)) newest = later(newest, modifiedOf(data));
  }
  return newest !== null && newest > head.newest;
}

function isEmpty({ put, remove }: MirrorChanges): boolean {
  return put.length + remove.length === 0;
}

function refusedAsNull(error: unknown): null {
  if (error instanceof ContentFault && error.refused) return null;
  throw error;
}
