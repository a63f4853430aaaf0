import { setTimeout as delay } from 'node:timers/promises';
import { sql, type Kysely } from 'kysely';
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
import * as manyLeads from './migrations/93-many-leads.ts';
import * as redirectVersion from './migrations/94-redirect-version.ts';
import * as pageVitals from './migrations/95-page-vitals.ts';
import type { Database } from './schema.ts';

/**
 * The migrations, ordered by number. Never change a migration that has run anywhere; correct it with a new one.
 * Kysely sorts their names as text, so 90 follows 9, and 96 is the next.
 *
 * A new migration must only add, so that the previous release can still use the database. A later release removes what
 * nothing uses any more, in a migration whose name ends with `-needs-` and a number, such as
 * `96-drop-phone-needs-93`. A release that does not know the migration with that number cannot use the database any
 * more.
 *
 * A new migration that creates a table must first drop a table of that name (`ifExists`), or empty it: the previous
 * release restores a backup without dropping tables that it does not know.
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
      '93-many-leads': manyLeads,
      '94-redirect-version': redirectVersion,
      '95-page-vitals': pageVitals,
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

/** Compares names of migrations as Kysely does. */
const inOrder = (one: string, other: string): number => (one < other ? -1 : 1);

const migrator = (query: Kysely<Database>, newer: readonly string[] = []) =>
  new Migrator({
    db: query,
    // Kysely refuses a database with migrations that it does not know, so those of a newer release are added without
    // effect.
    provider: {
      getMigrations: async () => ({
        ...(await migrations.getMigrations()),
        ...Object.fromEntries(newer.map((name) => [name, { up: () => Promise.resolve() }])),
      }),
    },
    nameComparator: inOrder,
  });

/**
 * PostgreSQL's code for a deadlock, which a running server of the previous version may cause. A deadlock changes
 * nothing, so the migration is retried after about `DEADLOCK_WAIT_MS`.
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

/** The migrations of a database, as names in order. */
export interface MigrationState {
  /** Migrations that have run. Empty for a new database. */
  done: readonly string[];
  /** Migrations of this release that have not run. */
  pending: readonly string[];
  /** Migrations of a newer release that have run. */
  newer: readonly string[];
}

/** Returns which migrations have run on a database and which are pending. */
export async function readMigrationState(query: Kysely<Database>): Promise<MigrationState> {
  const known = await knownMigrations();
  const tables = await query.introspection.getTables({ withInternalKyselyTables: true });
  const isNew = !tables.some(({ name }) => name === MIGRATION_TABLES[0]);
  const { rows } = isNew
    ? { rows: [] }
    : await sql<{ name: string }>`select name from ${sql.table(MIGRATION_TABLES[0])}`.execute(query);
  const done = rows.map(({ name }) => name).toSorted(inOrder);
  return {
    done,
    pending: known.filter((name) => !done.includes(name)),
    newer: done.filter((name) => !known.includes(name)),
  };
}

/**
 * Returns the name of a newer release's migration that makes the database unusable for this release, or null if there
 * is none. `known` are the names of this release's migrations.
 */
export function breakingMigration(newer: readonly string[], known: readonly string[]): string | null {
  const numbers = new Set(known.map((name) => name.split('-', 1)[0]));
  const breaks = (name: string) => {
    const needed = /-needs-(\d+)$/.exec(name)?.[1];
    return needed !== undefined && !numbers.has(needed);
  };
  return newer.find(breaks) ?? null;
}

/**
 * Migrates the tables atomically, even if the server is killed during the migration. If several servers start at
 * once, one migrates and the others wait. Throws an error that names the failed migration, or a newer release's
 * migration that this release cannot work with. `known` is the state, if the caller has just read it.
 */
export async function migrateDatabase(query: Kysely<Database>, known?: MigrationState): Promise<void> {
  for (let tried = 1, state = known; ; tried += 1, state = undefined) {
    const { newer } = state ?? (await readMigrationState(query));
    const breaking = breakingMigration(newer, await knownMigrations());
    if (breaking !== null) throw new Error(databaseTooNewMessage(breaking));
    const { error, results } = await migrator(query, newer).migrateToLatest();
    if (error === undefined) return;
    if (error instanceof DatabaseError) throw error;
    const code: unknown = error instanceof Error && Reflect.get(error, 'code');
    if (tried < TRIES && (code === DEADLOCK || isMissingMigration(error))) {
      await delay(DEADLOCK_WAIT_MS * (0.5 + Math.random()));
      continue;
    }
    const failed = results?.find((result) => result.status === 'Error')?.migrationName;
    const reason = error instanceof Error ? error.message : 'unknown reason';
    throw new Error(
      `The database cannot be brought up to date${failed ? ` (migration ${failed})` : ''}: ${reason}. ` +
        'Check that it can be reached and written to.',
      { cause: error },
    );
  }
}

/** Returns whether a server of a newer release has migrated the database since its state was read. */
function isMissingMigration(error: unknown): boolean {
  return error instanceof Error && /^corrupted migrations: .* is missing$/.test(error.message);
}

/** Returns a message for operators: why this release cannot use a database, and what to do. */
export function databaseTooNewMessage(breaking: string): string {
  return (
    `A newer release has changed the database (${breaking}), and this one cannot work with it. Start the newer ` +
    'release, or restore a backup that was made before: see “Going back” in docs/operating.md.'
  );
}
