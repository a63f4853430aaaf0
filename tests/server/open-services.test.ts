import { mkdir } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { openContentDatabase } from '../../server/content/database/content-database.ts';
import { DATABASE_FILE } from '../../server/database/engines/open-sqlite.ts';
import { openServices } from '../../server/services.ts';
import { testConfig } from './test-config.ts';

const log = pino({ level: 'silent' });

/** Returns the databases in a folder that are still open. SQLite deletes a database's log with its last connection. */
function openDatabases(dataDir: string): string[] {
  return [DATABASE_FILE, 'content.db'].filter((name) => {
    expect(existsSync(path.join(dataDir, name))).toBe(true);
    return existsSync(path.join(dataDir, `${name}-wal`));
  });
}

it('content that cannot be opened leaves no database open', async () => {
  const { config, remove } = await testConfig({});
  try {
    const database = await openContentDatabase(config, log);
    await sql`create trigger refuse before insert on content_state begin select raise(abort, 'Refused.'); end`.execute(
      database.query,
    );
    await database.close();
    await expect(openServices({ config, log })).rejects.toThrow('Refused.');
    expect(openDatabases(config.dataDir)).toEqual([]);
  } finally {
    await remove();
  }
});

it('services that fail after their content was opened close it', async () => {
  const { config, remove } = await testConfig({});
  const settings = () => {
    throw new Error('There are no settings.');
  };
  try {
    const opening = openServices({ config, log, wrapContent: (content) => ({ ...content, settings }) });
    await expect(opening).rejects.toThrow('There are no settings.');
    expect(openDatabases(config.dataDir)).toEqual([]);
  } finally {
    await remove();
  }
});

it('services that cannot be opened leave no database open', async () => {
  const { config, remove } = await testConfig({ SECRET_KEY: '' });
  try {
    // The key cannot be written.
    await mkdir(path.join(config.dataDir, 'secret-key'));
    const opening = openServices({ config, log });
    await expect(opening).rejects.toThrow('secret-key');
    const file = path.join(config.dataDir, DATABASE_FILE);
    // SQLite deletes the log of a database with its last connection.
    expect([existsSync(file), existsSync(`${file}-wal`)]).toEqual([true, false]);
  } finally {
    await remove();
  }
});
