import { setTimeout as sleep } from 'node:timers/promises';
import type { WordPressConfig } from '../../platform/config/config.ts';
import {
  contentsOf,
  EMPTY_CONTENTS,
  type EntryKind,
  type MirrorContents,
} from '../values/mirror-contents.ts';
import { readFeed } from './read-feed.ts';
import { readPlain } from './read-plain.ts';
import { checkAccess } from './reading.ts';
import { SYNC_TIMING } from './sync-timing.ts';
import { createWordPressClient, withRetries } from '../rest/wordpress-client.ts';

interface Options {
  config: WordPressConfig;
  fetch?: typeof fetch;
  onProgress?: (kind: EntryKind, read: number, total: number | null) => void;
}

/**
 * Reads all content of a WordPress site once, into memory, for commands. `notices` are problems that did not prevent
 * the read. Throws a `ContentError` if WordPress cannot be read.
 */
export async function readOnce({
  config,
  fetch: send = fetch,
  onProgress = () => {},
}: Options): Promise<{ contents: MirrorContents; notices: readonly string[] }> {
  const notices = new Map<string, string>();
  const notice = (topic: string, message: string | null) => {
    if (message === null) notices.delete(topic);
    else notices.set(topic, message);
  };
  const client = withRetries(
    createWordPressClient({
      config,
      timing: SYNC_TIMING,
      fetch: send,
      onNotice: (message) => notice('permalinks', message),
    }),
    (tried) => sleep(SYNC_TIMING.firstRetry * tried),
  );
  const reading = {
    client,
    now: Date.now,
    pause: () => sleep(SYNC_TIMING.secondLook),
    notice,
    onProgress,
  };
  await checkAccess(reading, config.proxy !== null);
  const feed = await readFeed(reading, EMPTY_CONTENTS, null);
  const { changes } = typeof feed === 'object' ? feed : await readPlain(reading, EMPTY_CONTENTS, null);
  return {
    contents: contentsOf(changes.put.map(({ kind, id, data }) => ({ kind, id, data, version: 1 }))),
    notices: [...notices.values()],
  };
}
