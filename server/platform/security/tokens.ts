import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** Returns 256 random bits, encoded for use in a URL. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Returns the hash that is stored instead of a token, so that someone who reads the database cannot use the token. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/** Compares the hashes of two texts in constant time, because `timingSafeEqual` needs inputs of the same length. */
export function equalInConstantTime(a: string, b: string): boolean {
  const [left, right] = [tokenHash(a), tokenHash(b)].map((each) => Buffer.from(each));
  return left !== undefined && right !== undefined && timingSafeEqual(left, right);
}

/** Returns 128 random bits in base64url: unguessable, and unique without any coordination. */
export function randomId(): string {
  return randomBytes(16).toString('base64url');
}

/** Number of base-36 digits of a time, enough until the year 5188. */
const TIME_DIGITS = 9;

/**
 * Returns an id for a row created at this time (epoch milliseconds): the time, followed by a `randomId`. Rows created
 * together are adjacent in the indexes on ids, so storing a lead touches fewer disk pages.
 */
export function newRowId(now: number): string {
  return Math.max(0, Math.floor(now)).toString(36).padStart(TIME_DIGITS, '0') + randomId();
}
