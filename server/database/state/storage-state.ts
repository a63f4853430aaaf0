import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import type { OpenDatabase } from '../open-database.ts';
import { databaseErrorCode, classifyStoreError } from '../engines/database-error.ts';

/** A period during which writes to the database fail. */
export interface StorageOutage {
  problem: StorageProblem;
  /** The database's error code for the latest failed write. */
  code: string;
  /** Epoch milliseconds of the first failed write. */
  since: number;
  /** Number of failed writes, including the first. */
  failures: number;
}

/**
 * Tracks whether writes to the database fail. Only a write can show that, because a full disk still serves reads. While
 * writes fail, a probe checks for recovery, so that no visitor's request is needed to notice it.
 */
export interface StorageState {
  /** Returns the current outage, or null if there is none. */
  fault(): StorageOutage | null;
  /** Records a failed write. Ignores errors that do not affect every lead. */
  failed(error: unknown): void;
  /** Records a durable write. */
  succeeded(): void;
  stop(): void;
}

interface Options {
  database: Pick<OpenDatabase, 'query' | 'assertInPlace'>;
  log: Logger;
}

/** Milliseconds between probes while writes fail. */
const PROBE_INTERVAL_MS = 2000;
/** About the size of a batch of leads. A smaller write might succeed although a batch no longer fits. */
const PROBE_BYTES = 48 * 1024;
const PROBE_ID = 'storage-probe';

/** Creates the state, without a fault. The first failed write starts the probes, one every two seconds. */
export function createStorageState({ database, log }: Options): StorageState {
  let fault: StorageOutage | null = null;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  function succeeded(): void {
    if (!fault) return;
    clearTimeout(timer);
    const { code, since, failures } = fault;
    fault = null;
    log.info({
      event: 'storage-works-again',
      code,
      failures,
      seconds: Math.round((Date.now() - since) / 1000),
    });
  }

  function probeLater(): void {
    clearTimeout(timer);
    if (stopped || !fault) return;
    timer = setTimeout(() => {
      probe(database).then(succeeded, probeLater);
    }, PROBE_INTERVAL_MS);
    timer.unref();
  }

  return {
    fault: () => fault,
    failed(error) {
      if (classifyStoreError(error) !== 'unreachable') return;
      const problem = storageProblem(error) ?? 'failing';
      const code = databaseErrorCode(error);
      const failures = (fault?.failures ?? 0) + 1;
      const isNew = fault === null;
      fault = { problem, code, since: fault?.since ?? Date.now(), failures };
      if (!isNew) return;
      log.error({ event: 'storage-fails', problem, code });
      probeLater();
    },
    succeeded,
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}

/** Writes and removes an expired session that is as large as a batch of leads. */
async function probe(database: Options['database']): Promise<void> {
  database.assertInPlace();
  const { query } = database;
  // Random data, because PostgreSQL compresses large values.
  const data = randomBytes(PROBE_BYTES).toString('base64');
  await query
    .insertInto('sessions')
    .values({ sid_hash: PROBE_ID, operator_id: null, data, expires_at: 0 })
    .onConflict((conflict) => conflict.column('sid_hash').doUpdateSet({ data }))
    .execute();
  await query.deleteFrom('sessions').where('sid_hash', '=', PROBE_ID).execute();
}

/** Why the database cannot be written to. `failing`: the error code does not identify the cause. */
type StorageProblem = 'full' | 'unwritable' | 'read-only' | 'gone' | 'failing';

/**
 * Storage problems by the code that `databaseErrorCode` returns: SQLite's primary result codes, PostgreSQL's codes for
 * read_only_sql_transaction, disk_full and io_error, and our own code for a missing file.
 */
const PROBLEMS: Readonly<Record<string, StorageProblem>> = {
  SQLITE_8: 'read-only',
  // Also caused by quotas, file-size limits and broken disks.
  SQLITE_10: 'unwritable',
  SQLITE_13: 'full',
  DATABASE_FILE_GONE: 'gone',
  '25006': 'read-only',
  '53100': 'full',
  '58030': 'unwritable',
};

/** Returns the storage problem behind a database error, or null if the error has another cause. */
export function storageProblem(error: unknown): StorageProblem | null {
  const code = databaseErrorCode(error);
  // SQLite encodes the kind of I/O error in the higher bits.
  const [, sqlite] = /^SQLITE_(\d+)$/.exec(code) ?? [];
  return PROBLEMS[sqlite === undefined ? code : `SQLITE_${Number(sqlite) & 0xff}`] ?? null;
}

/** Describes the problem and its fix. `shared` means that the database is PostgreSQL. */
export function describeStorageProblem(
  problem: StorageProblem,
  { shared }: { shared: boolean },
): { detail: string; fix: string } {
  const disk = shared ? 'the disk of the PostgreSQL server' : 'the disk that holds DATA_DIR';
  const resumes = 'Storing resumes by itself; no restart is needed.';
  const space = `Free space on ${disk}, or make it larger. ${resumes}`;
  switch (problem) {
    case 'full':
      return { detail: 'The storage is full: nothing can be saved.', fix: space };
    case 'unwritable':
      return {
        detail: 'The storage is full, over a quota, or broken: nothing can be saved.',
        fix: `${space} If there is space, check the disk itself.`,
      };
    case 'read-only':
      return {
        detail: 'The storage is read-only: nothing can be saved.',
        fix: `Make ${shared ? 'the PostgreSQL server' : 'the database in DATA_DIR'} writable for the server. ${resumes}`,
      };
    case 'gone':
      return {
        detail:
          'The database’s file was deleted, moved or replaced while the server runs: nothing can be saved.',
        fix: `Move it back to DATA_DIR; storing then resumes by itself. If it is lost, stop the server and restore a backup: npm run restore -- <backup file>.`,
      };
    case 'failing':
      return {
        detail: 'The database takes no writes: nothing can be saved.',
        fix: `Check that the database runs and can be reached. The code in the log’s line storage-fails names the cause. ${resumes}`,
      };
  }
}
