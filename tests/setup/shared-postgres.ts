import { pino } from 'pino';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the PostgreSQL server that all tests of a run share. Each test creates its own databases. */
    postgresUrl: string;
    /** Name of a template database with all tables and no rows. Copying it is faster than running the migrations. */
    postgresTemplate: string;
  }
}

/** Starts PostgreSQL for the whole run and returns a function that stops it. */
export default async function sharePostgres(
  project: Pick<TestProject, 'provide'>,
): Promise<() => Promise<void>> {
  // The PostgreSQL library exits with code 0 when the event loop is empty, even after failed tests. Removing its
  // process listeners keeps the real exit code.
  const [beforeExit, exit] = [process.listeners('beforeExit'), process.listeners('exit')];
  const { runPostgres } = await import('../server/run-postgres.ts');
  for (const each of process.listeners('beforeExit')) {
    if (!beforeExit.includes(each)) process.off('beforeExit', each);
  }
  for (const each of process.listeners('exit')) {
    if (!exit.includes(each)) process.off('exit', each);
  }
  const postgres = await runPostgres({ durable: false });
  const { openDatabase } = await import('../../server/database/open-database.ts');
  const template = await postgres.database();
  await (await openDatabase({ dataDir: '', databaseUrl: template }, pino({ level: 'silent' }))).close();
  project.provide('postgresUrl', postgres.url);
  project.provide('postgresTemplate', new URL(template).pathname.slice(1));
  return () => postgres.stop();
}
