import type { JsonObject } from '../../../src/builder/raw-value.ts';

/** The kinds of data that are copied from WordPress. */
export type MirrorEntryKind =
  /** `/wp/v2/pages`. A page that is not public has only the fields that `redactPage` keeps. */
  | 'page'
  /** Shared sections: like pages, with a layout of one placement. */
  | 'section'
  /** Templates: like pages that are not public. */
  | 'template'
  /** `/wp/v2/posts`, only published posts. */
  | 'post'
  /** `/wp/v2/media`, as anonymous readers see it. */
  | 'media'
  /** `/wp/v2/comments`: an approved comment, pingback or trackback below a public page or post. */
  | 'comment'
  | 'category'
  | 'tag'
  | 'author'
  /** A menu, by its location: `primary`, `footer`. */
  | 'menu'
  /** The site settings, an option of the companion plugin, under the id `site`. */
  | 'settings'
  /** The name, URLs, front page, list settings and discussion settings of the site, under the id `site`. */
  | 'site'
  /** A page or post that moved. The id is its former path, and the data is the `{ kind, id }` of the page or post. */
  | 'moved';

/** An item from WordPress in the format of its REST API. Entries are immutable and are only replaced as a whole. */
export interface MirrorEntry {
  readonly kind: MirrorEntryKind;
  /** WordPress's id in decimal digits, or the id described at `MirrorEntryKind`. */
  readonly id: string;
  readonly data: JsonObject;
  /** The version of the mirror in which this entry last changed. */
  readonly version: number;
}

export type MirrorEntryKey = Pick<MirrorEntry, 'kind' | 'id'>;

/** An entry that is not stored yet, so it has no version. */
export type NewMirrorEntry = Omit<MirrorEntry, 'version'>;

/** All entries of the mirror at one version. Immutable: an unchanged entry is the same object in the next version. */
export interface MirrorContents {
  /** Increases with each change; 0 if nothing has ever been read. */
  readonly version: number;
  /** False until the first full pass over WordPress has been stored. */
  readonly complete: boolean;
  /** The stored entries that cannot be parsed. They are missing from `entries` until WordPress sends them again. */
  readonly unreadable: readonly MirrorEntryKey[];
  entries(kind: MirrorEntryKind): ReadonlyMap<string, MirrorEntry>;
}

/** The changes that one read of WordPress returned. */
export interface MirrorChanges {
  readonly put: readonly NewMirrorEntry[];
  readonly remove: readonly MirrorEntryKey[];
  /** True if the read was a full pass. */
  readonly complete?: boolean;
}

/** Creates mirror contents from entries in memory, which come from files or from one read of WordPress. */
export function createMirrorContents(
  entries: Iterable<MirrorEntry>,
  version = 1,
  complete = true,
): MirrorContents {
  const kinds = new Map<MirrorEntryKind, Map<string, MirrorEntry>>();
  for (const entry of entries) {
    const kind = kinds.get(entry.kind) ?? new Map<string, MirrorEntry>();
    kinds.set(entry.kind, kind.set(entry.id, entry));
  }
  return contentsFrom(kinds, { version, complete, unreadable: [] });
}

type Entries = ReadonlyMap<string, MirrorEntry>;

const KINDS: readonly MirrorEntryKind[] = [
  'page',
  'section',
  'template',
  'post',
  'media',
  'comment',
  'category',
  'tag',
  'author',
  'menu',
  'settings',
  'site',
  'moved',
];
const NONE: Entries = new Map();
/** The contents before anything has been read. */
export const EMPTY_MIRROR_CONTENTS = createMirrorContents([], 0, false);

/**
 * Returns a mutable copy of the entries of a kind for the next version. The copy is kept in `touched`, so each kind
 * is copied only once.
 */
export function mutableEntriesOf(
  before: MirrorContents,
  kind: MirrorEntryKind,
  touched: Map<MirrorEntryKind, Map<string, MirrorEntry>>,
): Map<string, MirrorEntry> {
  const copy = touched.get(kind) ?? new Map(before.entries(kind));
  touched.set(kind, copy);
  return copy;
}

/**
 * Returns contents with the given version and state. The kinds in `touched` have the entries that `touched` gives, all
 * other kinds those of `before`.
 */
export function withReplacedKinds(
  before: MirrorContents,
  touched: ReadonlyMap<MirrorEntryKind, Entries>,
  state: Omit<MirrorContents, 'entries'>,
): MirrorContents {
  return contentsFrom(new Map(KINDS.map((kind) => [kind, touched.get(kind) ?? before.entries(kind)])), state);
}

/** Returns the contents with some entries replaced or added, as the next version. */
export function withEntries(contents: MirrorContents, entries: readonly NewMirrorEntry[]): MirrorContents {
  const touched = new Map<MirrorEntryKind, Map<string, MirrorEntry>>();
  const version = contents.version + 1;
  for (const entry of entries)
    mutableEntriesOf(contents, entry.kind, touched).set(entry.id, { ...entry, version });
  return withReplacedKinds(contents, touched, { ...contents, version });
}

function contentsFrom(
  kinds: ReadonlyMap<MirrorEntryKind, Entries>,
  { version, complete, unreadable }: Omit<MirrorContents, 'entries'>,
): MirrorContents {
  return { version, complete, unreadable, entries: (kind) => kinds.get(kind) ?? NONE };
}
