import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { WEBHOOK_EVENT_RETENTION_DAYS } from '../../../src/contracts/operators/webhooks.ts';
import type { OpenDatabase } from '../../database/open-database.ts';
import type { Database } from '../../database/schema/schema.ts';
import { runInBackground } from '../../platform/async/run-in-background.ts';

const DAY_MS = 24 * 3_600_000;

/**
 * Removes expired sessions, one-time links, sign-in tries, rate limits, OAuth states and CRM events, and the notes
 * and reminders of leads that no longer exist. Returns the number of removed rows that may contain personal data.
 */
export async function deleteExpiredRows(database: Kysely<Database>, now: number): Promise<bigint> {
  await database.deleteFrom('sessions').where('expires_at', '<=', now).execute();
  await database.deleteFrom('one_time_links').where('expires_at', '<=', now).execute();
  await database
    .deleteFrom('sign_in_tries')
    .where('changed_at', '<=', now - DAY_MS)
    .execute();
  await database.deleteFrom('rate_limits').where('ends_at', '<=', now).execute();
  await database
    .deleteFrom('oauth_states')
    .where('created_at', '<=', now - DAY_MS)
    .execute();
  const events = await database
    .deleteFrom('crm_events')
    .where('received_at', '<=', now - WEBHOOK_EVENT_RETENTION_DAYS * DAY_MS)
    .executeTakeFirst();
  // During an update, a server that still runs the previous version may delete leads but not these rows.
  const orphans = await Promise.all(
    (['lead_notes', 'lead_follow_ups'] as const).map((table) =>
      database
        .deleteFrom(table)
        .where((is) =>
          is.not(
            is.exists(
              is.selectFrom('leads').select('leads.id').whereRef('leads.id', '=', `${table}.lead_id`),
            ),
          ),
        )
        .executeTakeFirst(),
    ),
  );
  return orphans.reduce((sum, { numDeletedRows }) => sum + numDeletedRows, events.numDeletedRows);
}

/**
 * Removes expired rows now and once a day, until stopped. If they may contain personal data, also erases them from the
 * database's files.
 */
export function startExpiredRowCleanup(
  { query, eraseDeleted }: OpenDatabase,
  log: Logger,
  now: () => number,
): { stop(): void } {
  const sweep = () =>
    runInBackground(log, 'operators-not-swept', async () => {
      if ((await deleteExpiredRows(query, now())) > 0n) await eraseDeleted();
    });
  sweep();
  const timer = setInterval(sweep, DAY_MS);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
