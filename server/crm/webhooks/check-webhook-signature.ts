import { verify, type KeyObject } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import {
  LEGACY_WEBHOOK_SIGNATURE_HEADER,
  WEBHOOK_SIGNATURE_HEADER,
} from '../../../src/contracts/operators/webhooks.ts';

/**
 * The result of a signature check. `missing`: there is no signature header. `wrong`: no key verifies the signature.
 */
export type WebhookSignatureResult = 'good' | 'missing' | 'wrong';

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/**
 * Returns whether a request has a signature header. If not, its body need not be read. Does not check the signature.
 */
export function hasWebhookSignatureHeader(headers: IncomingHttpHeaders): boolean {
  return signatureOf(headers) !== null;
}

/**
 * Checks the signature of a raw body: Ed25519 in `WEBHOOK_SIGNATURE_HEADER`, or RSA with SHA-256 in the older
 * `LEGACY_WEBHOOK_SIGNATURE_HEADER`. If the first is present, the second is ignored, even if its signature is valid.
 */
export function checkWebhookSignature(
  keys: readonly KeyObject[],
  headers: IncomingHttpHeaders,
  body: Buffer,
): WebhookSignatureResult {
  const given = signatureOf(headers);
  if (!given) return 'missing';
  if (!BASE64.test(given.text)) return 'wrong';
  const signature = Buffer.from(given.text, 'base64');
  const algorithm = given.keyType === 'rsa' ? 'sha256' : null;
  return keys.some(
    (key) => key.asymmetricKeyType === given.keyType && verify(algorithm, body, key, signature),
  )
    ? 'good'
    : 'wrong';
}

function signatureOf(headers: IncomingHttpHeaders): { keyType: 'ed25519' | 'rsa'; text: string } | null {
  const present = headers[WEBHOOK_SIGNATURE_HEADER.toLowerCase()];
  if (typeof present === 'string') return { keyType: 'ed25519', text: present.trim() };
  const legacy = headers[LEGACY_WEBHOOK_SIGNATURE_HEADER.toLowerCase()];
  return typeof legacy === 'string' ? { keyType: 'rsa', text: legacy.trim() } : null;
}
