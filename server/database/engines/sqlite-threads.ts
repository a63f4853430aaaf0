import path from 'node:path';
import { Worker } from 'node:worker_threads';
import {
  SqliteDialect,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type Kysely,
  type QueryResult,
} from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '../schema/schema.ts';
import { DatabaseError } from './database-error.ts';

/** A task for a thread: run a read-only query, or erase deleted data from the file. */
export type SqliteThreadTask =
  { kind: 'query'; sql: string; parameters: readonly unknown[] } | { kind: 'erase' };

/**
 * An error in a thread, as it is sent to the main thread. `kind` is the kind of a `DatabaseError`, or null for other
 * errors. `errcode` is SQLite's extended result code, or null if SQLite did not cause the error.
 */
export interface SqliteThreadFault {
  message: string;
  kind: DatabaseError['kind'] | null;
  errcode: number | null;
}

/** The result of a task: its rows or its error. `id` is the task's id. */
export type SqliteThreadResponse = { id: number; rows: unknown[] } | { id: number; fault: SqliteThreadFault };

/** Threads for slow work on the embedded database, which would block the server if it ran in the main thread. */
export interface SqliteThreads {
  /** Returns the rows of a query, or an empty array. Throws the task's error, or an error if the threads are closed. */
  run(task: SqliteThreadTask): Promise<unknown[]>;
  /** Ends the threads. The promises of tasks that are still running reject. */
  close(): Promise<void>;
}

/** Two threads, so that a page of the inbox does not wait for counts or an export. Each thread takes about 10 MB. */
const MAX_THREADS = 2;
/** Maximum attempts for a task. It is tried again, in another thread, only if its thread has ended. */
const TRIES = 2;

const FILE = import.meta.env?.BUILT ? 'sqlite-worker.js' : 'sqlite-worker.ts';

interface Options {
  /** The path of the database file. */
  file: string;
  /**
   * Throws if the file was deleted or replaced, because a new thread would then not open the file that the server has
   * open.
   */
  assertInPlace: () => void;
  log: Logger;
  /** For tests: replaces the start of a thread. */
  startThread?: (file: string) => Worker;
}

interface Pending {
  resolve: (rows: unknown[]) => void;
  reject: (error: Error) => void;
}

interface Thread {
  worker: Worker;
  pending: Map<number, Pending>;
}

/** A thread ended before it completed a task. */
class ThreadEnded extends Error {
  override name = 'ThreadEnded';
}

/** Creates the threads. A thread is started when a task finds no idle one, up to `MAX_THREADS`. */
export function createSqliteThreads({
  file,
  assertInPlace,
  log,
  startThread = (name) =>
    new Worker(path.join(import.meta.dirname, FILE), {
      workerData: name,
      // Under `node --watch`, the thread would also post messages about its imports, which are not results.
      env: { ...process.env, WATCH_REPORT_DEPENDENCIES: '' },
    }),
}: Options): SqliteThreads {
  const threads = new Set<Thread>();
  let lastId = 0;
  let isClosed = false;

  function start(): Thread {
    assertInPlace();
    const worker = startThread(file);
    const thread: Thread = { worker, pending: new Map() };
    threads.add(thread);
    let cause: unknown;
    worker.on('error', (error) => (cause = error));
    worker.on('message', (answer: SqliteThreadResponse) => settle(thread, answer));
    worker.once('exit', () => {
      threads.delete(thread);
      if (!isClosed) log.error({ event: 'database-thread-ended', err: cause });
      const ended = new ThreadEnded('The thread that reads the database has ended.', { cause });
      for (const { reject } of thread.pending.values()) reject(ended);
    });
    worker.unref();
    return thread;
  }

  /** Returns an idle thread. If there is none, starts a new one, or returns the one with the fewest tasks. */
  function leastBusy(): Thread {
    let chosen: Thread | undefined;
    for (const thread of threads) {
      if (!chosen || thread.pending.size < chosen.pending.size) chosen = thread;
    }
    return chosen && (chosen.pending.size === 0 || threads.size === MAX_THREADS) ? chosen : start();
  }

  async function ask(task: SqliteThreadTask): Promise<unknown[]> {
    if (isClosed) throw new Error('The database is closed.');
    const { worker, pending } = leastBusy();
    lastId += 1;
    const id = lastId;
    const { promise, resolve, reject } = Promise.withResolvers<unknown[]>();
    pending.set(id, { resolve, reject });
    // Only a thread with tasks keeps the process running.
    worker.ref();
    worker.postMessage({ id, task });
    return promise;
  }

  return {
    async run(task) {
      for (let tried = 1; ; tried += 1) {
        try {
          return await ask(task);
        } catch (error) {
          if (!(error instanceof ThreadEnded) || tried === TRIES || isClosed) throw error;
        }
      }
    },
    async close() {
      isClosed = true;
      await Promise.all([...threads].map(({ worker }) => worker.terminate()));
    },
  };
}

function settle({ worker, pending }: Thread, answer: SqliteThreadResponse): void {
  const asked = pending.get(answer.id);
  pending.delete(answer.id);
  if (pending.size === 0) worker.unref();
  if ('rows' in answer) return asked?.resolve(answer.rows);
  const { message, kind, errcode } = answer.fault;
  const error = Object.assign(new Error(message), errcode === null ? {} : { errcode });
  asked?.reject(kind === null ? error : new DatabaseError(kind, message, { cause: error }));
}

type MainConnection = Pick<Kysely<Database>, 'executeQuery'>;

/**
 * A dialect that runs read-only queries in `threads`, without transactions. If the database file was deleted and a new
 * thread would have to open it, the query runs on the main connection, which still has the file open, so that leads can
 * still be exported.
 */
export class SqliteThreadDialect extends SqliteDialect {
  readonly #threads: SqliteThreads;
  readonly #main: MainConnection;

  constructor(threads: SqliteThreads, main: MainConnection) {
    super({
      database: () => {
        throw new Error('Threads open the database themselves.');
      },
    });
    this.#threads = threads;
    this.#main = main;
  }

  override createDriver(): Driver {
    const refuse = () =>
      Promise.reject(new Error('This connection only reads. Use `query` for transactions.'));
    const connection: DatabaseConnection = {
      executeQuery: <Row>(compiled: CompiledQuery) => this.#read<Row>(compiled),
      streamQuery: () => {
        throw new Error('Read in batches instead.');
      },
    };
    return {
      init: () => Promise.resolve(),
      acquireConnection: () => Promise.resolve(connection),
      beginTransaction: refuse,
      commitTransaction: refuse,
      rollbackTransaction: refuse,
      releaseConnection: () => Promise.resolve(),
      destroy: () => this.#threads.close(),
    };
  }

  async #read<Row>(compiled: CompiledQuery): Promise<QueryResult<Row>>;
  async #read({ sql, parameters, ...rest }: CompiledQuery): Promise<QueryResult<unknown>> {
    try {
      return { rows: await this.#threads.run({ kind: 'query', sql, parameters }) };
    } catch (error) {
      if (!(error instanceof DatabaseError) || error.kind !== 'file-gone') throw error;
      return this.#main.executeQuery({ sql, parameters, ...rest });
    }
  }
}
