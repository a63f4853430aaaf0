import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.ts';
import { tokenHash } from './tokens.ts';

/** Wrong tries without a wait; then the wait doubles from a second to the most. */
const FREE_TRIES = 3;
const LONGEST_WAIT = 15 * 60_000;
/** How often a try is counted anew when another one was counted at the same moment. */
const ROUNDS = 5;

/** A try that counts, or the milliseconds until the next one does. */
export type Try = { kind: 'counted'; key: string; failures: number } | { kind: 'wait'; for: number };

/**
 * Counts a try as a wrong one before it is looked at: of many at once, only as many are looked at as would be one
 * after the other. `key` is anything, an account's name or not.
 */
export async function countTry(database: Kysely<Database>, key: string, now: number): Promise<Try> {
  const key_hash = tokenHash(key);
  for (let round = 0; round < ROUNDS; round += 1) {
    const row = await database
      .selectFrom('sign_in_tries')
      .selectAll()
      .where('key_hash', '=', key_hash)
      .executeTakeFirst();
    if (row && row.wait_until > now) return { kind: 'wait', for: row.wait_until - now };
    const failures = (row?.failures ?? 0) + 1;
    const counted = { failures, wait_until: now + waitAfter(failures), changed_at: now };
    const { length } = row
      ? await database
          .updateTable('sign_in_tries')
          .set(counted)
          .where('key_hash', '=', key_hash)
          .where('failures', '=', row.failures)
          .where('wait_until', '=', row.wait_until)
          .returning('key_hash')
          .execute()
      : await database
          .insertInto('sign_in_tries')
          .values({ key_hash, ...counted })
          .onConflict((conflict) => conflict.doNothing())
          .returning('key_hash')
          .execute();
    if (length === 1) return { kind: 'counted', key, failures };
  }
  return { kind: 'wait', for: waitAfter(FREE_TRIES) };
}

/** Takes one counted try back: it was right, as far as it went. */
export async function takeBackTry(
  database: Kysely<Database>,
  { key, failures }: { key: string; failures: number },
  now: number,
): Promise<void> {
  await database
    .updateTable('sign_in_tries')
    .set({ failures: failures - 1, wait_until: now })
    .where('key_hash', '=', tokenHash(key))
    .where('failures', '=', failures)
    .execute();
}

/** Forgets all tries: one was right. */
export async function forgetTries(database: Kysely<Database>, key: string): Promise<void> {
  await database.deleteFrom('sign_in_tries').where('key_hash', '=', tokenHash(key)).execute();
}

/** Milliseconds the next try waits after so many wrong ones. */
export function waitAfter(failures: number): number {
  return failures < FREE_TRIES ? 0 : Math.min(1000 * 2 ** (failures - FREE_TRIES), LONGEST_WAIT);
}
