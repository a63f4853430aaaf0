import { pbkdf2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify(pbkdf2);

/**
 * Rounds of PBKDF2, as many as `LINTEL_PASSWORD_ROUNDS` in the companion plugin. PHP on a small host takes a tenth of a
 * second for a hash.
 */
const ROUNDS = 100_000;
/** A hash with more rounds is refused, because a manipulated WordPress could send one that keeps this server busy. */
const MAX_ROUNDS = 1_000_000;
const HASH_BYTES = 32;
/** `pbkdf2-sha256:<rounds>:<salt>:<hash>`, with a salt of hexadecimal digits that is used as text. */
const FORMAT = /^pbkdf2-sha256:([1-9]\d{3,6}):([0-9a-f]{16,64}):([0-9a-f]{64})$/;

/** Whether a text is a hash of a password that this server can check. */
export function isPagePasswordHash(text: unknown): text is string {
  return typeof text === 'string' && Number(FORMAT.exec(text)?.[1] ?? MAX_ROUNDS + 1) <= MAX_ROUNDS;
}

/** Returns a hash of a password with a new salt. */
export async function hashPagePassword(password: string): Promise<string> {
  const salt = randomBytes(16).toString('hex');
  const hash = await derive(password, salt, ROUNDS, HASH_BYTES, 'sha256');
  return `pbkdf2-sha256:${ROUNDS}:${salt}:${hash.toString('hex')}`;
}

/** Compares a password with a hash in constant time. False if `isPagePasswordHash` refuses the hash. */
export async function verifyPagePassword(password: string, hash: string): Promise<boolean> {
  const [, rounds, salt = '', expected = ''] = isPagePasswordHash(hash) ? (FORMAT.exec(hash) ?? []) : [];
  if (rounds === undefined) return false;
  const given = await derive(password, salt, Number(rounds), HASH_BYTES, 'sha256');
  return timingSafeEqual(given, Buffer.from(expected, 'hex'));
}
