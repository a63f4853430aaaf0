import type { Kysely } from 'kysely';
import type { Database } from '../../database/schema/schema.ts';
import { newToken, tokenHash } from '../../platform/security/tokens.ts';

/**
 * How long operators have to choose a location in HighLevel, in milliseconds. The specification requires ten minutes.
 */
export const OAUTH_STATE_LIFETIME_MS = 10 * 60_000;
/** How long states are kept, in milliseconds, so that a late callback gets a specific error. */
const USED_LIFETIME_MS = 24 * 3_600_000;

interface Session {
  sid: string;
  operatorId: string;
  now: number;
}

/**
 * Creates the `state` for a new connection attempt. `locationId` is the location to connect; null if the operator
 * chooses it in HighLevel. Invalidates the earlier states of the session, and deletes all states that are older than a
 * day.
 */
export async function createOauthState(
  query: Kysely<Database>,
  { sid, operatorId, now, locationId }: Session & { locationId: string | null },
): Promise<string> {
  const state = newToken();
  await query.transaction().execute(async (change) => {
    await change
      .deleteFrom('oauth_states')
      .where('created_at', '<=', now - USED_LIFETIME_MS)
      .execute();
    await change
      .updateTable('oauth_states')
      .set({ replaced_at: now })
      .where('sid_hash', '=', tokenHash(sid))
      .where('replaced_at', 'is', null)
      .execute();
    await change
      .insertInto('oauth_states')
      .values({
        state_hash: tokenHash(state),
        sid_hash: tokenHash(sid),
        operator_id: operatorId,
        location_id: locationId,
        created_at: now,
        used_at: null,
        replaced_at: null,
      })
      .execute();
  });
  return state;
}

/**
 * The result of checking a `state`. `foreign`: it belongs to another session or operator. `replaced`: the same
 * session has started a later attempt.
 */
export type OauthStateResult =
  | { kind: 'good'; locationId: string | null }
  | { kind: 'unknown' | 'foreign' | 'used' | 'replaced' | 'expired' };

/** Checks a `state` and marks it as used. A `state` from another session stays valid for that session. */
export async function consumeOauthState(
  query: Kysely<Database>,
  { state, sid, operatorId, now }: Session & { state: string },
): Promise<OauthStateResult> {
  const hash = tokenHash(state);
  const row = await query
    .selectFrom('oauth_states')
    .selectAll()
    .where('state_hash', '=', hash)
    .executeTakeFirst();
  if (!row) return { kind: 'unknown' };
  if (row.sid_hash !== tokenHash(sid) || row.operator_id !== operatorId) return { kind: 'foreign' };
  if (row.used_at !== null) return { kind: 'used' };
  if (row.replaced_at !== null) return { kind: 'replaced' };
  if (now - row.created_at >= OAUTH_STATE_LIFETIME_MS || now < row.created_at - OAUTH_STATE_LIFETIME_MS)
    return { kind: 'expired' };
  const { numUpdatedRows } = await query
    .updateTable('oauth_states')
    .set({ used_at: now })
    .where('state_hash', '=', hash)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0 ? { kind: 'good', locationId: row.location_id } : { kind: 'used' };
}

/** Messages for operators about an invalid `state`. */
export const oauthStateErrorMessages: Readonly<Record<Exclude<OauthStateResult['kind'], 'good'>, string>> = {
  unknown: 'This answer belongs to no connection that was started here. Start again.',
  foreign: 'This connection was started in another session. Start again in this one.',
  used: 'This answer was used already. Look whether the location is connected; if not, start again.',
  replaced:
    'Another connection was started after this one, perhaps in another tab. Go on there, or start again.',
  expired: 'More than ten minutes have passed since the connection was started. Start again.',
};
