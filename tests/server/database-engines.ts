import { afterAll, beforeAll, describe } from 'vitest';
import { runPostgres, type RunningPostgres } from './run-postgres.ts';

/** Settings that give an application a new, empty database. */
export type NewDatabase = () => Promise<Record<string, string>>;

/** Runs the tests of `define` once with each engine: the embedded SQLite, and a real PostgreSQL that this starts. */
export function onEachEngine(define: (newDatabase: NewDatabase) => void): void {
  describe('on SQLite', () => {
    // A folder of its own is what an application has anyway.
    define(() => Promise.resolve({}));
  });
  describe('on PostgreSQL', () => {
    let postgres: RunningPostgres;
    beforeAll(async () => {
      postgres = await runPostgres();
    }, 60_000);
    afterAll(() => postgres.stop(), 30_000);
    define(async () => ({ DATABASE_URL: await postgres.database() }));
  });
}
