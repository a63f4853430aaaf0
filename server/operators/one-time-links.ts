import type { Kysely } from 'kysely';
import type { LinkPurpose } from '../database/operator-tables.ts';
import type { Database } from '../database/schema.ts';
import { newToken, tokenHash } from './tokens.ts';

/** Milliseconds a link is good: the specified 30 minutes. */
export const LINK_LIFE = 30 * 60_000;

interface NewLink {
  purpose: LinkPurpose;
  operatorId: string | null;
  now: number;
}

/** Makes a link that works once. Older ones for the same are over. Answers its token. */
export async function makeLink(
  database: Kysely<Database>,
  { purpose, operatorId, now }: NewLink,
): Promise<string> {
  const token = newToken();
  await database.transaction().execute(async (change) => {
    await change
      .deleteFrom('one_time_links')
      .where((where) =>
        where.or([
          where('expires_at', '<=', now),
          operatorId === null ? where('operator_id', 'is', null) : where('operator_id', '=', operatorId),
        ]),
      )
      .execute();
    await change
      .insertInto('one_time_links')
      .values({
        token_hash: tokenHash(token),
        purpose,
        operator_id: operatorId,
        created_at: now,
        expires_at: now + LINK_LIFE,
        used_at: null,
      })
      .execute();
  });
  return token;
}

/** The address of a link. What stands after # never reaches a server, so it is in no log. */
export function linkAddress(origin: string, token: string): string {
  return `${origin}/sign-in/link#${token}`;
}

/** What a link is for, or null where it is unknown, used or over. */
export async function readLink(database: Kysely<Database>, token: string, now: number) {
  const link = await database
    .selectFrom('one_time_links')
    .selectAll()
    .where('token_hash', '=', tokenHash(token))
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return link ?? null;
}

/** Uses a link up. Answers false where someone was faster. */
export async function spendLink(database: Kysely<Database>, token: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('one_time_links')
    .set({ used_at: now })
    .where('token_hash', '=', tokenHash(token))
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
