import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.ts';
import { SESSION_LIFE } from './operator-session.ts';

/** A session as it was when a stream began. */
export interface LiveSession {
  /** SHA-256 of its id, as it is stored. */
  sidHash: string;
  epoch: number;
  signedInAt: number;
}

/** Which of these sessions still are: not signed out, not run out, their account there and its epoch the same. */
export async function openSessions(
  query: Kysely<Database>,
  sessions: readonly LiveSession[],
  now: number,
): Promise<ReadonlySet<LiveSession>> {
  if (sessions.length === 0) return new Set();
  const rows = await query
    .selectFrom('sessions')
    .innerJoin('operators', 'operators.id', 'sessions.operator_id')
    .select(['sessions.sid_hash', 'operators.session_epoch'])
    .where('sessions.sid_hash', 'in', [...new Set(sessions.map(({ sidHash }) => sidHash))])
    .where('sessions.expires_at', '>', now)
    .execute();
  const epochs = new Map(rows.map((row) => [row.sid_hash, row.session_epoch]));
  return new Set(
    sessions.filter(
      ({ sidHash, epoch, signedInAt }) => epochs.get(sidHash) === epoch && signedInAt + SESSION_LIFE > now,
    ),
  );
}
