import { createHash } from 'node:crypto';
import type { Content } from '../../content/content.ts';
import type { SnapshotReadKey } from '../../content/snapshot/fingerprints.ts';
import {
  ALL_PURGE_KEY,
  CONTENT_PURGE_KEY,
  LONG_CDN_TTL_SECONDS,
  REVALIDATE_CACHE_CONTROL,
  cdnCacheHeaders,
  SHORT_CDN_TTL_SECONDS,
} from '../../platform/caching-headers.ts';
import type { PurgeQueue } from './purge-queue.ts';

/** A stored page that is about to be sent. */
export interface CdnCacheablePage {
  status: number;
  /** The content that the page was rendered from, with its fingerprints at that time. */
  reads: ReadonlyMap<SnapshotReadKey, string>;
  /** Epoch milliseconds at which the page becomes outdated by itself. */
  changesAt: number;
}

/** Decides how long a CDN keeps pages. When content changes, purges the pages that were rendered from it. */
export interface CdnPageCaching {
  /** Returns the caching headers of a page that is the same for all visitors, as a flat list of names and values. */
  headers: (page: CdnCacheablePage) => readonly string[];
  close(): void;
}

interface Options {
  content: Pick<Content, 'fingerprint' | 'onChange'>;
  /** Null without a purge URL. */
  purge: Pick<PurgeQueue, 'add'> | null;
  isStopping: () => boolean;
  now: () => number;
  /** For tests: a lower maximum than `MAX_READS`. */
  maxReads?: number;
}

/** Maximum number of reads in memory, about 100 bytes each. Above it, all are dropped, and everything is purged. */
const MAX_READS = 100_000;
/**
 * Maximum total length of the keys of a page. Two headers contain them, and proxies limit all headers to a few
 * kilobytes.
 */
const MAX_KEYS_CHARACTERS = 1_200;
/** Reads that are used as keys without a hash. They have no capitals, because Cloudflare ignores case. */
const PLAIN_READ = /^[a-z0-9:/._-]{1,32}$/;

/** The caching of one page, kept so that it is not computed for every request. */
interface Note {
  /** The value of `changes` when the page was last compared with the content. */
  change: number;
  isCurrent: boolean;
  keys: readonly string[];
  /** The headers while the page is current and does not soon become outdated by itself. */
  usual: readonly string[];
}

/** Creates the caching of pages by a CDN. Listens for changes of the content until `close` is called. */
export function createCdnPageCaching({
  content,
  purge,
  isStopping,
  now,
  maxReads = MAX_READS,
}: Options): CdnPageCaching {
  /** The reads of all pages that the CDN may have cached, each with the fingerprint of its content. */
  const sent = new Map<SnapshotReadKey, string>();
  let notes = new WeakMap<CdnCacheablePage['reads'], Note>();
  let changes = 0;
  const longest = purge ? LONG_CDN_TTL_SECONDS : SHORT_CDN_TTL_SECONDS;

  const stopListening = content.onChange(() => {
    changes += 1;
    if (!purge) return;
    const changed = [CONTENT_PURGE_KEY];
    for (const [read, fingerprint] of sent) {
      if (content.fingerprint(read) === fingerprint) continue;
      // Pages with this read are rendered again. The next response with such a page adds the read again.
      sent.delete(read);
      changed.push(purgeKeyOf(read));
    }
    purge.add(changed);
  });

  /** Returns the maximum seconds that the CDN keeps a page: fewer if its keys do not name all content in it. */
  function mostSeconds(keys: readonly string[]): number {
    return keys.includes(CONTENT_PURGE_KEY) ? SHORT_CDN_TTL_SECONDS : longest;
  }

  function noteOf({ status, reads }: CdnCacheablePage): Note {
    const known = notes.get(reads);
    if (known?.change === changes) return known;
    let isCurrent = true;
    for (const [read, fingerprint] of reads) if (content.fingerprint(read) !== fingerprint) isCurrent = false;
    const keys = known?.keys ?? keysOf(status, reads);
    const usual = known?.usual ?? flat(keys, mostSeconds(keys));
    const note = { change: changes, isCurrent, keys, usual };
    if (isCurrent && purge) {
      if (sent.size > maxReads) {
        sent.clear();
        notes = new WeakMap();
        purge.add([ALL_PURGE_KEY]);
      }
      for (const [read, fingerprint] of reads) sent.set(read, fingerprint);
    }
    notes.set(reads, note);
    return note;
  }

  return {
    headers(page) {
      const { isCurrent, keys, usual } = noteOf(page);
      // Until the page is rendered again, its old version is sent, which the CDN must not keep.
      if (!isCurrent) return flat(keys, 0);
      if (isStopping()) return flat(keys, SHORT_CDN_TTL_SECONDS);
      const left = Math.floor((page.changesAt - now()) / 1000);
      return left < mostSeconds(keys) ? flat(keys, Math.max(0, left), true) : usual;
    },
    close: stopListening,
  };
}

function flat(keys: readonly string[], seconds: number, isTimed = false): readonly string[] {
  return Object.entries(
    cdnCacheHeaders({ browser: REVALIDATE_CACHE_CONTROL, seconds, isTimed, keys }),
  ).flat();
}

/**
 * Returns the keys of a page. Every change purges a not-found page, because its path may get a page. It also purges a
 * page whose own keys would be too long.
 */
function keysOf(status: number, reads: CdnCacheablePage['reads']): readonly string[] {
  const keys = [ALL_PURGE_KEY, ...[...reads.keys()].map(purgeKeyOf)];
  return status === 404 || keys.join(' ').length > MAX_KEYS_CHARACTERS
    ? [ALL_PURGE_KEY, CONTENT_PURGE_KEY]
    : keys;
}

/**
 * Returns the purge key of a snapshot read: the read itself, or its hash if it does not match `PLAIN_READ`, because a
 * space or a comma would separate keys.
 */
export function purgeKeyOf(read: SnapshotReadKey): string {
  return PLAIN_READ.test(read) ? read : createHash('sha256').update(read).digest('hex').slice(0, 16);
}
