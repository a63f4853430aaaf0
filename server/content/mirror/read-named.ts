import { isDeepStrictEqual } from 'node:util';
import { ContentFault } from './content-fault.ts';
import type { EntryKind, MirrorChanges, MirrorContents } from './mirror-contents.ts';
import { belowMoved, follow } from './read-changes.ts';
import { readByIds, readHead, readIds, type ListedEntry } from './read-collection.ts';
import { listedOf, type Mark, type Marks } from './read-everything.ts';
import { mergeChanges, NOTHING, PARTS, readParts, readPluginState } from './read-parts.ts';
import type { Part, PartReading } from './read-parts.ts';

/** A change in WordPress that a change notice names. */
export interface NamedChange {
  /** `page`, `post` and `media` are read by id; all other types are read in full. */
  type: string;
  id: number;
}

const LISTS: ReadonlySet<string> = new Set<EntryKind>(['page', 'post', 'media']);
const MENUS: readonly Part[] = ['primary', 'footer'];
/** The parts that are read when a change of this type is named. */
const PARTS_OF: ReadonlyMap<string, readonly Part[]> = new Map<string, readonly Part[]>([
  ...PARTS.map((part): [string, readonly Part[]] => [part, [part]]),
  ['menu', MENUS],
]);

/** Whether each of these changes can be read individually. Otherwise, a poll must look for all changes. */
export function isReadByName(named: readonly NamedChange[]): boolean {
  return named.every(({ type }) => LISTS.has(type) || PARTS_OF.has(type));
}

/**
 * Reads the named entries, whatever their modification times, and everything that may have changed with them. If none
 * is named, only checks that WordPress can be read. Returns null if everything must be read. Throws a `ContentFault`.
 */
export async function readNamed(
  reading: PartReading,
  known: MirrorContents,
  marks: Marks,
  named: readonly NamedChange[],
): Promise<{ changes: MirrorChanges; marks: Marks } | null> {
  const parts = new Set(named.flatMap(({ type }) => PARTS_OF.get(type) ?? []));
  const readNamedParts = async () => {
    const needsState = named.length === 0 || parts.has('site');
    return readParts(reading, known, [...parts], needsState ? await readPluginState(reading.client) : null);
  };
  const [own, ...lists] = await Promise.all([
    readNamedParts(),
    ...marks.lists.map((mark) => readNamedEntries(reading, known, mark, named)),
  ]);
  const [media, menus] = await Promise.all([
    followMedia(
      reading,
      known,
      marks,
      lists.some(({ isPublished }) => isPublished),
    ),
    // A menu shows the titles and URLs of its pages.
    readParts(
      reading,
      known,
      MENUS.filter((part) => !parts.has(part) && lists.some(({ isRenamed }) => isRenamed)),
      null,
    ),
  ]);
  if (!media) return null;
  return {
    changes: mergeChanges([media.changes, ...lists.map(({ changes }) => changes), own, menus]),
    marks: {
      ...marks,
      lists: marks.lists.map((mark) => (mark.collection.kind === 'media' ? media.mark : mark)),
    },
  };
}

/** Reads the changes in the media list if something was published, because that makes its pictures public. */
async function followMedia(
  reading: PartReading,
  known: MirrorContents,
  marks: Marks,
  isPublished: boolean,
): Promise<{ changes: MirrorChanges; mark: Mark } | null> {
  const mark = marks.lists.find(({ collection }) => collection.kind === 'media');
  if (!mark) return null;
  if (!isPublished) return { changes: NOTHING, mark };
  return follow(reading, known, mark, await readHead(reading, mark.collection));
}

interface NamedEntries {
  changes: MirrorChanges;
  /** Whether a menu item for one of these pages may look different now. */
  isRenamed: boolean;
  /** Whether the status of a page or post has changed, for example because it was published. */
  isPublished: boolean;
}

/** Reads the named entries of a list. The changes remove entries that WordPress no longer lists. */
async function readNamedEntries(
  reading: PartReading,
  known: MirrorContents,
  mark: Mark,
  named: readonly NamedChange[],
): Promise<NamedEntries> {
  const { collection } = mark;
  const { kind } = collection;
  const ids = [...new Set(named.filter(({ type }) => type === kind).map(({ id }) => String(id)))];
  if (ids.length === 0) return { changes: NOTHING, isRenamed: false, isPublished: false };
  const before = listedOf(known, collection);
  const put = new Map<string, ListedEntry>();
  for (const entry of await readByIds(reading, collection, ids)) put.set(entry.id, entry);
  for (const entry of await readByIds(reading, collection, belowMoved(before, put))) put.set(entry.id, entry);
  const removed = ids.filter((id) => before.has(id) && !put.has(id));
  const added = [...put.keys()].filter((id) => !before.has(id)).length;
  if (removed.length > 0) await confirmRemoved(reading, mark, before.size, before.size + added, removed);
  const entries = [...put.values()];
  const isDifferent = (name: string) =>
    entries.some(({ id, data }) => !isDeepStrictEqual(before.get(id)?.data[name], data[name]));
  return {
    changes: {
      put: entries.map(({ id, data }) => ({ kind, id, data })),
      remove: removed.map((id) => ({ kind, id })),
    },
    isRenamed: kind === 'page' && (removed.length > 0 || ['link', 'status', 'title'].some(isDifferent)),
    isPublished: kind !== 'media' && isDifferent('status'),
  };
}

/**
 * Checks that these entries are gone, because an answer without them may come from a cache or plugin: the size of the
 * list must agree, or its ids. Throws a `ContentFault` if WordPress still lists one of them.
 */
async function confirmRemoved(
  reading: PartReading,
  { collection, hidden }: Mark,
  known: number,
  withRemoved: number,
  removed: readonly string[],
): Promise<void> {
  const { total } = await readHead(reading, collection);
  // A broken WordPress may answer that every list is empty, so an empty list needs a second look.
  if (total !== null && total > 0 && total === withRemoved - removed.length + hidden) return;
  const listed = await readIds(reading, collection, known);
  const kept = removed.filter((id) => listed.has(id));
  if (kept.length === 0) return;
  throw new ContentFault(
    `WordPress, ${collection.path}, lists ${kept.join(', ')} but does not return it by id. Nothing is changed until it ` +
      'does. If this lasts, look for a cache or plugin that changes the REST API.',
  );
}
