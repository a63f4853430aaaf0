import { mkdir } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { DATABASE_FILE } from '../../server/database/engines/open-sqlite.ts';
import { openServices } from '../../server/services.ts';
import { testConfig } from './test-config.ts';

it('services that cannot be opened leave no database open', async () => {
  const { config, remove } = await testConfig({ SECRET_KEY: '' });
  try {
    // The key cannot be written.
    await mkdir(path.join(config.dataDir, 'secret-key'));
    const opening = openServices({ config, log: pino({ level: 'silent' }) });
    await expect(opening).rejects.toThrow('secret-key');
    const file = path.join(config.dataDir, DATABASE_FILE);
    // SQLite deletes the log of a database with its last connection.
    expect([existsSync(file), existsSync(`${file}-wal`)]).toEqual([true, false]);
  } finally {
    await remove();
  }
});
