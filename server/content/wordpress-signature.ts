import { createHmac, timingSafeEqual } from 'node:crypto';

/** Milliseconds by which the clocks of WordPress and this server may differ before signed requests are refused. */
export const MAX_CLOCK_DIFFERENCE_MS = 5 * 60_000;

/** Returns the HMAC-SHA256 of a text with the secret shared with the companion plugin, in hexadecimal. */
export function wordpressSignature(text: string, secret: string): string {
  return createHmac('sha256', secret).update(text).digest('hex');
}

/** Returns whether the companion plugin created a signature for this text. The comparison is timing-safe. */
export function isWordPressSignature(signature: string, text: string, secret: string): boolean {
  const expected = Buffer.from(wordpressSignature(text, secret));
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
