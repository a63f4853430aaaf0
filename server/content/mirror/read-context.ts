import { isJsonObject, type JsonObject } from '../../../src/builder/raw-value.ts';
import { keepUsableSettings } from '../normalise/normalise-settings.ts';
import { ContentError } from '../rest/content-error.ts';
import type { MirrorEntryKind, MirrorChanges, MirrorContents } from '../values/mirror-contents.ts';
import type { WordPressClient } from '../rest/wordpress-client.ts';

/** The client and callbacks that the functions for reading WordPress share. */
export interface WordPressReadContext {
  client: WordPressClient;
  now: () => number;
  /** Waits before entries that seem to be removed are read a second time. */
  pause: () => Promise<void>;
  onProgress: (kind: MirrorEntryKind, read: number, total: number | null) => void;
  /** Sets the notice about a topic, for editors and operators; null clears it. */
  notice: (topic: string, message: string | null) => void;
  /** Whether the source stores only valid settings. A missing one then has its built-in value again. */
  storesValidSettings?: boolean;
}

/** Concatenates several sets of changes, without removing duplicates. The result has no `complete`. */
export function mergeChanges(changes: readonly MirrorChanges[]): MirrorChanges {
  return { put: changes.flatMap(({ put }) => put), remove: changes.flatMap(({ remove }) => remove) };
}

/** Returns the changes that replace all previous entries of a kind. */
export function replacementChanges(
  kind: MirrorEntryKind,
  before: Iterable<string>,
  entries: readonly { id: string; data: JsonObject }[],
): MirrorChanges {
  const now = new Set(entries.map(({ id }) => id));
  return {
    put: entries.map(({ id, data }) => ({ kind, id, data })),
    remove: [...before].filter((id) => !now.has(id)).map((id) => ({ kind, id })),
  };
}

/**
 * Returns the settings that were just read. Unless the source stores only valid settings, a missing or unusable key
 * keeps its known value and is reported as a notice.
 */
export function usableSettings(
  { notice, storesValidSettings = false }: WordPressReadContext,
  known: MirrorContents,
  read: JsonObject,
): JsonObject {
  if (storesValidSettings) return read;
  const { settings, kept } = keepUsableSettings(known.entries('settings').get('site')?.data ?? {}, read);
  notice('settings', kept.length > 0 ? kept.join(' ') : null);
  return settings;
}

/**
 * Checks our WordPress account and sets or clears the notice `access`. Public content can be read even with a wrong
 * password, so only this request checks the password. `proxied` is whether credentials for a server in front of
 * WordPress are configured. Throws a `ContentError` if WordPress is temporarily unreadable.
 */
export async function checkAccountAccess(
  { client, notice }: WordPressReadContext,
  proxied: boolean,
): Promise<void> {
  notice('access', await accessNotice(client, proxied));
}

async function accessNotice(client: WordPressClient, proxied: boolean): Promise<string | null> {
  if (!client.signedIn) {
    return (
      `WordPress at ${client.home} is read anonymously: drafts of known pages show their built-in content, and ` +
      'menus need the menus plugin. Set WORDPRESS_USERNAME and WORDPRESS_APP_PASSWORD to change that.'
    );
  }
  try {
    const user = await client.get('/wp/v2/users/me', { context: 'edit', _fields: 'id,capabilities' });
    const abilities = isJsonObject(user) && isJsonObject(user.capabilities) ? user.capabilities : {};
    if (abilities.edit_others_pages === true) return null;
    return (
      'WORDPRESS_USERNAME may not edit pages of others: drafts cannot be distinguished from missing pages. Give the ' +
      'account the role Editor.'
    );
  } catch (error) {
    if (!(error instanceof ContentError) || error.passing) throw error;
    if (!proxied) return error.message;
    return (
      `${error.message} With WORDPRESS_PROXY_USERNAME set, the application password is sent in ` +
      'X-Lintel-Authorization, because the server in front of WordPress takes Authorization: the companion plugin ' +
      'must be active to read it. Activate it, or let that server pass requests to /wp-json without a password, and ' +
      'remove WORDPRESS_PROXY_USERNAME and WORDPRESS_PROXY_PASSWORD.'
    );
  }
}
