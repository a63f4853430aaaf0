import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { EVENT_DAYS } from '../../src/operator/webhook-facts.ts';
import type { Database } from '../database/schema.ts';

const DAY = 24 * 3_600_000;

/** Removes sessions, links, old tries to sign in or to connect that are over, and old events of the CRM. */
export async function sweepOperators(database: Kysely<Database>, now: number): Promise<void> {
  await database.deleteFrom('sessions').where('expires_at', '<=', now).execute();
  await database.deleteFrom('one_time_links').where('expires_at', '<=', now).execute();
  await database
    .deleteFrom('sign_in_tries')
    .where('changed_at', '<=', now - DAY)
    .execute();
  await database
    .deleteFrom('oauth_states')
    .where('created_at', '<=', now - DAY)
    .execute();
  await database
    .deleteFrom('crm_events')
    .where('received_at', '<=', now - EVENT_DAYS * DAY)
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
