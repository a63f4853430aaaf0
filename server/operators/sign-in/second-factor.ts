import { AppError } from '../../platform/app-error.ts';
import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { OperatorsTable } from '../../database/schema/operator-tables.ts';
import { decryptText, encryptText } from '../../platform/security/encrypted-text.ts';
import { tokenHash } from '../../platform/security/tokens.ts';

/** The changes to store in an account after a code is used. */
export type SecondFactorChange =
  | { totp_last_step: number; totp_secret: string }
  /** The hashes of the codes that are left. */
  | { recovery_codes: string };

/** Shown at sign-in. Recovery codes still work. */
const UNREADABLE =
  'Your second factor cannot be read: the server’s secret key has changed. Use a recovery code, or put the ' +
  'former key into SECRET_KEYS_OLD.';

/**
 * Checks an authenticator or recovery code. Returns the change to store; null if the code is wrong. After an
 * authenticator code, the change also contains the secret, encrypted with the current key, so that old keys can be
 * removed. Throws an `AppError` of kind `factor-unreadable` if no key decrypts the secret.
 */
export async function checkSecondFactorCode(
  operator: Pick<OperatorsTable, 'totp_last_step' | 'recovery_codes'> & { totp_secret: string },
  code: string,
  secrets: readonly string[],
  now: number,
): Promise<SecondFactorChange | null> {
  const codes: string[] = JSON.parse(operator.recovery_codes ?? '[]');
  const used = hashRecoveryCode(code);
  if (codes.includes(used)) {
    return { recovery_codes: JSON.stringify(codes.filter((each) => each !== used)) };
  }
  const secret = await decryptText(operator.totp_secret, secrets).catch((error: unknown) => {
    throw new AppError('factor-unreadable', UNREADABLE, { cause: error });
  });
  const step = verifyTotpCode(secret, code, operator.totp_last_step, now);
  return step === null ? null : { totp_last_step: step, totp_secret: await encryptText(secret, secrets) };
}

/** The time step of the codes in seconds (RFC 6238). */
const PERIOD_SECONDS = 30;
/** The number of periods by which clocks may differ (RFC 6238). */
const WINDOW_PERIODS = 1;
const RECOVERY_CODES = 10;

/** Creates a new TOTP secret in Base32. */
export function newTotpSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** Returns the `otpauth:` URL for authenticator apps, usually shown as a QR code. */
export function otpauthUrl(secret: string, account: string, site: string): string {
  return totp(secret, account, site).toString();
}

/** Returns the time step of a code; null if the code is wrong or its step was already used. */
export function verifyTotpCode(
  secret: string,
  code: string,
  lastStep: number | null,
  now: number,
): number | null {
  const token = code.replace(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return null;
  const off = totp(secret, '', '').validate({ token, window: WINDOW_PERIODS, timestamp: now });
  if (off === null) return null;
  const step = Math.floor(now / 1000 / PERIOD_SECONDS) + off;
  return lastStep !== null && step <= lastStep ? null : step;
}

function totp(secret: string, label: string, issuer: string): TOTP {
  return new TOTP({ secret: Secret.fromBase32(secret), label, issuer, period: PERIOD_SECONDS });
}

/** Creates recovery codes, for use if the phone is lost. Each works once. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const code = randomBytes(8).toString('hex');
    return `${code.slice(0, 4)}-${code.slice(4, 8)}-${code.slice(8, 12)}-${code.slice(12)}`;
  });
}

/** Returns the hash to store for a recovery code. Case and separators do not matter. */
export function hashRecoveryCode(code: string): string {
  return tokenHash(`recovery ${code.toLowerCase().replace(/[^0-9a-f]/g, '')}`);
}
