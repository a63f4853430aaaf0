import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { OperatorsTable } from '../../database/schema/operator-tables.ts';
import type { Database } from '../../database/schema/schema.ts';

export type OperatorRow = OperatorsTable;

/** Finds an account by its id; null if it was removed. */
export async function findOperator(database: Kysely<Database>, id: string): Promise<OperatorRow | null> {
  const found = await database.selectFrom('operators').selectAll().where('id', '=', id).executeTakeFirst();
  return found ?? null;
}

/** Ends all sessions of an operator or an editor, including those that a concurrent request is about to store. */
export async function endSessions(database: Kysely<Database>, operatorId: string): Promise<void> {
  for (const table of ['operators', 'editors'] as const) {
    await database
      .updateTable(table)
      .set((column) => ({ session_epoch: column('session_epoch', '+', 1) }))
      .where('id', '=', operatorId)
      .execute();
  }
  await database.deleteFrom('sessions').where('operator_id', '=', operatorId).execute();
}

/** Removes the second factor and its recovery codes from an account. */
export async function removeSecondFactor(database: Kysely<Database>, operatorId: string): Promise<void> {
  await database
    .updateTable('operators')
    .set({ totp_secret: null, totp_last_step: null, recovery_codes: null })
    .where('id', '=', operatorId)
    .execute();
}

/** Returns the row of a new account, without storing it. */
export function newOperatorRow(account: {
  email: string;
  name: string;
  hash: string;
  now: number;
}): OperatorsTable {
  return {
    id: randomUUID(),
    email: account.email,
    name: account.name,
    password_hash: account.hash,
    totp_secret: null,
    totp_last_step: null,
    recovery_codes: null,
    session_epoch: 1,
    created_at: account.now,
    signed_in_at: null,
  };
}
