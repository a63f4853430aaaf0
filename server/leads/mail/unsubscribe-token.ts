import { createCipheriv, createDecipheriv, createHmac, timingSafeEqual } from 'node:crypto';
import { deriveKey } from '../../secret-keys.ts';

/** What a token allows; a token for one purpose is none for another. */
const PURPOSE = 'unsubscribe market-report';

/** Bytes of the signature (HMAC-SHA-256) and of the counter it gives the cipher. */
const SIGNATURE_BYTES = 32;
const COUNTER_BYTES = 16;
/** No address is longer (RFC 5321); nor is a token for one. */
const MOST_TOKEN = Math.ceil(((SIGNATURE_BYTES + 254) * 4) / 3);

/**
 * A token that lets whoever holds it unsubscribe this e-mail address, for ever. The address in it is signed, and
 * encrypted under its signature: an address bar, a log or a history shows nobody's. The same address has the same
 * token. Throws where there is no secret.
 */
export function unsubscribeToken(email: string, secrets: readonly string[]): string {
  const [secret] = secrets;
  if (secret === undefined) throw new Error('An unsubscribe link needs a secret key. Set SECRET_KEY.');
  const address = Buffer.from(email.trim().toLowerCase());
  const signature = sign(address, secret);
  const cipher = createCipheriv('aes-256-ctr', cipherKey(secret), signature.subarray(0, COUNTER_BYTES));
  return Buffer.concat([signature, cipher.update(address), cipher.final()]).toString('base64url');
}

/** The e-mail address (lower case) a token was made for, by any of the secrets; null for anything else. */
export function readUnsubscribeToken(token: string, secrets: readonly string[]): string | null {
  if (token.length > MOST_TOKEN || !/^[\w-]+$/.test(token)) return null;
  const bytes = Buffer.from(token, 'base64url');
  // One token for an address, however it is written: the last character's spare bits must be none.
  if (bytes.length <= SIGNATURE_BYTES || bytes.toString('base64url') !== token) return null;
  const signature = bytes.subarray(0, SIGNATURE_BYTES);
  for (const secret of secrets) {
    const cipher = createDecipheriv('aes-256-ctr', cipherKey(secret), signature.subarray(0, COUNTER_BYTES));
    const address = Buffer.concat([cipher.update(bytes.subarray(SIGNATURE_BYTES)), cipher.final()]);
    if (timingSafeEqual(sign(address, secret), signature)) return address.toString('utf8');
  }
  return null;
}

function sign(address: Buffer, secret: string): Buffer {
  return createHmac('sha256', deriveKey(secret, `${PURPOSE} signature`))
    .update(address)
    .digest();
}

function cipherKey(secret: string): Buffer {
  return deriveKey(secret, `${PURPOSE} cipher`);
}
