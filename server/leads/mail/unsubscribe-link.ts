import { createCipheriv, createDecipheriv, createHmac, timingSafeEqual } from 'node:crypto';
import { deriveKey } from '../../platform/secret-keys.ts';

/** Path of the unsubscribe page. */
export const UNSUBSCRIBE_PATH = '/unsubscribe';

/** Returns the link that unsubscribes an e-mail address. `origin` is the site's URL without a trailing slash. */
export function unsubscribeLink(origin: string, email: string, secrets: readonly string[]): string {
  return `${origin}${UNSUBSCRIBE_PATH}?t=${unsubscribeToken(email, secrets)}`;
}

/** The purpose of a token. A token for one purpose is not valid for another. */
const PURPOSE = 'unsubscribe market-report';

/** Size in bytes of the signature (HMAC-SHA-256), and of the part of it that the cipher uses as its counter. */
const SIGNATURE_BYTES = 32;
const COUNTER_BYTES = 16;
/** Maximum length of a token, because an address has at most 254 characters (RFC 5321). */
const MOST_TOKEN = Math.ceil(((SIGNATURE_BYTES + 254) * 4) / 3);

/**
 * Creates a token that unsubscribes an e-mail address and never expires. The address in it is signed and encrypted, so
 * that it does not appear in address bars, logs or browser histories. The same address always produces the same token.
 * Throws without a secret.
 */
export function unsubscribeToken(email: string, secrets: readonly string[]): string {
  const [secret] = secrets;
  if (secret === undefined) throw new Error('An unsubscribe link needs a secret key. Set SECRET_KEY.');
  const address = Buffer.from(email.trim().toLowerCase());
  const signature = sign(address, secret);
  const cipher = createCipheriv('aes-256-ctr', cipherKey(secret), signature.subarray(0, COUNTER_BYTES));
  return Buffer.concat([signature, cipher.update(address), cipher.final()]).toString('base64url');
}

/** Returns the e-mail address (in lower case) of a token made with any of the secrets, or null if it is invalid. */
export function readUnsubscribeToken(token: string, secrets: readonly string[]): string | null {
  if (token.length > MOST_TOKEN || !/^[\w-]+$/.test(token)) return null;
  const bytes = Buffer.from(token, 'base64url');
  // Accept only one spelling of each token: the unused bits of the last character must be zero.
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
