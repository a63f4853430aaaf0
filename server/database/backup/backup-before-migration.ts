import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { readMigrationState, type MigrationState } from '../schema/migrate-database.ts';
import type { Database } from '../schema/schema.ts';
import { writeBackup } from './write-backup.ts';

/** Name of the folder, inside the data folder, for the backups that are made before migrations. */
export const MIGRATION_BACKUP_FOLDER = 'backups';
/**
 * Number of backups that are kept. It is small, because backups still contain the personal data of leads that were
 * deleted later.
 */
const KEPT_BACKUPS = 2;
const PREFIX = 'before-';

interface Options {
  query: Kysely<Database>;
  engine: 'sqlite' | 'postgres';
  dataDir: string;
  log: Pick<Logger, 'info'>;
  state: MigrationState;
}

/**
 * Writes a backup if migrations would change existing tables, and removes all but the newest two. Throws an error that
 * says what to do if the backup cannot be written.
 */
export async function backUpBeforeMigration(options: Options): Promise<void> {
  const { query, engine, dataDir, log, state } = options;
  const { done, pending } = state;
  const [next] = pending;
  if (done.length === 0 || next === undefined) return;
  const folder = path.join(dataDir, MIGRATION_BACKUP_FOLDER);
  const time = new Date().toISOString().replaceAll(/[:.]/g, '-');
  const file = path.join(folder, `${PREFIX}${next}-${time}.backup`);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeBackup(query, engine, file);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(
      `This release changes the database, and the backup before that could not be written to ${folder}: ${reason} ` +
        'Make that possible. Or set MIGRATION_BACKUP=off, if you have made a backup yourself.',
      { cause },
    );
  }
  // Another server may have made its own backup and migrated the database in the meantime. Then this backup is not
  // needed.
  if ((await readMigrationState(query)).done.length > done.length) return rm(file, { force: true });
  log.info({ event: 'backed-up-before-migration', file, migrations: pending });
  await removeOlder(folder, path.basename(file));
}

async function removeOlder(folder: string, newest: string): Promise<void> {
  const timeOf = (name: string) => name.slice(-'2026-01-01T00-00-00-000Z.backup'.length);
  const names = (await readdir(folder)).filter((name) => name.startsWith(PREFIX) && name !== newest);
  const older = names
    .filter((name) => name.endsWith('.backup'))
    .toSorted((one, other) => (timeOf(one) < timeOf(other) ? 1 : -1))
    .slice(KEPT_BACKUPS - 1);
  // The partial file of a backup that was killed cannot be restored, but contains personal data.
  const partial = names.filter((name) => name.endsWith('.backup.partial'));
  await Promise.all([...older, ...partial].map((name) => rm(path.join(folder, name), { force: true })));
}
