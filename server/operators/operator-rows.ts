import type { Kysely } from 'kysely';
import type { OperatorsTable } from '../database/operator-tables.ts';
import type { Database } from '../database/schema.ts';

export type OperatorRow = OperatorsTable;

/** An account by its id; null where it is gone. */
export async function findOperator(database: Kysely<Database>, id: string): Promise<OperatorRow | null> {
  const found = await database.selectFrom('operators').selectAll().where('id', '=', id).executeTakeFirst();
  return found ?? null;
}

/** Ends all sessions of an account: those stored, and those a request is just about to store. */
export async function endSessions(database: Kysely<Database>, operatorId: string): Promise<void> {
  await database
    .updateTable('operators')
    .set((column) => ({ session_epoch: column('session_epoch', '+', 1) }))
    .where('id', '=', operatorId)
    .execute();
  await database.deleteFrom('sessions').where('operator_id', '=', operatorId).execute();
}

/** Takes the second factor and its recovery codes from an account. */
export async function removeSecondFactor(database: Kysely<Database>, operatorId: string): Promise<void> {
  await database
    .updateTable('operators')
    .set({ totp_secret: null, totp_last_step: null, recovery_codes: null })
    .where('id', '=', operatorId)
    .execute();
}
