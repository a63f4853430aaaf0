import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openContentDatabase } from './content-database.ts';
import { readContentState, writeContentState } from './content-tables.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'lintel-content-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

function logInto(lines: string[]) {
  return pino(
    { level: 'info' },
    new Writable({
      write(chunk: Buffer, _encoding, done) {
        lines.push(chunk.toString());
        done();
      },
    }),
  );
}

const open = (lines: string[] = []) => openContentDatabase({ dataDir, databaseUrl: null }, logInto(lines));

test('the stored state persists across restarts', async () => {
  const first = await open();
  await writeContentState(first.query, 'version', '6');
  await writeContentState(first.query, 'version', '7');
  await first.close();
  const second = await open();
  expect(await readContentState(second.query, 'version')).toBe('7');
  expect(await readContentState(second.query, 'home')).toBeNull();
  await second.close();
});

test('the tables of an earlier version open, and their entries stay', async () => {
  const first = await open();
  await first.query.schema
    .alterTable('content_notices')
    .addColumn('changes', 'text', (column) => column.notNull().defaultTo('[]'))
    .execute();
  await first.query
    .insertInto('content_entries')
    .values({ kind: 'page', id: '7', data: '{}', version: 3 })
    .execute();
  await first.close();
  const second = await open();
  await second.query.insertInto('content_notices').values({ id: 'one', received_at: 1 }).execute();
  const tables = await second.query.introspection.getTables();
  const notices = tables.find(({ name }) => name === 'content_notices');
  expect(notices?.columns.map(({ name }) => name)).not.toContain('changes');
  expect(await second.query.selectFrom('content_entries').select('id').execute()).toEqual([{ id: '7' }]);
  await second.close();
});

test('a large write-ahead log is checkpointed automatically', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const database = await open();
  try {
    for (let index = 0; index < 6; index += 1) {
      await writeContentState(database.query, `key ${index}`, 'x'.repeat(2 ** 20));
    }
    const size = async (name: string) => (await stat(path.join(dataDir, name))).size;
    expect(await size('content.db-wal')).toBeGreaterThan(6 * 2 ** 20);
    vi.advanceTimersByTime(5_000);
    await expect.poll(() => size('content.db-wal')).toBe(0);
    expect(await size('content.db')).toBeGreaterThan(6 * 2 ** 20);
    expect(await readContentState(database.query, 'key 5')).toHaveLength(2 ** 20);
  } finally {
    vi.useRealTimers();
    await database.close();
  }
});

test('a file that is not a database is set aside: the copy starts empty, and one event is logged', async () => {
  await writeFile(path.join(dataDir, 'content.db'), 'no database '.repeat(500));
  const lines: string[] = [];
  const database = await open(lines);
  expect(await readContentState(database.query, 'version')).toBeNull();
  await database.close();
  expect(lines.filter((line) => line.includes('content-database-replaced'))).toHaveLength(1);
  expect(await readdir(dataDir)).toContain('content.db.damaged');
});

test('a damaged database is set aside too', async () => {
  const first = await open();
  for (let index = 0; index < 200; index += 1) {
    await writeContentState(first.query, `key ${index}`, 'x'.repeat(500));
  }
  await first.close();
  const file = path.join(dataDir, 'content.db');
  const bytes = await readFile(file);
  bytes.fill(0xab, 4096 * 3);
  await writeFile(file, bytes);
  const lines: string[] = [];
  const second = await open(lines);
  expect(await readContentState(second.query, 'key 1')).toBeNull();
  await second.close();
  expect(lines.join('')).toContain('content-database-replaced');
});

test('a folder that cannot be written to is reported with the fix', async () => {
  const file = path.join(dataDir, 'file');
  await writeFile(file, '');
  await expect(openContentDatabase({ dataDir: file, databaseUrl: null }, logInto([]))).rejects.toThrow(
    'Set DATA_DIR to a folder the server may write to.',
  );
});
