import { describe, inject } from 'vitest';
import { newDatabase } from './run-postgres.ts';

/** Creates a database without rows. Returns the environment variables that select it. */
export type NewDatabase = () => Promise<Record<string, string>>;

/** Creates a PostgreSQL database with all tables and no rows. Returns its URL. */
export function newMigratedDatabase(): Promise<string> {
  return newDatabase(inject('postgresUrl'), inject('postgresTemplate'));
}

/** Runs the tests of `define` on each engine: embedded SQLite and a real PostgreSQL. */
export function onEachEngine(define: (newDatabase: NewDatabase) => void): void {
  describe('on SQLite', () => {
    // No settings are needed: by default, every application has its own database folder.
    define(() => Promise.resolve({}));
  });
  describe('on PostgreSQL', () => {
    define(async () => ({ DATABASE_URL: await newMigratedDatabase() }));
  });
}
