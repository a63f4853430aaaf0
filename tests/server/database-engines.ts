import { describe, inject } from 'vitest';
import { newDatabase } from './run-postgres.ts';

/** Creates a database without rows and returns the settings that select it. */
export type NewDatabase = () => Promise<Record<string, string>>;

/** Creates a PostgreSQL database with all tables and no rows, and returns its URL. */
export function newMigratedDatabase(): Promise<string> {
  return newDatabase(inject('postgresUrl'), inject('postgresTemplate'));
}

/** Runs the tests of `define` once with each engine: the embedded SQLite, and a real PostgreSQL. */
export function onEachEngine(define: (newDatabase: NewDatabase) => void): void {
  describe('on SQLite', () => {
    // An application has its own folder by default.
    define(() => Promise.resolve({}));
  });
  describe('on PostgreSQL', () => {
    define(async () => ({ DATABASE_URL: await newMigratedDatabase() }));
  });
}
