import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { isSqliteBusy } from './database-error.ts';

/** Files in the data folder: the lock, and information about the server that holds it. */
const LOCK_FILE = 'server.lock';
const HOLDER_FILE = 'server.json';

/**
 * Milliseconds to wait for a server that may have been told to stop a moment ago, and between attempts to get the
 * lock.
 */
const LOCK_WAIT_MS = 2000;
const RETRY_DELAY_MS = 100;
/** Milliseconds that a stopping server may take after its `DRAIN_SECONDS`. */
const MAX_STOP_MS = 30_000;

const holderSchema = z.object({
  pid: z.number(),
  host: z.string(),
  since: z.string(),
  port: z.number(),
  stopping: z.boolean(),
});
type Holder = z.infer<typeof holderSchema>;

/** The lock on the data folder. The operating system releases it when the process ends, however it ends. */
export interface ServerLock {
  /** Records the port on which the server listens, for the error message of a second server. */
  listensOn(port: number): void;
  /** Records that this server is stopping, so that the next server waits for it. */
  stops(): void;
  /** Releases the lock. A process that exits need not call this. */
  release(): void;
}

interface Options {
  dataDir: string;
  port: number;
  /** Seconds for which a server still responds after it was told to stop. */
  drainSeconds: number;
  /** Called once if the lock is not free. */
  onWait: (message: string) => void;
  /** For tests: replaces `LOCK_WAIT_MS`. */
  patience?: number;
}

/** The open locks. Without a reference, the garbage collector would close the database and so release the lock. */
const held = new Set<DatabaseSync>();

/**
 * Locks the data folder, so that only one server uses its SQLite files. Waits for a previous server that is stopping.
 * Throws an error that names the other server if the folder stays locked. Commands such as the backup need no lock.
 */
export async function lockDataFolder(options: Options): Promise<ServerLock> {
  const { dataDir, drainSeconds, onWait, patience = LOCK_WAIT_MS } = options;
  const lock = open(dataDir);
  const started = performance.now();
  for (let waits = false; !tryLock(lock); waits = true) {
    const holder = readHolder(dataDir);
    const limit = holder?.stopping ? drainSeconds * 1000 + MAX_STOP_MS : patience;
    if (waits && performance.now() - started >= limit) {
      lock.close();
      throw new Error(
        `${inWords(dataDir, holder)}. SQLite allows one server for each folder: stop that server, set DATA_DIR to ` +
          'another folder, or set DATABASE_URL to share a PostgreSQL database.',
      );
    }
    if (!waits) onWait(`${inWords(dataDir, holder)}. Waiting for it to stop.`);
    await sleep(RETRY_DELAY_MS);
  }
  held.add(lock);
  let holder: Holder = {
    pid: process.pid,
    host: hostname(),
    since: new Date().toISOString(),
    port: options.port,
    stopping: false,
  };
  const note = (change: Partial<Holder>) => {
    holder = { ...holder, ...change };
    noteHolder(dataDir, holder);
  };
  note({});
  return {
    listensOn: (port) => note({ port }),
    stops: () => note({ stopping: true }),
    release() {
      held.delete(lock);
      lock.close();
    },
  };
}

function open(dataDir: string): DatabaseSync {
  const file = path.join(dataDir, LOCK_FILE);
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    closeSync(openSync(file, 'a', 0o600));
    return new DatabaseSync(file, { timeout: 0 });
  } catch (cause) {
    throw unusable(file, cause);
  }
}

/**
 * Begins a transaction that stays open until the lock is released. SQLite then holds an operating-system lock on the
 * file, which works on every operating system and across containers. The transaction writes nothing, so a crash leaves
 * nothing to recover. Returns false if another process holds the lock.
 */
function tryLock(lock: DatabaseSync): boolean {
  try {
    lock.exec('begin exclusive');
    return true;
  } catch (cause) {
    if (isSqliteBusy(cause)) return false;
    const file = lock.location() ?? LOCK_FILE;
    lock.close();
    throw unusable(file, cause);
  }
}

function unusable(file: string, cause: unknown): Error {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new Error(
    `The database ${file} cannot be opened (${reason}). Set DATA_DIR to a folder the server may write to.`,
    { cause },
  );
}

function inWords(dataDir: string, holder: Holder | null): string {
  if (!holder) return `Another server uses ${dataDir}`;
  const { pid, host, since, port } = holder;
  const at = port === 0 ? '' : `, port ${port}`;
  return `Another server uses ${dataDir}: process ${pid} on ${host}${at}, since ${since}`;
}

/**
 * Reads the information about the server that holds the lock; null if it is missing or incomplete. It may also be of an
 * earlier server, so it determines only the messages and the time to wait.
 */
function readHolder(dataDir: string): Holder | null {
  try {
    return holderSchema.parse(JSON.parse(readFileSync(path.join(dataDir, HOLDER_FILE), 'utf8')));
  } catch {
    return null;
  }
}

function noteHolder(dataDir: string, holder: Holder): void {
  try {
    writeFileSync(path.join(dataDir, HOLDER_FILE), `${JSON.stringify(holder)}\n`, { mode: 0o600 });
  } catch {
    // A full disk must not keep a server from starting or stopping.
  }
}
