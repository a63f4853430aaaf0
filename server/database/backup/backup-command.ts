import { existsSync } from 'node:fs';
import { access, constants, mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { Kysely } from 'kysely';
import { runCliCommand } from '../../platform/run-cli-command.ts';
import { readBackupArguments } from './backup-arguments.ts';
import { formatRowCounts } from './backup-format.ts';
import { outdatedBackupNames } from './outdated-backups.ts';
import { recordBackupTime } from './last-backup.ts';
import { createPostgresDialect } from '../engines/postgres-dialect.ts';
import { DATABASE_FILE, openSqlite } from '../engines/open-sqlite.ts';
import type { Database } from '../schema/schema.ts';
import { writeBackup } from './write-backup.ts';

await runCliCommand(async ({ dataDir, databaseUrl }) => {
  const { file, dated } = readBackupArguments(new Date());
  const database = path.join(dataDir, DATABASE_FILE);
  if (!databaseUrl && !existsSync(database)) {
    throw new Error(`There is no database ${database}. Set DATA_DIR, or DATABASE_URL, as the server has it.`);
  }
  const dialect = databaseUrl ? createPostgresDialect(databaseUrl, () => {}) : openSqlite(dataDir);
  await prepareFolder(path.resolve(path.dirname(file)), dated !== null);
  const query = new Kysely<Database>({ dialect });
  try {
    const rows = await writeBackup(query, databaseUrl ? 'postgres' : 'sqlite', file);
    const deleted = dated ? await deleteOutdated(dated) : 0;
    await recordBackupTime(dataDir);
    const older = deleted === 0 ? '' : ` Older backups were deleted: ${deleted}.`;
    return `Backed up ${formatRowCounts(rows)}, to ${file}.${older} The secret key is not in it: keep a copy of that too.`;
  } finally {
    await query.destroy();
  }
});

/** Creates the folder if `isMade`. Throws an error that says how to fix it if the folder is not writable. */
async function prepareFolder(folder: string, isMade: boolean): Promise<void> {
  try {
    if (isMade) await mkdir(folder, { recursive: true, mode: 0o700 });
    await access(folder, constants.W_OK);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason';
    const fix = isMade
      ? `Name another by its full path, or make this one first: sudo install -d -o ${process.getuid?.() ?? 'user'} -m 700 ${folder}`
      : 'Name a file in another folder, by its full path.';
    throw new Error(`The backup cannot be written to the folder ${folder} (${code}). ${fix}`, {
      cause: error,
    });
  }
}

/** Deletes the outdated backups of a folder. Returns the number of deleted files. */
async function deleteOutdated({ folder, keep }: { folder: string; keep: number }): Promise<number> {
  const outdated = outdatedBackupNames(await readdir(folder), keep, new Date());
  for (const name of outdated) await rm(path.join(folder, name));
  return outdated.length;
}
