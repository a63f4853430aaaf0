import { setTimeout as delay } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { Migrator, type Migration, type MigrationProvider } from 'kysely/migration';
import { DatabaseError } from '../engines/database-error.ts';
import * as leads from './migrations/1-leads.ts';
import * as operators from './migrations/2-operators.ts';
import * as leanIndexes from './migrations/3-lean-indexes.ts';
import * as subscriptionDeliveries from './migrations/4-subscription-deliveries.ts';
import * as followUps from './migrations/6-follow-ups.ts';
import * as editors from './migrations/7-editors.ts';
import * as layoutVariants from './migrations/8-layout-variants.ts';
import * as rateLimits from './migrations/9-rate-limits.ts';
import * as embeddedContent from './migrations/90-embedded-content.ts';
import * as wordPressConnection from './migrations/91-wordpress-connection.ts';
import * as comments from './migrations/92-comments.ts';
import type { Database } from './schema.ts';

/**
 * The migrations, ordered by number. Never change a migration that has run anywhere; correct it with a new one. Kysely
 * sorts their names as text, so 90 follows 9, and 93 is the next.
 */
const migrations: MigrationProvider = {
  getMigrations: () =>
    Promise.resolve({
      '1-leads': leads,
      '2-operators': operators,
      '3-lean-indexes': leanIndexes,
      '4-subscription-deliveries': subscriptionDeliveries,
      '5-lead-details': addLeadColumns('topic', 'property_address', 'bedrooms', 'timing'),
      '6-follow-ups': followUps,
      '7-editors': editors,
      '8-layout-variants': layoutVariants,
      '9-rate-limits': rateLimits,
      '90-embedded-content': embeddedContent,
      '91-wordpress-connection': wordPressConnection,
      '92-comments': comments,
    }),
};

/** Returns a migration that adds text columns to `leads`, for fields of `src/contracts/leads/lead-fields.ts`. */
function addLeadColumns(...columns: readonly string[]): Migration {
  return {
    async up(database) {
      for (const column of columns) {
        await database.schema.alterTable('leads').addColumn(column, 'text').execute();
      }
    },
  };
}

/** Compares as Kysely sorts the names that it finds here. */
const inOrder = (one: string, other: string): number => (one < other ? -1 : 1);

const migrator = (query: Kysely<Database>) =>
  new Migrator({ db: query, provider: migrations, nameComparator: inOrder });

/**
 * PostgreSQL's code for a deadlock. A server of the previous version that is still running may cause one. Nothing was
 * changed, so the migration is retried after about `WAIT` milliseconds.
 */
const DEADLOCK = '40P01';
const DEADLOCK_WAIT_MS = 100;
const TRIES = 20;

/** The tables that Kysely's migrator creates. */
export const MIGRATION_TABLES = ['kysely_migration', 'kysely_migration_lock'] as const;

/** Returns the names of all migrations that this version knows, in order. */
export async function knownMigrations(): Promise<string[]> {
  return Object.keys(await migrations.getMigrations()).toSorted(inOrder);
}

/** Migrates up to and including a migration, so that data of that version can be inserted. */
export async function migrateTo(query: Kysely<Database>, name: string): Promise<void> {
  const { error } = await migrator(query).migrateTo(name);
  if (error !== undefined) throw error;
}

/**
 * Migrates the tables atomically, even if the server is killed during the migration. If several servers start at once,
 * one migrates and the others wait. Throws an error that names the failed migration.
 */
export async function migrateDatabase(query: Kysely<Database>): Promise<void> {
  for (let tried = 1; ; tried += 1) {
    const { error, results } = await migrator(query).migrateToLatest();
    if (error === undefined) return;
    if (error instanceof DatabaseError) throw error;
    const code: unknown = error instanceof Error && Reflect.get(error, 'code');
    if (code === DEADLOCK && tried < TRIES) {
      await delay(DEADLOCK_WAIT_MS * (0.5 + Math.random()));
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
