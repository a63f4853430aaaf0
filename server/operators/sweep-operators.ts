import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '../database/schema.ts';

const DAY = 24 * 3_600_000;

/** Removes sessions and links that are over, and wrong tries that lie a day back. */
export async function sweepOperators(database: Kysely<Database>, now: number): Promise<void> {
  await database.deleteFrom('sessions').where('expires_at', '<=', now).execute();
  await database.deleteFrom('one_time_links').where('expires_at', '<=', now).execute();
  await database
    .deleteFrom('sign_in_tries')
    .where('changed_at', '<=', now - DAY)
    .execute();
}

/** Sweeps now and daily, until it is stopped. */
export function startSweep(database: Kysely<Database>, log: Logger): { stop(): void } {
  const sweep = () =>
    void sweepOperators(database, Date.now()).catch((error: unknown) =>
      log.error({ event: 'operators-not-swept', err: error }),
    );
  sweep();
  const timer = setInterval(sweep, DAY);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
