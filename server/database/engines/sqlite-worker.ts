import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { eraseDeletedData } from '../state/erase-deleted-data.ts';
import { DatabaseError, withDamageExplained } from './database-error.ts';
import { createStatementCache } from './sqlite-statements.ts';
import type { SqliteThreadResponse, SqliteThreadFault, SqliteThreadTask } from './sqlite-threads.ts';

/** Milliseconds to wait for a lock. Waiting here blocks nothing but this thread. */
const BUSY_TIMEOUT_MS = 5000;
/** Size of the connection's page cache, in bytes. In the pragma, a negative number means kibibytes. */
const CACHE_BYTES = 16 * 2 ** 20;

const file = String(workerData);
let statements: ReturnType<typeof createStatementCache> | undefined;

/** Opens the file at the first query, so that an error reaches the main thread as the result of that query. */
function openStatements(): ReturnType<typeof createStatementCache> {
  return withDamageExplained(file, () => {
    const reader = new DatabaseSync(file, { readOnly: true, timeout: BUSY_TIMEOUT_MS });
    reader.exec(`pragma cache_size = -${CACHE_BYTES / 1024};`);
    return createStatementCache(reader, file);
  });
}

async function run(task: SqliteThreadTask): Promise<unknown[]> {
  if (task.kind === 'query') {
    statements ??= openStatements();
    return statements.prepare(task.sql).all(task.parameters);
  }
  await eraseDeletedData(file, BUSY_TIMEOUT_MS);
  return [];
}

let previous: Promise<void> = Promise.resolve();

/** Runs the tasks one after the other. Otherwise a task could start while erasing waits for other processes. */
parentPort?.on('message', ({ id, task }: { id: number; task: SqliteThreadTask }) => {
  const answer = async (): Promise<SqliteThreadResponse> => {
    try {
      return { id, rows: await run(task) };
    } catch (error) {
      return { id, fault: faultOf(error) };
    }
  };
  previous = previous.then(answer).then((answered) => parentPort?.postMessage(answered));
});

/** Returns the properties of an error that the main thread needs, because an `Error` loses them when it is posted. */
function faultOf(error: unknown): SqliteThreadFault {
  if (!(error instanceof Error)) return { message: String(error), kind: null, errcode: null };
  const { message } = error;
  const source = error instanceof DatabaseError ? error.cause : error;
  const errcode = source instanceof Error && 'errcode' in source ? Number(source.errcode) : null;
  return { message, kind: error instanceof DatabaseError ? error.kind : null, errcode };
}
