import { setTimeout } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { Migrator, type MigrationProvider } from 'kysely/migration';
import * as leads from './migrations/1-leads.ts';
import type { Database } from './schema.ts';

/** In the order of their names. A migration that has run somewhere is never changed: the next one mends it. */
const migrations: MigrationProvider = {
  getMigrations: () => Promise.resolve({ '1-leads': leads }),
};

/** The migrator's own tables. */
export const MIGRATION_TABLES = ['kysely_migration', 'kysely_migration_lock'] as const;

/** The names of all migrations this version knows, in order. */
export async function knownMigrations(): Promise<string[]> {
  return Object.keys(await migrations.getMigrations()).toSorted();
}

/** Brings empty tables up to one migration, for data that is as old as that. Throws when it fails. */
export async function migrateTo(query: Kysely<Database>, name: string): Promise<void> {
  const { error } = await new Migrator({ db: query, provider: migrations }).migrateTo(name);
  if (error !== undefined) throw error;
}

/** SQLite has no lock for a whole migration: of servers that start together, the later ones look again. */
const TRIES = 3;

/**
 * Brings the tables up to date. Several servers may start at once: one migrates, the others find it done. Throws
 * with the migration's name when one fails; none of it remains then.
 */
export async function migrateDatabase(query: Kysely<Database>): Promise<void> {
  const migrator = new Migrator({ db: query, provider: migrations });
  for (let left = TRIES - 1; ; left -= 1) {
    const { error, results } = await migrator.migrateToLatest();
    if (error === undefined) return;
    if (left > 0) {
      await setTimeout(200);
      continue;
    }
    const failed = results?.find((result) => result.status === 'Error')?.migrationName;
    const reason = error instanceof Error ? error.message : 'unknown reason';
    throw new Error(
      `The database cannot be brought up to date${failed ? ` (migration ${failed})` : ''}: ${reason}. ` +
        'Check that it can be reached and written to, and that no newer version of this site has used it.',
      { cause: error },
    );
  }
}
