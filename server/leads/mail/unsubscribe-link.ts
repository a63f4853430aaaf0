import { createCipheriv, createDecipheriv, createHmac, timingSafeEqual } from 'node:crypto';
import { MAX_FORM_FIELD_CHARACTERS } from '../../../src/contracts/forms/max-lengths.ts';
import { deriveKey } from '../../platform/security/secret-keys.ts';

/** Path of the page that unsubscribes from the market report. */
export const UNSUBSCRIBE_PATH = '/unsubscribe';

/**
 * Returns the link that unsubscribes an e-mail address. `origin` is the site's URL without a trailing slash. Throws if
 * `secrets` is empty.
 */
export function unsubscribeLink(origin: string, email: string, secrets: readonly string[]): string {
  return `${origin}${UNSUBSCRIBE_PATH}?t=${unsubscribeToken(email, secrets)}`;
}

/** Part of the key derivation, so that tokens for other purposes are not valid here. */
const PURPOSE = 'unsubscribe market-report';

/** Length of the HMAC-SHA-256 signature in bytes. Its first `COUNTER_BYTES` are the initial counter of the cipher. */
const SIGNATURE_BYTES = 32;
const COUNTER_BYTES = 16;
/** Length of the token for the longest e-mail address, in characters. */
const MAX_TOKEN_CHARACTERS = Math.ceil(((SIGNATURE_BYTES + MAX_FORM_FIELD_CHARACTERS.email) * 4) / 3);

/**
 * Creates a token that never expires. The address in it is signed, and encrypted to keep it out of logs and browser
 * histories. The same address and secret always give the same token. Throws if `secrets` is empty.
 */
export function unsubscribeToken(email: string, secrets: readonly string[]): string {
  const [secret] = secrets;
  if (secret === undefined) throw new Error('An unsubscribe link needs a secret key. Set SECRET_KEY.');
  const address = Buffer.from(email.trim().toLowerCase());
  const signature = sign(address, secret);
  const cipher = createCipheriv('aes-256-ctr', cipherKey(secret), signature.subarray(0, COUNTER_BYTES));
  return Buffer.concat([signature, cipher.update(address), cipher.final()]).toString('base64url');
}

/** Returns the lower-case e-mail address in a token, or null if no secret verifies it. */
export function readUnsubscribeToken(token: string, secrets: readonly string[]): string | null {
  if (token.length > MAX_TOKEN_CHARACTERS || !/^[\w-]+$/.test(token)) return null;
  const bytes = Buffer.from(token, 'base64url');
  // Decoders ignore the unused bits of the last character, so accept only the canonical encoding.
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
