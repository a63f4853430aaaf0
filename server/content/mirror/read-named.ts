import { isDeepStrictEqual } from 'node:util';
import type { EntryKind, MirrorChanges, MirrorContents } from './mirror-contents.ts';
import { belowMoved, follow } from './read-changes.ts';
import { readByIds, readHead, type ListedEntry } from './read-collection.ts';
import { listedOf, type Mark, type Marks } from './read-everything.ts';
import { mergeChanges, NOTHING, PARTS, readParts, readPluginState } from './read-parts.ts';
import type { Part, PartReading } from './read-parts.ts';

/** Something that changed in WordPress, as a change notice names it. */
export interface NamedChange {
  /** `page`, `post` and `media` are read by id, the other types as a whole. */
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

/** Returns whether the changes can be read by name. Otherwise everything must be checked. */
export function isReadByName(named: readonly NamedChange[]): boolean {
  return named.every(({ type }) => LISTS.has(type) || PARTS_OF.has(type));
}

/**
 * Reads the named changes, whatever their modification times, and what may have changed with them. With no changes,
 * only checks that WordPress can be read. Returns null if everything must be read. Throws a `ContentFault`.
 */
export async function readNamed(
  reading: PartReading,
  known: MirrorContents,
  marks: Marks,
  named: readonly NamedChange[],
): Promise<{ changes: MirrorChanges; marks: Marks } | null> {
  const parts = new Set(named.flatMap(({ type }) => PARTS_OF.get(type) ?? []));
  const state = named.length === 0 || parts.has('site') ? readPluginState(reading.client) : null;
  const [media, lists, own] = await Promise.all([
    followMedia(reading, known, marks, named),
    Promise.all(marks.lists.map((mark) => readNamedEntries(reading, known, mark, named))),
    Promise.resolve(state).then((read) => readParts(reading, known, [...parts], read)),
  ]);
  if (!media) return null;
  // A menu shows the titles and URLs of its pages.
  const menus = lists.some(({ isRenamed }) => isRenamed) ? MENUS.filter((part) => !parts.has(part)) : [];
  const others = await readParts(reading, known, menus, null);
  return {
    changes: mergeChanges([media.changes, ...lists.map(({ changes }) => changes), own, others]),
    marks: {
      ...marks,
      lists: marks.lists.map((mark) => (mark.collection.kind === 'media' ? media.mark : mark)),
    },
  };
}

/** Follows the media list if a page or post is named: one that is now public makes its pictures public. */
async function followMedia(
  reading: PartReading,
  known: MirrorContents,
  marks: Marks,
  named: readonly NamedChange[],
): Promise<{ changes: MirrorChanges; mark: Mark } | null> {
  const mark = marks.lists.find(({ collection }) => collection.kind === 'media');
  if (!mark) return null;
  if (!named.some(({ type }) => type === 'page' || type === 'post')) return { changes: NOTHING, mark };
  return follow(reading, known, mark, await readHead(reading, mark.collection));
}

/** Reads the named entries of a list. Those that WordPress no longer lists are removed. */
async function readNamedEntries(
  reading: PartReading,
  known: MirrorContents,
  { collection }: Mark,
  named: readonly NamedChange[],
): Promise<{ changes: MirrorChanges; isRenamed: boolean }> {
  const { kind } = collection;
  const ids = [...new Set(named.filter(({ type }) => type === kind).map(({ id }) => String(id)))];
  if (ids.length === 0) return { changes: NOTHING, isRenamed: false };
  const before = listedOf(known, collection);
  const put = new Map<string, ListedEntry>();
  for (const entry of await readByIds(reading, collection, ids)) put.set(entry.id, entry);
  for (const entry of await readByIds(reading, collection, belowMoved(before, put))) put.set(entry.id, entry);
  const removed = ids.filter((id) => before.has(id) && !put.has(id));
  return {
    changes: {
      put: [...put.values()].map(({ id, data }) => ({ kind, id, data })),
      remove: removed.map((id) => ({ kind, id })),
    },
    isRenamed:
      kind === 'page' &&
      (removed.length > 0 || [...put.values()].some(({ id, data }) => isRenamed(before.get(id)?.data, data))),
  };
}

/** Returns whether a menu item for this entry may look different now. */
function isRenamed(before: ListedEntry['data'] | undefined, after: ListedEntry['data']): boolean {
  return ['link', 'status', 'title'].some((name) => !isDeepStrictEqual(before?.[name], after[name]));
}
