import { setTimeout as delay } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { Migrator, type MigrationProvider } from 'kysely/migration';
import * as leads from './migrations/1-leads.ts';
import * as operators from './migrations/2-operators.ts';
import * as leanIndexes from './migrations/3-lean-indexes.ts';
import type { Database } from './schema.ts';

/** In the order of their names. A migration that has run somewhere is never changed: the next one mends it. */
const migrations: MigrationProvider = {
  getMigrations: () =>
    Promise.resolve({ '1-leads': leads, '2-operators': operators, '3-lean-indexes': leanIndexes }),
};

/**
 * PostgreSQL's code for a transaction that it ended because it and another waited for each other: a server of the version
 * before may go on, and takes its locks in any order. Nothing was changed; tried again after so many milliseconds.
 */
const DEADLOCK = '40P01';
const WAIT = 100;
const TRIES = 20;

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

/**
 * Brings the tables up to date, all of it or nothing, also when the server is killed meanwhile. Several servers may
 * start at once: one migrates, the others wait and find it done. Throws with the migration's name when one fails.
 */
export async function migrateDatabase(query: Kysely<Database>): Promise<void> {
  for (let tried = 1; ; tried += 1) {
    const { error, results } = await new Migrator({ db: query, provider: migrations }).migrateToLatest();
    if (error === undefined) return;
    const code: unknown = error instanceof Error && Reflect.get(error, 'code');
    if (code === DEADLOCK && tried < TRIES) {
      await delay(WAIT * (0.5 + Math.random()));
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
