import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.ts';
import type { OperatorsTable } from '../database/operator-tables.ts';
import { passwordFits } from './passwords.ts';
import { openText } from './sealed-text.ts';
import { acceptedStep, recoveryHash } from './totp.ts';

/** Wrong tries without a wait; then the wait doubles from a second to the most. */
const FREE_TRIES = 3;
const LONGEST_WAIT = 15 * 60_000;
/** How many unknown names are remembered: they wait like known ones, so that waiting tells nothing. */
const MOST_UNKNOWN = 10_000;

export type SignIn =
  | { kind: 'in'; operator: OperatorsTable; recoveryCodesLeft: number | null }
  | { kind: 'wrong' }
  | { kind: 'code-needed' }
  | { kind: 'code-wrong' }
  /** Milliseconds until the next try counts. */
  | { kind: 'wait'; for: number };

interface Options {
  database: Kysely<Database>;
  secrets: readonly string[];
  now?: () => number;
}

interface Credentials {
  email: string;
  password: string;
  /** From the authenticator app, or a recovery code. */
  code?: string;
}

/** Checks who wants to come in. Wrong passwords and codes make the next try wait longer, known name or not. */
export function createSignIn({ database, secrets, now = Date.now }: Options) {
  const unknown = new Map<string, { failures: number; waitUntil: number }>();

  const failed = async (email: string, operator: OperatorsTable | undefined): Promise<void> => {
    if (operator) {
      const failures = operator.failures + 1;
      await database
        .updateTable('operators')
        .set({ failures, wait_until: now() + waitAfter(failures) })
        .where('id', '=', operator.id)
        .execute();
      return;
    }
    const failures = (unknown.get(email)?.failures ?? 0) + 1;
    unknown.delete(email);
    unknown.set(email, { failures, waitUntil: now() + waitAfter(failures) });
    const oldest = unknown.keys().next().value;
    if (unknown.size > MOST_UNKNOWN && oldest !== undefined) unknown.delete(oldest);
  };

  /** What of the account changes when this code is used; null where it does not fit. */
  const secondFactor = async (operator: OperatorsTable, code: string) => {
    if (operator.totp_secret === null) return {};
    const secret = await openText(operator.totp_secret, secrets);
    const step = acceptedStep(secret, code, operator.totp_last_step, now());
    if (step !== null) return { totp_last_step: step };
    const codes: string[] = JSON.parse(operator.recovery_codes ?? '[]');
    const used = recoveryHash(code);
    return codes.includes(used)
      ? { recovery_codes: JSON.stringify(codes.filter((each) => each !== used)) }
      : null;
  };

  return async ({ email: typed, password, code }: Credentials): Promise<SignIn> => {
    const email = typed.trim().toLowerCase();
    const operator = await database
      .selectFrom('operators')
      .selectAll()
      .where('email', '=', email)
      .executeTakeFirst();
    const waitUntil = operator?.wait_until ?? unknown.get(email)?.waitUntil ?? 0;
    if (waitUntil > now()) return { kind: 'wait', for: waitUntil - now() };
    if (!(await passwordFits(operator?.password_hash ?? null, password)) || !operator) {
      await failed(email, operator);
      return { kind: 'wrong' };
    }
    if (operator.totp_secret !== null && !code) return { kind: 'code-needed' };
    const change = await secondFactor(operator, code ?? '');
    if (change === null) {
      await failed(email, operator);
      return { kind: 'code-wrong' };
    }
    const { numUpdatedRows } = await database
      .updateTable('operators')
      .set({ failures: 0, wait_until: 0, signed_in_at: now(), ...change })
      .where('id', '=', operator.id)
      // Of two that use one code at once, one comes in.
      .where((where) =>
        'totp_last_step' in change
          ? where.or([
              where('totp_last_step', 'is', null),
              where('totp_last_step', '<', change.totp_last_step),
            ])
          : 'recovery_codes' in change
            ? where('recovery_codes', '=', operator.recovery_codes)
            : where.lit(true),
      )
      .executeTakeFirst();
    if (numUpdatedRows !== 1n) return { kind: 'code-wrong' };
    const left = 'recovery_codes' in change ? JSON.parse(change.recovery_codes).length : null;
    return { kind: 'in', operator, recoveryCodesLeft: left };
  };
}

function waitAfter(failures: number): number {
  return failures < FREE_TRIES ? 0 : Math.min(1000 * 2 ** (failures - FREE_TRIES), LONGEST_WAIT);
}
