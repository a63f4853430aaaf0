import type { OperatorsTable } from '../database/operator-tables.ts';
import { openText, sealText } from './sealed-text.ts';
import { acceptedStep, recoveryHash } from './totp.ts';

/** What of an account changes when a code is used. */
export type FactorChange =
  | { totp_last_step: number; totp_secret: string }
  /** The last code's hash is gone. */
  | { recovery_codes: string };

/** No secret key opens an account's factor. Its message says so to who signs in; recovery codes still work. */
export class FactorUnreadable extends Error {
  override name = 'FactorUnreadable';

  constructor(cause: unknown) {
    super(
      'Your second factor cannot be read: the server’s secret key has changed. Use a recovery code, or put the ' +
        'former key into SECRET_KEYS_OLD.',
      { cause },
    );
  }
}

/**
 * Checks a code, from the authenticator app or a recovery code; null where it does not fit. Throws
 * `FactorUnreadable`. A right code encrypts it with the current key, so that former ones can be forgotten.
 */
export async function checkCode(
  operator: Pick<OperatorsTable, 'totp_last_step' | 'recovery_codes'> & { totp_secret: string },
  code: string,
  secrets: readonly string[],
  now: number,
): Promise<FactorChange | null> {
  const codes: string[] = JSON.parse(operator.recovery_codes ?? '[]');
  const used = recoveryHash(code);
  if (codes.includes(used)) {
    return { recovery_codes: JSON.stringify(codes.filter((each) => each !== used)) };
  }
  const secret = await openText(operator.totp_secret, secrets).catch((error: unknown) => {
    throw new FactorUnreadable(error);
  });
  const step = acceptedStep(secret, code, operator.totp_last_step, now);
  return step === null ? null : { totp_last_step: step, totp_secret: await sealText(secret, secrets) };
}
