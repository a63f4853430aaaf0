import { randomBytes } from 'node:crypto';

/** 128 random bits, base64url: unguessable, and unique without asking anyone. */
export function randomId(): string {
  return randomBytes(16).toString('base64url');
}
