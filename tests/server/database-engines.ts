import { describe, inject } from 'vitest';
import { newDatabase as newPostgresDatabase } from './run-postgres.ts';

/** Settings that give an application a new, empty database. */
export type NewDatabase = () => Promise<Record<string, string>>;

/** Runs the tests of `define` once with each engine: the embedded SQLite, and a real PostgreSQL. */
export function onEachEngine(define: (newDatabase: NewDatabase) => void): void {
  describe('on SQLite', () => {
    // A folder of its own is what an application has anyway.
    define(() => Promise.resolve({}));
  });
  describe('on PostgreSQL', () => {
    define(async () => ({ DATABASE_URL: await newPostgresDatabase(inject('postgresUrl')) }));
  });
}
