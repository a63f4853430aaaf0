import { setTimeout as sleep } from 'node:timers/promises';
import PQueue from 'p-queue';
import type { Logger } from 'pino';
import type { WordPressConfig } from '../../platform/config.ts';
import { runInBackground } from '../../platform/run-in-background.ts';
import { freshFlight } from '../../platform/single-flight.ts';
import type { ContentDatabase } from './content-database.ts';
import { ContentFault, createFaultLog } from './content-fault.ts';
import { readEverything, type Marks } from './read-everything.ts';
import type { Mirror } from './mirror.ts';
import { readChanges } from './read-changes.ts';
import { isReadByName, readNamed, type NamedChange } from './read-named.ts';
import { PUBLIC_PAGES, type Collection } from './read-collection.ts';
import { PARTS, readParts, type PartReading } from './read-parts.ts';
import { createSyncLease } from './sync-lease.ts';
import { createSyncReports, type SyncReport } from './sync-report.ts';
import { jittered, SYNC_TIMING, waitAfter, type SyncTiming } from './sync-timing.ts';
import { createWordPressClient, withRetries } from './wordpress-client.ts';

/** The state of the sync, for operators. */
export interface SyncHealth {
  source: 'wordpress';
  /** `reading` means that the first full pass has not finished. */
  state: 'reading' | 'current' | 'failing';
  /** Epoch milliseconds of the last read without a fault; null if there was no such read. */
  lastGoodAt: number | null;
  lastFault: string | null;
  /** Problems for an editor or operator, each with its fix. */
  notices: readonly string[];
  /** Whether this server does the syncing. */
  syncing: boolean;
  /** The progress of the running full pass; null if none is running. */
  progress: Readonly<Record<string, { read: number; total: number | null }>> | null;
}

/** Keeps the mirror in sync with WordPress. */
export interface Sync {
  start(): void;
  stop(): Promise<void>;
  /** Checks for changes now, or asks the syncing server to. Resolves after the check or the request; never rejects. */
  check(): Promise<void>;
  /** Whether this server does the syncing. */
  isSyncing(): boolean;
  /**
   * Reads the changes that a notice names. Resolves with the reason if WordPress cannot be read, otherwise with null.
   * Rejects if another server syncs.
   */
  read(named: readonly NamedChange[]): Promise<string | null>;
  health(): SyncHealth;
}

/** Minimum number of milliseconds between two progress log events. */
const PROGRESS_EVERY = 3_000;

export interface SyncParts {
  config: { wordpress: WordPressConfig; contentMaxAge: number };
  mirror: Mirror;
  database: ContentDatabase;
  log: Logger;
  now?: () => number;
  fetch?: typeof fetch;
  timing?: Partial<SyncTiming>;
}

/** Creates the sync of this mirror with the configured WordPress. */
export function createSync(parts: SyncParts): Sync {
  const { config, mirror, database, log, now = Date.now } = parts;
  const timing = { ...SYNC_TIMING, ...parts.timing };
  const ended = new AbortController();
  const warn = createFaultLog(log, now);
  const notices = new Map<string, string>();
  const reports = createSyncReports(database, now);
  const lease = createSyncLease(database, log, timing.lease);
  /** Cleared after a fault and before each full pass. */
  const denied = new Set<string>();
  const pause = (milliseconds: number) => sleep(milliseconds, undefined, { signal: ended.signal });

  let marks: Marks | null = null;
  let turn = 0;
  let faults = 0;
  let fullPassAt = 0;
  let lastGoodAt: number | null = null;
  let lastFault: string | null = null;
  let progress: Record<string, { read: number; total: number | null }> | null = null;
  let progressLoggedAt = 0;
  /** The latest report of the syncing server, if another server syncs. */
  let reported: SyncReport | null = null;

  const client = withRetries(
    createWordPressClient({
      config: config.wordpress,
      timing,
      fetch: parts.fetch ?? fetch,
      onNotice: (message) => setNotice('permalinks', message),
      signal: ended.signal,
      denied,
    }),
    (tried) => pause(jittered(timing.firstRetry * 2 ** (tried - 1))),
  );
  const reading: PartReading = {
    client,
    now,
    pause: () => pause(timing.secondLook),
    notice: setNotice,
    onProgress,
  };

  const ownReport = (): SyncReport => ({ lastGoodAt, lastFault, notices: [...notices.values()] });

  function setNotice(topic: string, message: string | null): void {
    if (message !== null && notices.get(topic) !== message) {
      log.warn({ event: 'content-notice', topic }, message);
    }
    if (message === null) notices.delete(topic);
    else notices.set(topic, message);
  }

  function onProgress(kind: Collection['kind'], read: number, total: number | null): void {
    if (!progress) return;
    progress[kind] = { read, total };
    if (now() - progressLoggedAt < PROGRESS_EVERY) return;
    progressLoggedAt = now();
    log.info({ event: 'content-sync-progress', ...progress });
  }

  /** Reads everything, and stores it after the whole read has succeeded. */
  async function passOver(): Promise<void> {
    const started = now();
    denied.clear();
    progress = {};
    progressLoggedAt = started;
    try {
      const { changes, marks: read } = await readEverything(
        reading,
        mirror.contents(),
        config.wordpress.proxy !== null,
      );
      await store(changes);
      marks = read;
      fullPassAt = now();
      const { version } = mirror.contents();
      log.info({ event: 'content-sync-complete', milliseconds: now() - started, version, ...progress });
    } finally {
      progress = null;
    }
  }

  async function store(changes: Parameters<Mirror['apply']>[0]): Promise<void> {
    // A server that was paused may have lost the lease. It must not overwrite what another server has read since.
    if (!lease.held()) throw new LeaseLostError();
    const { version } = mirror.contents();
    const after = await mirror.apply(changes);
    if (after.version === version) return;
    const { put, remove } = changes;
    log.info({ event: 'content-changed', version: after.version, put: put.length, removed: remove.length });
  }

  function needsEverything(): boolean {
    const { complete, unreadable } = mirror.contents();
    // A full pass cannot repair the settings while the plugin is inactive; a poll notices when it is active again.
    if (!marks || !complete || unreadable.some(({ kind }) => kind !== 'settings')) return true;
    if (lastGoodAt !== null && now() - lastGoodAt > timing.longOutage) return true;
    // Run full passes more often if polls cannot detect all changes.
    const blind = marks.lists.some(
      ({ collection, total }) => total === null || (collection === PUBLIC_PAGES && client.signedIn),
    );
    return (
      now() - fullPassAt > (blind ? Math.min(timing.longOutage, timing.fullPassEvery) : timing.fullPassEvery)
    );
  }

  /**
   * Reads WordPress once: with this step, or everything if that is needed. Returns the number of milliseconds to wait
   * before the next check.
   */
  async function look(readStep: () => Promise<boolean>): Promise<number> {
    try {
      // The outage may have started before this server did.
      lastGoodAt ??= (await reports.read())?.lastGoodAt ?? null;
      if (needsEverything() || !(await readStep())) await passOver();
      lastGoodAt = now();
      lastFault = null;
      faults = 0;
      await reports.write(ownReport());
      return Math.max(config.contentMaxAge * 1_000, timing.shortestPause);
    } catch (error) {
      if (ended.signal.aborted || error instanceof LeaseLostError) return timing.shortestPause;
      lastFault = error instanceof Error ? error.message : String(error);
      if (error instanceof ContentFault) warn(lastFault);
      else log.error({ event: 'content-sync-failed', err: error }, lastFault);
      await reports.write(ownReport()).catch(() => {});
      faults += 1;
      denied.clear();
      return waitAfter(error, faults, timing);
    }
  }

  /** Reads and stores the changes. Returns false if they cannot be determined and everything must be read. */
  async function poll(): Promise<boolean> {
    const found = marks && (await readChanges(reading, mirror.contents(), marks, turn));
    turn += 1;
    if (!found) return false;
    await store(found.changes);
    marks = found.marks;
    if (!marks.partsDue) return true;
    // Stored separately from the lists, so that an edit does not have to wait for the parts.
    await store(await readParts(reading, mirror.contents(), PARTS, found.state));
    marks = { ...marks, partsDue: false };
    return true;
  }

  /** Like `poll`, but reads only the changes that a notice names. The next poll still finds all others. */
  async function pollNamed(named: readonly NamedChange[]): Promise<boolean> {
    if (!isReadByName(named)) return poll();
    const found = marks && (await readNamed(reading, mirror.contents(), marks, named));
    if (!found) return false;
    await store(found.changes);
    marks = found.marks;
    return true;
  }

  /** One check at a time: a slow check must not overwrite what a later one has read. */
  const looks = new PQueue({ concurrency: 1 });
  const lookInTurn = (readStep: () => Promise<boolean>) => looks.add(() => look(readStep));

  let timer: NodeJS.Timeout | undefined;
  let started = false;

  /**
   * Runs one step: checks WordPress if this server syncs, otherwise reads the report of the server that does. A call
   * during a step runs another one, because the running step may have started too early to see a change.
   */
  const step = freshFlight(async () => {
    clearTimeout(timer);
    let wait = timing.lease.renewEvery;
    if (lease.held()) wait = await lookInTurn(poll);
    else reported = await reports.read().catch(() => reported);
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
        // Our marks may be out of date, because another server may have synced in the meantime.
        marks = null;
        checkLater();
      });
      lease.start();
      stepLater();
    },
    async stop() {
      ended.abort();
      clearTimeout(timer);
      await step.settled();
      await looks.onIdle();
      await lease.stop();
    },
    check,
    isSyncing: () => lease.held(),
    async read(named) {
      await lookInTurn(() => pollNamed(named));
      if (!lease.held() || ended.signal.aborted) throw new LeaseLostError('This server no longer syncs.');
      return lastFault;
    },
    health() {
      const syncing = lease.held();
      const report = syncing || !reported ? ownReport() : reported;
      const failing = report.lastFault !== null;
      return {
        source: 'wordpress',
        ...report,
        state: failing ? 'failing' : mirror.contents().complete ? 'current' : 'reading',
        syncing,
        progress,
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

/** Thrown when another server has taken over syncing. */
class LeaseLostError extends Error {
  override name = 'LeaseLostError';
}
