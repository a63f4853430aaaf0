import { setTimeout as sleep } from 'node:timers/promises';
import type { WordPressConfig } from '../../platform/config/config.ts';
import {
  createMirrorContents,
  EMPTY_MIRROR_CONTENTS,
  type MirrorEntryKind,
  type MirrorContents,
} from '../values/mirror-contents.ts';
import { readChangeFeed } from './read-change-feed.ts';
import { readWithoutChangeFeed } from './read-without-change-feed.ts';
import { checkAccountAccess } from './read-context.ts';
import { SYNC_TIMING_MS } from './sync-timing.ts';
import { createWordPressClient, withReadRetries } from '../rest/wordpress-client.ts';

interface Options {
  config: WordPressConfig;
  fetch?: typeof fetch;
  onProgress?: (kind: MirrorEntryKind, read: number, total: number | null) => void;
}

/**
 * Reads all content of a WordPress site once, into memory, for imports, exports and the doctor. `notices` are problems
 * that did not prevent the read. Throws a `ContentError` if WordPress cannot be read.
 */
export async function readWordPressOnce({
  config,
  fetch: send = fetch,
  onProgress = () => {},
}: Options): Promise<{ contents: MirrorContents; notices: readonly string[] }> {
  const notices = new Map<string, string>();
  const notice = (topic: string, message: string | null) => {
    if (message === null) notices.delete(topic);
    else notices.set(topic, message);
  };
  const client = withReadRetries(
    createWordPressClient({
      config,
      timing: SYNC_TIMING_MS,
      fetch: send,
      onNotice: (message) => notice('permalinks', message),
    }),
    (tried) => sleep(SYNC_TIMING_MS.firstRetry * tried),
  );
  const reading = {
    client,
    now: Date.now,
    pause: () => sleep(SYNC_TIMING_MS.secondLook),
    notice,
    onProgress,
  };
  await checkAccountAccess(reading, config.proxy !== null);
  const feed = await readChangeFeed(reading, EMPTY_MIRROR_CONTENTS, null);
  const { changes } =
    typeof feed === 'object' ? feed : await readWithoutChangeFeed(reading, EMPTY_MIRROR_CONTENTS, null);
  return {
    contents: createMirrorContents(changes.put.map(({ kind, id, data }) => ({ kind, id, data, version: 1 }))),
    notices: [...notices.values()],
  };
}
