import type { TestProject } from 'vitest/node';
import { runPostgres } from '../server/run-postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of a PostgreSQL that the tests of a run share, each with databases of its own. */
    postgresUrl: string;
  }
}

/** Starts it for a run; answers the way to stop it. */
export default async function sharePostgres(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await runPostgres({ durable: false });
  project.provide('postgresUrl', postgres.url);
  return () => postgres.stop();
}
