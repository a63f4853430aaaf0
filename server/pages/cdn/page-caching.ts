import { createHash } from 'node:crypto';
import type { Content } from '../../content/content.ts';
import type { Read } from '../../content/resolve/snapshot.ts';
import {
  ALL_KEY,
  CONTENT_KEY,
  LONG_SECONDS,
  sharedHeaders,
  SHORT_SECONDS,
} from '../../platform/shared-caching.ts';
import type { PurgeQueue } from './purge-queue.ts';

/** A stored page that is about to be sent. */
export interface SentPage {
  status: number;
  reads: ReadonlyMap<Read, string>;
  /** Epoch milliseconds at which the page becomes outdated by itself. */
  changesAt: number;
}

/** Decides how long a CDN keeps pages, and purges those that have read what changed. */
export interface PageCaching {
  /** Returns the caching headers of a page that is the same for all visitors, as a flat list of names and values. */
  headers: (page: SentPage) => readonly string[];
  close(): void;
}

interface Options {
  content: Pick<Content, 'fingerprint' | 'onChange'>;
  /** Null if the CDN is not told about changes. */
  purge: Pick<PurgeQueue, 'add'> | null;
  isStopping: () => boolean;
  now: () => number;
  /** For tests: remembers fewer reads. */
  maxReads?: number;
}

/** Maximum number of reads that are remembered. A read takes about 100 bytes. */
const MAX_READS = 100_000;
/** Maximum length of all keys of a page. They are in two headers, and proxies limit all headers to a few kilobytes. */
const MAX_KEYS_CHARACTERS = 1_200;
/** Reads that can be keys as they are. Cloudflare does not distinguish upper and lower case. */
const PLAIN_READ = /^[a-z0-9:/._-]{1,32}$/;

interface Note {
  /** The number of content changes when the page was compared with the content. */
  change: number;
  isCurrent: boolean;
  keys: readonly string[];
  /** The headers as long as the page is current and does not change by itself soon. */
  usual: readonly string[];
}

/** Creates the caching of pages. */
export function createPageCaching({
  content,
  purge,
  isStopping,
  now,
  maxReads = MAX_READS,
}: Options): PageCaching {
  /** What the pages that a CDN may keep have read, with its fingerprints. */
  const sent = new Map<Read, string>();
  let notes = new WeakMap<SentPage['reads'], Note>();
  let changes = 0;
  const longest = purge ? LONG_SECONDS : SHORT_SECONDS;

  const stopListening = content.onChange(() => {
    changes += 1;
    if (!purge) return;
    const changed = [CONTENT_KEY];
    for (const [read, fingerprint] of sent) {
      if (content.fingerprint(read) === fingerprint) continue;
      // The pages that have read it are rendered again, and are noted with their next answer.
      sent.delete(read);
      changed.push(keyOf(read));
    }
    purge.add(changed);
  });

  function noteOf({ status, reads }: SentPage): Note {
    const known = notes.get(reads);
    if (known?.change === changes) return known;
    let isCurrent = true;
    for (const [read, fingerprint] of reads) if (content.fingerprint(read) !== fingerprint) isCurrent = false;
    const keys = known?.keys ?? keysOf(status, reads);
    const usual = known?.usual ?? flat(keys, keys.includes(CONTENT_KEY) ? SHORT_SECONDS : longest);
    const note = { change: changes, isCurrent, keys, usual };
    if (isCurrent && purge) {
      if (sent.size > maxReads) {
        sent.clear();
        notes = new WeakMap();
        purge.add([ALL_KEY]);
      }
      for (const [read, fingerprint] of reads) sent.set(read, fingerprint);
    }
    notes.set(reads, note);
    return note;
  }

  return {
    headers(page) {
      const { isCurrent, keys, usual } = noteOf(page);
      // Until the page is rendered again, it is sent as it was, but the CDN must not keep that.
      if (!isCurrent) return flat(keys, 0);
      if (isStopping()) return flat(keys, SHORT_SECONDS);
      const left = Math.floor((page.changesAt - now()) / 1000);
      return left < longest ? flat(keys, Math.max(0, left), true) : usual;
    },
    close: stopListening,
  };
}

function flat(keys: readonly string[], seconds: number, isTimed = false): readonly string[] {
  return Object.entries(sharedHeaders({ browser: 'public, max-age=0', seconds, isTimed, keys })).flat();
}

/** Returns the keys of a page. A path without a page may get one with any change. So may a page that has read too much. */
function keysOf(status: number, reads: SentPage['reads']): readonly string[] {
  const keys = [ALL_KEY, ...[...reads.keys()].map(keyOf)];
  return status === 404 || keys.join(' ').length > MAX_KEYS_CHARACTERS ? [ALL_KEY, CONTENT_KEY] : keys;
}

/** Returns the key of a read. Others than plain ones are hashed: a space or a comma would separate keys. */
export function keyOf(read: Read): string {
  return PLAIN_READ.test(read) ? read : createHash('sha256').update(read).digest('hex').slice(0, 16);
}
