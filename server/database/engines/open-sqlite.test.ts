import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabase } from '../open-database.ts';

let parent: string;
beforeEach(async () => {
  parent = await mkdtemp(path.join(tmpdir(), 'lintel-sqlite-'));
});
afterEach(() => rm(parent, { recursive: true, force: true }));

test('only the server’s own user can read the data folder and the database files', async () => {
  const dataDir = path.join(parent, 'data');
  const umask = process.umask(0o022);
  const database = await openDatabase({ dataDir, databaseUrl: null }, pino({ level: 'silent' }));
  try {
    const mode = async (place: string) => (await stat(place)).mode & 0o777;
    expect(await mode(dataDir)).toBe(0o700);
    const files = (await readdir(dataDir)).toSorted();
    expect(files).toEqual(['lintel.sqlite', 'lintel.sqlite-shm', 'lintel.sqlite-wal']);
    for (const file of files) expect(await mode(path.join(dataDir, file))).toBe(0o600);
  } finally {
    await database.close();
    process.umask(umask);
  }
});

test('a commit waits until it is on the disk', async () => {
  const database = await openDatabase({ dataDir: parent, databaseUrl: null }, pino({ level: 'silent' }));
  try {
    const { rows } = await sql`pragma synchronous`.execute(database.query);
    expect(rows).toEqual([{ synchronous: 2 }]);
  } finally {
    await database.close();
  }
});
