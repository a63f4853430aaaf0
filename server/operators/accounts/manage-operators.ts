import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Database } from '../../database/schema/schema.ts';
import { recordAudit } from '../audit-log.ts';
import { createOneTimeLink } from '../sign-in/one-time-links.ts';
import { newOperatorRow, endSessions, removeSecondFactor, type OperatorRow } from './operator-accounts.ts';
import { hashOperatorPassword } from '../sign-in/passwords.ts';
import { clearSignInTries } from '../sign-in/sign-in-limits.ts';

/** Creates a link for the first account and returns its token. Throws an `Error` if an account exists. */
export async function createFirstAccountLink(database: Kysely<Database>, now: number): Promise<string> {
  const someone = await database.selectFrom('operators').select('id').limit(1).executeTakeFirst();
  if (someone)
    throw new Error(
      'There are accounts already. Use `npm run operator -- add <email> <name>`, or `npm run operator -- reset <email>`.',
    );
  return createOneTimeLink(database, { purpose: 'first', operatorId: null, now });
}

/**
 * Creates an account and a link to set its password. Returns the link's token. Throws an `Error` if the email address
 * is invalid or taken, or if the name is empty.
 */
export async function addOperator(
  database: Kysely<Database>,
  { email, name }: { email: string; name: string },
  now: number,
): Promise<string> {
  if (!z.email().safeParse(email).success || !name) throw new Error('Give an e-mail address and a name.');
  const operator = newOperatorRow({ email, name, hash: await unknownPassword(), now });
  await database.transaction().execute(async (change) => {
    const made = await change
      .insertInto('operators')
      .values(operator)
      .onConflict((conflict) => conflict.column('email').doNothing())
      .returning('id')
      .execute();
    if (made.length === 0) throw new Error(`${email} has an account already. Use reset.`);
    await record(change, 'operator-added', operator, now);
  });
  return createOneTimeLink(database, { purpose: 'invite', operatorId: operator.id, now });
}

/**
 * Creates a link to set a new password and returns its token. The old password, the second factor and all sessions
 * are removed at once, so no one can sign in to the account until the link is used. Throws an `Error` for an unknown
 * account.
 */
export async function resetOperator(database: Kysely<Database>, email: string, now: number): Promise<string> {
  const operator = await byEmail(database, email);
  const password_hash = await unknownPassword();
  await database.transaction().execute(async (change) => {
    await change.updateTable('operators').set({ password_hash }).where('id', '=', operator.id).execute();
    await removeSecondFactor(change, operator.id);
    await endSessions(change, operator.id);
    await clearSignInTries(change, `name ${email}`);
    await record(change, 'operator-reset', operator, now);
  });
  return createOneTimeLink(database, { purpose: 'reset', operatorId: operator.id, now });
}

/**
 * Removes an account with its sessions and links. Returns whether it was connected to WordPress, where its application
 * password still exists. Throws an `Error` if the account is unknown, or if it is the last one and `last` is not set.
 */
export async function removeOperator(
  database: Kysely<Database>,
  { email, last }: { email: string; last: boolean },
  now: number,
): Promise<boolean> {
  const operator = await byEmail(database, email);
  return database.transaction().execute(async (change) => {
    const others = await change
      .selectFrom('operators')
      .select('id')
      .where('id', '!=', operator.id)
      .limit(1)
      .executeTakeFirst();
    if (!others && !last) {
      throw new Error(
        `${email} is the last account: without it nobody can sign in. Add another one first, or say --last.`,
      );
    }
    await change.deleteFrom('sessions').where('operator_id', '=', operator.id).execute();
    await change.deleteFrom('one_time_links').where('operator_id', '=', operator.id).execute();
    const { numDeletedRows: connected } = await change
      .deleteFrom('wordpress_accounts')
      .where('holder', '=', operator.id)
      .executeTakeFirst();
    await change.deleteFrom('operators').where('id', '=', operator.id).execute();
    await record(change, 'operator-removed', operator, now);
    return connected > 0;
  });
}

function record(
  change: Kysely<Database>,
  action: 'operator-added' | 'operator-reset' | 'operator-removed',
  { id, email }: Pick<OperatorRow, 'id' | 'email'>,
  now: number,
): Promise<void> {
  // Once the account is removed, nobody can look up whose id it was, so the address is recorded, too.
  return recordAudit(change, { operator: null, action, subject: id, detail: { account: email }, now });
}

/** Lists all accounts, ordered by email address. */
export function listOperators(database: Kysely<Database>): Promise<OperatorRow[]> {
  return database.selectFrom('operators').selectAll().orderBy('email').execute();
}

async function byEmail(database: Kysely<Database>, email: string): Promise<OperatorRow> {
  const found = await database
    .selectFrom('operators')
    .selectAll()
    .where('email', '=', email)
    .executeTakeFirst();
  if (!found) throw new Error(`No operator has the address "${email}". See: npm run operator -- list`);
  return found;
}

/** Returns the hash of a random password that nobody knows. */
function unknownPassword(): Promise<string> {
  return hashOperatorPassword(randomBytes(32).toString('base64url'));
}
