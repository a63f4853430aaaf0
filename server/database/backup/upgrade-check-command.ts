import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import path from 'node:path';
import { Kysely, sql } from 'kysely';
import type { Config } from '../../platform/config/config.ts';
import { PROJECT_ROOT } from '../../platform/root.ts';
import { runCliCommand } from '../../platform/run-cli-command.ts';
import { createPostgresDialect } from '../engines/postgres-dialect.ts';
import { DATABASE_FILE, openSqlite } from '../engines/open-sqlite.ts';
import {
  breakingMigration,
  knownMigrations,
  readMigrationState,
  databaseTooNewMessage,
} from '../schema/migrate-database.ts';
import type { Database } from '../schema/schema.ts';
import { MIGRATION_BACKUP_FOLDER } from './backup-before-migration.ts';

/**
 * The first migration after release 0.4.0. The releases that have it also start with a database that a newer release
 * has changed.
 */
const ACCEPTED_SINCE = '90-embedded-content';

/*
 * Reports what the first start of this release would do to the database. Changes nothing. Exits with status 1 if this
 * release would not start, or if there may be no space for the backup before the migration.
 */
await runCliCommand(async ({ dataDir, databaseUrl, migrationBackup }) => {
  const file = path.resolve(dataDir, DATABASE_FILE);
  if (!databaseUrl && !existsSync(file)) {
    return `There is no database ${file}: the first start makes one.${missingSettings()}`;
  }
  const name = `the database ${databaseUrl ? 'of DATABASE_URL' : file}`;
  const dialect = databaseUrl ? createPostgresDialect(databaseUrl, () => {}) : openSqlite(dataDir);
  const query = new Kysely<Database>({ dialect });
  try {
    const { done, pending, newer } = await readMigrationState(query);
    const breaking = breakingMigration(newer, await knownMigrations());
    if (breaking !== null) throw new Error(databaseTooNewMessage(breaking));
    if (done.length === 0) return `There are no tables in ${name} yet: the first start makes them.`;
    const later = newer.length > 0 ? `A newer release has added to it: ${newer.join(', ')}.\n` : '';
    if (pending.length === 0) return `${later}The first start changes nothing in ${name}.`;
    const backup = migrationBackup
      ? await backupText(query, { dataDir, databaseUrl })
      : 'The first start writes no backup (MIGRATION_BACKUP=off).';
    const back = done.includes(ACCEPTED_SINCE)
      ? ''
      : '\nRelease 0.4.0 and earlier ones do not start with a changed database. To go back to one, restore the backup with it.';
    return `${later}${backup}\nThen it changes ${name}:\n${pending.map(migrationText).join('\n')}${back}`;
  } finally {
    await query.destroy();
  }
});

/**
 * Returns a hint that the settings may be missing, or an empty string if `DATA_DIR` is set or there is a
 * `.env.local`.
 */
function missingSettings(): string {
  const settings = path.join(PROJECT_ROOT, '.env.local');
  if (process.env['DATA_DIR'] || existsSync(settings)) return '';
  return `\nDATA_DIR is not set, and there is no ${settings}. If the site has a database already, link its settings there.`;
}

function migrationText(name: string): string {
  const isBreaking = /-needs-\d+$/.test(name);
  return `  ${name}: ${isBreaking ? 'takes away what this release does not use' : 'only adds, so the release before still works with it'}`;
}

/** Returns a message with the folder and the size of the backup. Throws an error if there may be no space for it. */
async function backupText(
  query: Kysely<Database>,
  { dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>,
): Promise<string> {
  const size = databaseUrl
    ? sql<{ bytes: number | string }>`select pg_database_size(current_database()) as bytes`
    : sql<{ bytes: number }>`select page_count * page_size as bytes from pragma_page_count, pragma_page_size`;
  // A backup is compressed, so it is smaller than the database.
  const bytes = Number((await size.execute(query)).rows[0]?.bytes ?? 0);
  const { bavail, bsize } = await statfs(existsSync(dataDir) ? dataDir : '.');
  const folder = path.resolve(dataDir, MIGRATION_BACKUP_FOLDER);
  const text = `at most ${megabytes(bytes)}; ${megabytes(bavail * bsize)} are free`;
  if (bavail * bsize < bytes) throw new Error(`There may be no space for the backup in ${folder} (${text}).`);
  return `The first start writes a backup to ${folder} (${text}).`;
}

function megabytes(bytes: number): string {
  return `${Math.ceil(bytes / 1e6).toLocaleString('en-US')} MB`;
}
