import type { MirrorEntryKey } from './values/mirror-contents.ts';
import type { SyncHealth } from './mirror/sync.ts';
import type { Snapshot } from './snapshot/snapshot.ts';
import { quoteValue } from '../../src/builder/normalise-result.ts';

/** Whether the content is available and up to date. */
export interface ContentHealth {
  source: 'wordpress' | 'built-in';
  /**
   * False while there is no content to show: until WordPress has been read completely once, and while its stored
   * settings cannot be read.
   */
  ready: boolean;
  /**
   * When WordPress was last read without a fault, in epoch milliseconds; null if never, or if it is not configured.
   */
  lastGoodAt: number | null;
  lastFault: string | null;
  /** Whether this server reads WordPress. If several servers share a database, only one of them does. */
  isReader: boolean;
  /** Problems for an editor or operator to correct, each with its fix. */
  notices: readonly string[];
}

/**
 * Returns the health of the content, for operators. `sync` is null if WordPress is not configured. `unreadable` are the
 * stored entries that cannot be read.
 */
export function contentHealth(
  snapshot: Snapshot | null,
  sync: SyncHealth | null,
  unreadable: readonly MirrorEntryKey[] = [],
): ContentHealth {
  const hiding = (snapshot?.hidingPages() ?? []).map(({ path, page }) =>
    page.status === 'publish'
      ? `A page behind a password named “${page.title}” hides ${path}. Nobody can open it, because its password can be checked only with the current companion plugin, or with WORDPRESS_USERNAME as an editor. Set one of them up, or give the page another slug.`
      : `A page in the state “${page.status}” named “${page.title}” hides ${path}. Publish it, or give it another slug, to show the page.`,
  );
  const unreachable = (snapshot?.unreachable() ?? []).map(
    ({ path, page, reason }) =>
      `The page “${page.title}” cannot be opened, because its address ${quoteValue(path)} ${reason}. Change its address.`,
  );
  if (!sync)
    return {
      source: 'built-in',
      ready: true,
      lastGoodAt: null,
      lastFault: null,
      isReader: false,
      notices: [...hiding, ...unreachable],
    };
  const { lastGoodAt, lastFault, notices, syncing } = sync;
  const isDamaged = unreadable.some(({ kind }) => kind === 'settings' || kind === 'site');
  const unread =
    snapshot !== null
      ? []
      : [
          isDamaged
            ? 'The stored settings of the site cannot be read: every page answers 503 until WordPress has been read again.'
            : 'WordPress has not been read completely yet: every page answers 503 until it has.',
        ];
  const damaged = unreadableNotices(unreadable);
  return {
    source: 'wordpress',
    ready: snapshot !== null,
    lastGoodAt,
    // Operators see the notices only if there is no fault, so the fault includes the unreadable entries.
    lastFault: lastFault && [lastFault, ...damaged].join(' '),
    isReader: syncing,
    notices: [...unread, ...damaged, ...notices, ...hiding, ...unreachable],
  };
}

function unreadableNotices(unreadable: readonly MirrorEntryKey[]): string[] {
  if (unreadable.length === 0) return [];
  const some = unreadable.slice(0, 3).map(({ kind, id }) => `${kind} ${id}`);
  return [
    `The stored copy of WordPress has unreadable entries (${unreadable.length}, such as ${some.join(', ')}). Pages that ` +
      'may be among them answer 503 until WordPress has been read again.',
  ];
}
