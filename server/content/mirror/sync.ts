import { AppError } from '../../platform/app-error.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { WordPressConfig } from '../../platform/config/config.ts';
import { runInBackground } from '../../platform/async/run-in-background.ts';
import { freshSingleFlight } from '../../platform/async/single-flight.ts';
import type { ContentDatabase } from '../database/content-database.ts';
import { ContentError, createSourceFaultLog } from '../rest/content-error.ts';
import { settleChangeNotices, pendingChangeNoticeIds } from './change-notices.ts';
import type { Mirror } from './mirror.ts';
import { readSyncPosition, type SyncPosition } from './mirror-rows.ts';
import { withReplacedKinds, type MirrorEntryKind, type MirrorChanges } from '../values/mirror-contents.ts';
import { readChangeFeed } from './read-change-feed.ts';
import { readWithoutChangeFeed } from './read-without-change-feed.ts';
import { checkAccountAccess, type WordPressReadContext } from './read-context.ts';
import { createSyncLease } from './sync-lease.ts';
import { createSyncReportStore, type SyncReport } from './sync-report.ts';
import { jitteredDelayMs, SYNC_TIMING_MS, syncRetryDelayMs, type SyncTiming } from './sync-timing.ts';
import { createWordPressClient, withReadRetries } from '../rest/wordpress-client.ts';

/** The state of the sync, as operators see it. */
export interface SyncHealth {
  source: 'wordpress';
  /** `failing` if the last read had a fault; otherwise `reading` until the first full pass has finished. */
  state: 'reading' | 'current' | 'failing';
  /** Epoch milliseconds of the last read without a fault; null if there was no such read. */
  lastGoodAt: number | null;
  lastFault: string | null;
  /** Problems for an editor or operator, each with its fix. */
  notices: readonly string[];
  /** Whether this server does the syncing. */
  syncing: boolean;
}

/** Keeps the mirror in sync with WordPress. */
export interface Sync {
  start(): void;
  stop(): Promise<void>;
  /**
   * Checks for changes now, or asks the syncing server to check. Resolves after the check or the request; never
   * rejects.
   */
  check(): Promise<void>;
  health(): SyncHealth;
}

/** Minimum milliseconds between two progress log events. */
const PROGRESS_EVERY_MS = 3_000;
/** The topics of notices that apply only without the change feed. */
const PLAIN_TOPICS = [
  'plugin',
  'pages',
  'hidden pages',
  'protected pages',
  'protected posts',
  'front-page',
  'menu primary',
  'menu footer',
];

export interface SyncOptions {
  config: { wordpress: WordPressConfig; contentMaxAge: number };
  mirror: Mirror;
  database: ContentDatabase;
  log: Logger;
  now?: () => number;
  fetch?: typeof fetch;
  /** Whether the source stores only valid settings, as the embedded one does. */
  storesValidSettings?: boolean;
  timing?: Partial<SyncTiming>;
}

/** Creates the sync of this mirror with the configured WordPress. */
export function createSync(parts: SyncOptions): Sync {
  const { config, mirror, database, log, now = Date.now } = parts;
  const timing = { ...SYNC_TIMING_MS, ...parts.timing };
  const ended = new AbortController();
  const warn = createSourceFaultLog(log, now);
  const notices = new Map<string, string>();
  const reports = createSyncReportStore(database, now);
  const lease = createSyncLease(database, log, timing.lease);
  const pause = (milliseconds: number) => sleep(milliseconds, undefined, { signal: ended.signal });

  let faults = 0;
  let lastGoodAt: number | null = null;
  let lastFault: string | null = null;
  let progress: Record<string, { read: number; total: number | null }> = {};
  let progressLoggedAt = 0;
  /** The latest report of the syncing server, if another server syncs. */
  let otherReport: SyncReport | null = null;

  const client = withReadRetries(
    createWordPressClient({
      config: config.wordpress,
      timing,
      fetch: parts.fetch ?? fetch,
      onNotice: (message) => setNotice('permalinks', message),
      signal: ended.signal,
    }),
    (tried) => pause(jitteredDelayMs(timing.firstRetry * 2 ** (tried - 1))),
  );
  const reading: WordPressReadContext = {
    client,
    now,
    pause: () => pause(timing.secondLook),
    notice: setNotice,
    onProgress,
    storesValidSettings: parts.storesValidSettings ?? false,
  };

  const ownReport = (): SyncReport => ({ lastGoodAt, lastFault, notices: Object.fromEntries(notices) });

  function setNotice(topic: string, message: string | null): void {
    if (message !== null && notices.get(topic) !== message) {
      log.warn({ event: 'content-notice', topic }, message);
    }
    if (message === null) notices.delete(topic);
    else notices.set(topic, message);
  }

  function onProgress(kind: MirrorEntryKind, read: number, total: number | null): void {
    progress[kind] = { read, total };
    if (now() - progressLoggedAt < PROGRESS_EVERY_MS) return;
    progressLoggedAt = now();
    log.info({ event: 'content-sync-progress', ...progress });
  }

  /**
   * Reads the changes since the stored position, or everything if a full pass is due, from the change feed or else from
   * core's REST API. The changes and the new position are stored together, so a server that stops in between reads the
   * same changes again. Returns the milliseconds until the next check.
   */
  async function read(): Promise<number> {
    const stored = mirror.contents();
    const position = await readSyncPosition(database.query, client.home);
    // Missing settings keep their known value, but not the value of another WordPress site.
    const known = position ? stored : withReplacedKinds(stored, new Map([['settings', new Map()]]), stored);
    const isDue =
      position === null ||
      !known.complete ||
      // Without the plugin, a full pass does not return the settings.
      known.unreadable.some(({ kind }) => kind !== 'settings' || position.cursor !== null) ||
      Math.abs(now() - position.fullPassAt) > timing.fullPassEvery;
    progress = {};
    const started = now();
    progressLoggedAt = started;
    let since = isDue ? null : position.cursor;
    let feed = await readChangeFeed(reading, known, since);
    if (feed === 'reset') {
      log.info({ event: 'content-feed-reset' });
      since = null;
      feed = await readChangeFeed(reading, known, since);
    }
    const plainSince = isDue ? null : position.readAt;
    const isFull = (typeof feed === 'object' ? since : plainSince) === null;
    if (isFull) await checkAccountAccess(reading, config.wordpress.proxy !== null);
    const fullPassAt = isFull || !position ? started : position.fullPassAt;
    if (typeof feed === 'object') {
      for (const topic of PLAIN_TOPICS) setNotice(topic, null);
      await store(feed.changes, { home: client.home, cursor: feed.cursor, readAt: null, fullPassAt });
    } else {
      const { changes, readAt } = await readWithoutChangeFeed(reading, known, plainSince);
      await store(changes, { home: client.home, cursor: null, readAt, fullPassAt });
    }
    if (isFull) {
      const { version } = mirror.contents();
      log.info({ event: 'content-sync-complete', milliseconds: now() - started, version, ...progress });
    }
    return Math.max(config.contentMaxAge * 1_000, typeof feed === 'object' ? 0 : timing.plainPause);
  }

  async function store(changes: MirrorChanges, position: SyncPosition): Promise<void> {
    // A server that was paused may have lost the lease. It must not overwrite newer content of another server.
    if (!lease.held()) throw new AppError('lease-lost', 'Another server syncs now.');
    const { version } = mirror.contents();
    const after = await mirror.apply(changes, position);
    if (after.version === version) return;
    const { put, remove } = changes;
    log.info({ event: 'content-changed', version: after.version, put: put.length, removed: remove.length });
  }

  /** Reads WordPress once. Returns the milliseconds until the next check. Records a fault instead of throwing. */
  async function look(): Promise<number> {
    const { query } = database;
    let waiting: readonly string[] = [];
    try {
      await resume();
      // Lists the change notices before WordPress is read, so that the read includes the changes that they announce.
      waiting = await pendingChangeNoticeIds(query);
      const wait = await read();
      await settleChangeNotices(query, waiting, { version: mirror.contents().version }, now());
      lastGoodAt = now();
      lastFault = null;
      faults = 0;
      await reports.write(ownReport());
      return Math.max(wait, timing.shortestPause);
    } catch (error) {
      if (ended.signal.aborted || (error instanceof AppError && error.kind === 'lease-lost'))
        return timing.shortestPause;
      lastFault = error instanceof Error ? error.message : String(error);
      if (error instanceof ContentError) warn(lastFault);
      else log.error({ event: 'content-sync-failed', err: error }, lastFault);
      await settleChangeNotices(query, waiting, { fault: lastFault }, now()).catch(() => {});
      await reports.write(ownReport()).catch(() => {});
      faults += 1;
      return syncRetryDelayMs(error, faults, timing);
    }
  }

  /**
   * Takes over the time and notices of the last stored report, unless this server has already read without a fault. A
   * read that is not a full pass does not detect all of these notices again.
   */
  async function resume(): Promise<void> {
    if (lastGoodAt !== null) return;
    const before = await reports.read();
    lastGoodAt = before?.lastGoodAt ?? null;
    for (const [topic, message] of Object.entries(before?.notices ?? {})) setNotice(topic, message);
  }

  let timer: NodeJS.Timeout | undefined;
  let started = false;

  /**
   * Runs one step, and schedules the next: reads WordPress if this server syncs, otherwise the report of the server
   * that does. Steps run one at a time, because a slow one must not overwrite newer content. A call during a step
   * runs another step after it, because the running one may have begun too early to see a change.
   */
  const step = freshSingleFlight(async () => {
    clearTimeout(timer);
    let wait = timing.lease.renewEvery;
    if (lease.held()) wait = await look();
    else otherReport = await reports.read().catch(() => otherReport);
    clearTimeout(timer);
    if (started && !ended.signal.aborted) timer = setTimeout(stepLater, wait).unref();
  });

  const stepLater = () => runInBackground(log, 'content-sync-failed', step);
  const checkLater = () => runInBackground(log, 'content-sync-failed', check);

  return {
    start() {
      started = true;
      database.listen({ onCheck: () => lease.held() && checkLater() });
      lease.onTaken(() => {
        // Another server may have stored a newer report.
        lastGoodAt = null;
        checkLater();
      });
      lease.start();
      stepLater();
    },
    async stop() {
      ended.abort();
      clearTimeout(timer);
      await step.settled();
      await lease.stop();
    },
    check,
    health() {
      const syncing = lease.held();
      const report = syncing || !otherReport ? ownReport() : otherReport;
      const failing = report.lastFault !== null;
      return {
        source: 'wordpress',
        ...report,
        notices: Object.values(report.notices),
        state: failing ? 'failing' : mirror.contents().complete ? 'current' : 'reading',
        syncing,
      };
    },
  };

  async function check(): Promise<void> {
    if (!lease.held()) {
      await database.requestCheck().catch((error: unknown) => {
        log.warn({ event: 'content-check-failed', err: error });
      });
      return;
    }
    return step();
  }
}
