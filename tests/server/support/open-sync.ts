import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { readConfig } from '../../../server/platform/config/config.ts';
import { openContentDatabase } from '../../../server/content/database/content-database.ts';
import { createMirror } from '../../../server/content/mirror/mirror.ts';
import { createSync } from '../../../server/content/mirror/sync.ts';
import type { SyncTiming } from '../../../server/content/mirror/sync-timing.ts';

/**
 * Short delays, because tests of faults wait for retries. The lease is long, because a busy machine may not renew it for
 * seconds.
 */
const QUICK: Partial<SyncTiming> = {
  firstRetry: 5,
  longestRetry: 40,
  secondLook: 5,
  shortestPause: 10,
  plainPause: 10,
  lease: { renewEvery: 100, untilFree: 60_000 },
};

/** Opens a mirror and its sync, like one server. */
export async function openSync(
  env: Record<string, string>,
  { dataDir, timing, now }: { dataDir?: string; timing?: Partial<SyncTiming>; now?: () => number } = {},
) {
  const folder = dataDir ?? (await mkdtemp(path.join(tmpdir(), 'lintel-sync-')));
  const events: Record<string, unknown>[] = [];
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      for (const line of chunk.toString().split('\n').filter(Boolean)) events.push(JSON.parse(line));
      done();
    },
  });
  const log = pino({ level: 'info' }, sink);
  const config = readConfig({ CONTENT_MAX_AGE: '0', DATA_DIR: folder, ...env });
  const { wordpress } = config;
  if (!wordpress) throw new Error('Name a WordPress.');
  const database = await openContentDatabase(config, log);
  const mirror = createMirror({ database, log });
  await mirror.open();
  const sync = createSync({
    config: { wordpress, contentMaxAge: config.contentMaxAge },
    mirror,
    database,
    log,
    timing: { ...QUICK, ...timing },
    ...(now && { now }),
  });
  const close = async () => {
    await sync.stop();
    mirror.close();
    await database.close();
  };
  return {
    database,
    mirror,
    sync,
    events,
    folder,
    /** The data of all entries of a kind, by id. */
    data: (kind: Parameters<ReturnType<typeof mirror.contents>['entries']>[0]) =>
      Object.fromEntries([...mirror.contents().entries(kind)].map(([id, entry]) => [id, entry.data])),
    close,
    async closeAndRemove() {
      await close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export type OpenSync = Awaited<ReturnType<typeof openSync>>;
