import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of a PostgreSQL that the tests of a run share, each with databases of its own. */
    postgresUrl: string;
  }
}

/** Starts it for a run; answers the way to stop it. */
export default async function sharePostgres(
  project: Pick<TestProject, 'provide'>,
): Promise<() => Promise<void>> {
  // It ends the process with code 0 once nothing is left to do, whatever code was set: failed tests would pass.
  const [beforeExit, exit] = [process.listeners('beforeExit'), process.listeners('exit')];
  const { runPostgres } = await import('../server/run-postgres.ts');
  for (const each of process.listeners('beforeExit')) {
    if (!beforeExit.includes(each)) process.off('beforeExit', each);
  }
  for (const each of process.listeners('exit')) {
    if (!exit.includes(each)) process.off('exit', each);
  }
  const postgres = await runPostgres({ durable: false });
  project.provide('postgresUrl', postgres.url);
  return () => postgres.stop();
}
