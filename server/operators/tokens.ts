import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** 256 random bits that fit in an address. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What is stored of a token: whoever reads the database cannot use it. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/** Compares without telling by its time where two texts differ. */
export function sameText(a: string, b: string): boolean {
  const [left, right] = [tokenHash(a), tokenHash(b)].map((each) => Buffer.from(each));
  return left !== undefined && right !== undefined && timingSafeEqual(left, right);
}
