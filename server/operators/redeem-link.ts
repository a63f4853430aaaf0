import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { OperatorsTable } from '../database/operator-tables.ts';
import type { Database } from '../database/schema.ts';
import { endSessions, findOperator, type OperatorRow } from './operator-rows.ts';
import { newOperator } from './new-operator.ts';
import { readLink, spendLink } from './one-time-links.ts';
import { hashPassword, passwordFault } from './passwords.ts';
import { forgetTries } from './tries.ts';
import { writeAudit } from './write-audit.ts';

interface Typed {
  token: string;
  password: string;
  /** Of the first account; the others have theirs. */
  name: string;
  email: string;
}

export type Redeemed =
  | { kind: 'done'; operator: OperatorRow }
  /** The link is unknown, used or over. */
  | { kind: 'over' }
  | { kind: 'fault'; error: string };

/** What a link is for and whose it is; null where it is unknown, used, over, or no longer of use. */
export async function openLink(database: Kysely<Database>, token: string, now: number) {
  const link = await readLink(database, token, now);
  if (!link) return null;
  if (link.operator_id === null) {
    // There is one first account.
    const someone = await database.selectFrom('operators').select('id').limit(1).executeTakeFirst();
    return someone ? null : { link, operator: null };
  }
  const operator = await findOperator(database, link.operator_id);
  // An account that was removed does not come back by its link.
  return operator ? { link, operator } : null;
}

/** Uses a link up: makes the first account, or sets an account's password, which ends its sessions. */
export async function redeemLink(
  database: Kysely<Database>,
  typed: Typed,
  { now, requestId }: { now: number; requestId: string },
): Promise<Redeemed> {
  const { token, password } = typed;
  const opened = await openLink(database, token, now);
  if (!opened) return { kind: 'over' };
  const email = opened.operator?.email ?? typed.email;
  if (!opened.operator && !typed.name) return { kind: 'fault', error: 'Enter your name.' };
  if (!z.email().safeParse(email).success) return { kind: 'fault', error: 'Enter a valid e-mail address.' };
  const fault = passwordFault(password, email);
  if (fault) return { kind: 'fault', error: fault };
  const hash = await hashPassword(password);
  return database.transaction().execute(async (change): Promise<Redeemed> => {
    if (!(await spendLink(change, token, now))) return { kind: 'over' };
    const operator = opened.operator
      ? await setPassword(change, opened.operator.id, hash)
      : await makeFirst(change, { email, name: typed.name, hash, now });
    if (!operator) return { kind: 'over' };
    await forgetTries(change, `name ${email}`);
    const action = opened.operator ? 'password-set' : 'account-made';
    await writeAudit(change, { operator: { ...operator, requestId }, action, subject: operator.id, now });
    return { kind: 'done', operator };
  });
}

async function setPassword(change: Kysely<Database>, id: string, hash: string): Promise<OperatorRow | null> {
  await change.updateTable('operators').set({ password_hash: hash }).where('id', '=', id).execute();
  await endSessions(change, id);
  await change.deleteFrom('one_time_links').where('operator_id', '=', id).execute();
  return findOperator(change, id);
}

async function makeFirst(
  change: Kysely<Database>,
  account: { email: string; name: string; hash: string; now: number },
): Promise<OperatorsTable | null> {
  const someone = await change.selectFrom('operators').select('id').limit(1).executeTakeFirst();
  if (someone) return null;
  const made = newOperator(account);
  await change.insertInto('operators').values(made).execute();
  return made;
}
