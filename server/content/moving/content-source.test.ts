import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { DATABASE_FILE } from '../../database/engines/open-sqlite.ts';
import { openDatabase } from '../../database/open-database.ts';
import { testBuiltInContent } from '../testing/test-content.ts';
import { readEmbeddedContent } from './content-source.ts';

it('closes the database if the content that was edited on this site cannot be read', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'lintel-source-'));
  const place = { dataDir, databaseUrl: null };
  try {
    const database = await openDatabase(place, pino({ level: 'silent' }));
    // The settings can be changed, but never deleted.
    await database.query
      .insertInto('embedded_entries')
      .values({ kind: 'settings', id: 'site', data: null, change: 1 })
      .execute();
    await database.close();
    await expect(readEmbeddedContent(place, testBuiltInContent)).rejects.toThrow(
      'something else than changes',
    );
    const file = path.join(dataDir, DATABASE_FILE);
    // SQLite deletes the log of a database with its last connection.
    expect([existsSync(file), existsSync(`${file}-wal`)]).toEqual([true, false]);
  } finally {
    await rm(dataDir, { recursive: true });
  }
});
