import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.ts';
import type { OperatorsTable } from '../database/operator-tables.ts';
import { passwordFits } from './passwords.ts';
import { checkCode, FactorUnreadable, type FactorChange } from './second-factor.ts';
import { countTry, forgetTries, takeBackTry, waitAfter } from './tries.ts';

export type SignIn =
  | { kind: 'in'; operator: OperatorsTable; recoveryCodesLeft: number | null }
  /** Milliseconds until the next try counts. */
  | { kind: 'wrong' | 'code-wrong'; wait: number }
  | { kind: 'code-needed' }
  /** In words. */
  | { kind: 'factor-unreadable'; error: string }
  | { kind: 'wait'; wait: number };

interface Options {
  database: Kysely<Database>;
  secrets: readonly string[];
  now?: () => number;
}

interface Credentials {
  /** Trimmed, lower case. */
  email: string;
  password: string;
  /** From the authenticator app, or a recovery code. */
  code?: string;
  /** What this try is counted by. */
  tryKey: string;
}

/**
 * Checks who wants to come in. Wrong passwords and codes make the next try wait longer. A name without an account
 * gets the same answers after the same time.
 */
export function createSignIn({ database, secrets, now = Date.now }: Options) {
  return async ({ email, password, code, tryKey }: Credentials): Promise<SignIn> => {
    const counted = await countTry(database, tryKey, now());
    if (counted.kind === 'wait') return { kind: 'wait', wait: counted.for };
    const wait = waitAfter(counted.failures);
    const operator = await database
      .selectFrom('operators')
      .selectAll()
      .where('email', '=', email)
      .executeTakeFirst();
    const fits = await passwordFits(operator?.password_hash ?? null, password);
    if (!operator || !fits) return { kind: 'wrong', wait };
    const { totp_secret } = operator;
    let change: FactorChange | null = null;
    if (totp_secret !== null) {
      if (!code) {
        await takeBackTry(database, counted, now());
        return { kind: 'code-needed' };
      }
      try {
        change = await checkCode({ ...operator, totp_secret }, code, secrets, now());
      } catch (error) {
        if (!(error instanceof FactorUnreadable)) throw error;
        return { kind: 'factor-unreadable', error: error.message };
      }
      if (change === null) return { kind: 'code-wrong', wait };
    }
    if (!(await noteSignIn(database, operator, change, now()))) return { kind: 'code-wrong', wait };
    await forgetTries(database, tryKey);
    const left = change && 'recovery_codes' in change ? JSON.parse(change.recovery_codes).length : null;
    return { kind: 'in', operator, recoveryCodesLeft: left };
  };
}

/** Uses a code up. False where it was used meanwhile: of two that use one code at once, one comes in. */
async function noteSignIn(
  database: Kysely<Database>,
  operator: OperatorsTable,
  change: FactorChange | null,
  now: number,
): Promise<boolean> {
  let update = database
    .updateTable('operators')
    .set({ ...change, signed_in_at: now })
    .where('id', '=', operator.id);
  // Neither may a factor come back that was removed or changed meanwhile.
  if (change) update = update.where('totp_secret', '=', operator.totp_secret);
  if (change && 'totp_last_step' in change) {
    update = update.where((where) =>
      where.or([where('totp_last_step', 'is', null), where('totp_last_step', '<', change.totp_last_step)]),
    );
  }
  if (change && 'recovery_codes' in change) {
    update = update.where('recovery_codes', '=', operator.recovery_codes);
  }
  return (await update.returning('id').execute()).length === 1;
}
