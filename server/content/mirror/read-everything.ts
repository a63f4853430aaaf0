import { ContentFault } from './content-fault.ts';
import type { MirrorChanges, MirrorContents, MirrorEntry } from './mirror-contents.ts';
import {
  ALL_PAGES,
  MEDIA,
  modifiedOf,
  POSTS,
  PUBLIC_PAGES,
  readList,
  type Collection,
  type Listing,
} from './read-collection.ts';
import {
  PARTS,
  readParts,
  readPluginState,
  replaceEntries,
  mergeChanges,
  type PartReading,
} from './read-parts.ts';
import type { WordPressClient } from './wordpress-client.ts';
import { isObject } from '../values/raw-value.ts';

/** How far a list has been read, for the next poll to compare with. */
export interface Mark {
  collection: Collection;
  /** The newest modification time, in milliseconds; null if there are no entries. */
  newest: number | null;
  /**
   * Every change up to this time has been read. It is earlier than `newest` if that was a moment ago, because WordPress
   * stores whole seconds and another change can follow within the same second.
   */
  since: number | null;
  total: number | null;
  /** The number of entries that WordPress counts but does not show us. */
  hidden: number;
}

/** The state of WordPress as of the last read. */
export interface Marks {
  lists: readonly Mark[];
  /** The version of all content that the plugin reported; null if it reported none. */
  version: string | null;
  /** Whether something changed since the parts were last read. */
  partsDue: boolean;
}

/** Milliseconds after which no further change can have the same timestamp: WordPress stores whole seconds. */
const SETTLED = 2_000;

/**
 * Reads everything. The changes remove entries that WordPress no longer lists. Throws a `ContentFault` if anything
 * cannot be read or is implausible; the caller must then change nothing.
 */
export async function readEverything(
  reading: PartReading,
  known: MirrorContents,
  proxied: boolean,
): Promise<{ changes: MirrorChanges; marks: Marks }> {
  const { client, notice } = reading;
  // Read first, so that the next poll detects changes made while the rest is read.
  const state = await readPluginState(client);
  notice('access', await accessNotice(client, proxied));
  const [pages, ...lists] = await Promise.all([
    readPages(reading, known, state?.privacyPage ?? 0),
    readOne(reading, known, POSTS),
    readOne(reading, known, MEDIA),
  ]);
  const parts = await readParts(reading, known, PARTS, state);
  const all = [pages, ...lists];
  return {
    changes: { ...mergeChanges([...all.map(({ changes }) => changes), parts]), complete: true },
    marks: { lists: all.map(({ mark }) => mark), version: state?.version ?? null, partsDue: false },
  };
}

/**
 * Returns a notice for operators about a problem with our WordPress account; null if there is none. Public content can
 * be read even with a wrong password, so only this request checks the password. Throws a `ContentFault` if WordPress
 * cannot be read at the moment.
 */
async function accessNotice(client: WordPressClient, proxied: boolean): Promise<string | null> {
  if (!client.signedIn) {
    return (
      `WordPress at ${client.home} is read anonymously: drafts of known pages show their built-in content, and ` +
      'menus need the menus plugin. Set WORDPRESS_USERNAME and WORDPRESS_APP_PASSWORD to change that.'
    );
  }
  try {
    const user = await client.get('/wp/v2/users/me', { context: 'edit', _fields: 'id,capabilities' });
    const abilities = isObject(user) && isObject(user.capabilities) ? user.capabilities : {};
    if (abilities.edit_others_pages === true) return null;
    return (
      'WORDPRESS_USERNAME may not edit pages of others: drafts cannot be distinguished from missing pages. Give the ' +
      'account the role Editor.'
    );
  } catch (error) {
    if (!(error instanceof ContentFault) || error.passing) throw error;
    if (!proxied) return error.message;
    return (
      `${error.message} With WORDPRESS_PROXY_USERNAME set, the application password is sent in ` +
      'X-Lintel-Authorization, because the server in front of WordPress takes Authorization: the companion plugin ' +
      'must be active to read it. Activate it, or let that server pass requests to /wp-json without a password, and ' +
      'remove WORDPRESS_PROXY_USERNAME and WORDPRESS_PROXY_PASSWORD.'
    );
  }
}

interface ListRead {
  changes: MirrorChanges;
  mark: Mark;
}

async function readPages(
  reading: PartReading,
  known: MirrorContents,
  privacyPage: number,
): Promise<ListRead> {
  if (!reading.client.signedIn) return readOne(reading, known, PUBLIC_PAGES);
  try {
    const read = await readOne(reading, known, ALL_PAGES);
    const { hidden } = read.mark;
    // Editors cannot read WordPress's own privacy draft. It does not count, because it hides no page of the site.
    const isDraft = privacyPage > 0 && read.changes.put.every(({ id }) => id !== String(privacyPage));
    const unread = isDraft ? hidden - 1 : hidden;
    reading.notice(
      'pages',
      unread > 0
        ? `WordPress has ${unread === 1 ? 'a page' : `${unread} pages`} that WORDPRESS_USERNAME may not read. Give the account the role Editor.`
        : null,
    );
    return read;
  } catch (error) {
    if (!(error instanceof ContentFault && error.refused)) throw error;
    reading.notice(
      'pages',
      `WordPress does not show us pages that are not public (${error.status} ${error.code ?? ''}): new drafts of known ` +
        'pages show their built-in content. Give WORDPRESS_USERNAME an account that may edit pages, and check its ' +
        'application password.',
    );
    return readOne(reading, known, PUBLIC_PAGES);
  }
}

async function readOne(
  reading: PartReading,
  known: MirrorContents,
  collection: Collection,
): Promise<ListRead> {
  const before = listedOf(known, collection);
  const listing = await readList(reading, collection, before.size);
  return {
    changes: replaceEntries(collection.kind, before.keys(), listing.entries),
    mark: markOf(collection, listing),
  };
}

/** Returns our entries of a list. For the public list, unpublished pages are left out. */
export function listedOf(known: MirrorContents, collection: Collection): ReadonlyMap<string, MirrorEntry> {
  const entries = known.entries(collection.kind);
  if (collection !== PUBLIC_PAGES) return entries;
  return new Map([...entries].filter(([, { data }]) => data.status === 'publish'));
}

function markOf(collection: Collection, { entries, total, date }: Listing): Mark {
  let newest: number | null = null;
  for (const { data } of entries) newest = later(newest, modifiedOf(data));
  const hidden = total === null ? 0 : total - entries.length;
  return { collection, newest, since: settledAt(newest, date), total, hidden };
}

/** Returns the time up to which all changes are known; `date` is WordPress's time when `newest` was read. */
export function settledAt(newest: number | null, date: number): number | null {
  return newest === null ? null : Math.min(newest, date - SETTLED);
}

/** Returns the later of two times; null only if both are null. */
export function later(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.max(one, other);
}
