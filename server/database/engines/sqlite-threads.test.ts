import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabase } from '../open-database.ts';
import { createSqliteThreads, type SqliteThreads } from './sqlite-threads.ts';

const log = pino({ level: 'silent' });
/** Takes about a second. */
const SLOW = `
  with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 5000000)
  select count(*) as numbers from numbers
`;

let dataDir: string;
let file: string;
let workers: Worker[];
let threads: SqliteThreads | undefined;
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'lintel-threads-'));
  file = path.join(dataDir, 'lintel.sqlite');
  workers = [];
});
afterEach(async () => {
  await threads?.close();
  await rm(dataDir, { recursive: true, force: true });
});

function openThreads(): SqliteThreads {
  threads = createSqliteThreads({
    file,
    assertInPlace: () => {},
    log,
    startThread: (name) => {
      const worker = new Worker(path.join(import.meta.dirname, 'sqlite-worker.ts'), { workerData: name });
      workers.push(worker);
      return worker;
    },
  });
  return threads;
}

const query = (text: string) => openedThreads().run({ kind: 'query', sql: text, parameters: [] });
const openedThreads = () => threads ?? openThreads();

test('a query of a thread that crashes is run again in a new one', async () => {
  await (await openDatabase({ dataDir, databaseUrl: null }, log)).close();
  openThreads();
  expect(await query('select 1 as one')).toEqual([{ one: 1 }]);
  const slow = query(SLOW);
  await workers[0]?.terminate();
  expect(await slow).toEqual([{ numbers: 5_000_000 }]);
  expect(workers).toHaveLength(2);
});

test('a query that ends two threads fails, and the next one is answered', async () => {
  await (await openDatabase({ dataDir, databaseUrl: null }, log)).close();
  openThreads();
  const slow = query(SLOW.replace('5000000', '500000000'));
  const failed = expect(slow).rejects.toThrow('The thread that reads the database has ended.');
  await workers[0]?.terminate();
  await expect.poll(() => workers.length).toBe(2);
  await workers[1]?.terminate();
  await failed;
  expect(await query('select 2 as two')).toEqual([{ two: 2 }]);
});

test('reading sees every commit, cannot write, and keeps what SQLite and we say about an error', async () => {
  const database = await openDatabase({ dataDir, databaseUrl: null }, log);
  try {
    const { query: main, reads } = database;
    const names = () => reads.selectFrom('destinations').select('name').execute();
    expect(await names()).toEqual([]);
    const row = { state: 'closed', failures: 0, open_until: 0, changed_at: 0 } as const;
    await main
      .insertInto('destinations')
      .values({ name: 'crm', ...row })
      .execute();
    expect(await names()).toEqual([{ name: 'crm' }]);
    await expect(reads.deleteFrom('destinations').execute()).rejects.toMatchObject({ errcode: 8 });
    await expect(sql`select missing`.execute(reads)).rejects.toThrow('no such column: missing');
    await expect(reads.transaction().execute(() => Promise.resolve())).rejects.toThrow('only reads');
  } finally {
    await database.close();
  }
  await writeFile(
    file,
    'This is no database, although it is long enough to have the header of one.'.repeat(20),
  );
  openThreads();
  await expect(query('select * from leads')).rejects.toMatchObject({
    kind: 'damaged',
    message: expect.stringContaining('npm run restore -- --replace <backup file>'),
  });
});

test('while the database file is gone and no thread has it open, queries run on the connection that has', async () => {
  const database = await openDatabase({ dataDir, databaseUrl: null }, log);
  await rm(file);
  expect(await database.reads.selectFrom('leads').select('id').execute()).toEqual([]);
  await database.close();
});
