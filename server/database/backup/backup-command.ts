import { existsSync } from 'node:fs';
import path from 'node:path';
import { Kysely } from 'kysely';
import { runCommand } from '../../platform/run-command.ts';
import { readBackupArguments } from './backup-arguments.ts';
import { countsText } from './backup-format.ts';
import { noteBackup } from './last-backup.ts';
import { openPostgres } from '../engines/open-postgres.ts';
import { DATABASE_FILE, openSqlite } from '../engines/open-sqlite.ts';
import type { Database } from '../schema/schema.ts';
import { writeBackup } from './write-backup.ts';

await runCommand(async ({ dataDir, databaseUrl }) => {
  const { file } = readBackupArguments('npm run backup -- <new file>');
  const database = path.join(dataDir, DATABASE_FILE);
  if (!databaseUrl && !existsSync(database)) {
    throw new Error(`There is no database ${database}. Set DATA_DIR, or DATABASE_URL, as the server has it.`);
  }
  const dialect = databaseUrl ? openPostgres(databaseUrl, () => {}) : openSqlite(dataDir);
  const query = new Kysely<Database>({ dialect });
  try {
    const rows = await writeBackup(query, databaseUrl ? 'postgres' : 'sqlite', file);
    await noteBackup(dataDir);
    return `Backed up ${countsText(rows)}, to ${file}. The secret key is not in it: keep a copy of that too.`;
  } finally {
    await query.destroy();
  }
});
