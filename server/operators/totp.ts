import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { tokenHash } from './tokens.ts';

/** Seconds a code is good, and how many such spans to either side a slow clock may be off: RFC 6238's advice. */
const PERIOD = 30;
const WINDOW = 1;
const RECOVERY_CODES = 10;

/** A new shared secret, base32. */
export function newTotpSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** The address that authenticator apps read, usually as a QR code. */
export function totpAddress(secret: string, account: string, site: string): string {
  return totp(secret, account, site).toString();
}

/** The time step a code is for, or null where it does not fit or its step was used before. */
export function acceptedStep(
  secret: string,
  code: string,
  lastStep: number | null,
  now: number,
): number | null {
  const token = code.replace(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return null;
  const off = totp(secret, '', '').validate({ token, window: WINDOW, timestamp: now });
  if (off === null) return null;
  const step = Math.floor(now / 1000 / PERIOD) + off;
  return lastStep !== null && step <= lastStep ? null : step;
}

function totp(secret: string, label: string, issuer: string): TOTP {
  return new TOTP({ secret: Secret.fromBase32(secret), label, issuer, period: PERIOD });
}

/** Codes for the day the phone is gone, each good once. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const code = randomBytes(8).toString('hex');
    return `${code.slice(0, 4)}-${code.slice(4, 8)}-${code.slice(8, 12)}-${code.slice(12)}`;
  });
}

/** What is stored of a recovery code; how it was typed does not matter. */
export function recoveryHash(code: string): string {
  return tokenHash(`recovery ${code.toLowerCase().replace(/[^0-9a-f]/g, '')}`);
}
