import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';

/** Milliseconds by which the clocks of WordPress and this server may differ before signed requests are refused. */
export const MAX_PLUGIN_CLOCK_SKEW_MS = 5 * 60_000;

/** The signature header of requests between this server and the companion plugin, in both directions. */
export const PLUGIN_SIGNATURE_HEADER = 'X-Lintel-Signature';

/** The parts of a request that its signature covers, so that it is not valid for any other request. */
export interface SignedRequestParts {
  method: string;
  /** The path on the site, such as `/api/content/changes`, or the REST route, such as `/lintel/v1/doctor`. */
  route: string;
  /** The raw body; empty if there is none. */
  body?: string;
}

/** The result of checking a signature: the id of the request, or why it is refused. */
export type SignatureCheckResult = { id: string } | { code: 'signature' | 'clock'; error: string };

const HEADER = /^t=(\d{1,12}),id=([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}),v1=([0-9a-f]{64})$/;

/**
 * Returns the value of the header `X-Lintel-Signature`: `t=<Unix seconds>,id=<UUID>,v1=<HMAC>`. The HMAC-SHA256 covers
 * `t.id.METHOD route` and, after a line break, the body. `now` is in epoch milliseconds.
 */
export function signRequest(
  parts: SignedRequestParts,
  { secret, now, id = randomUUID() }: { secret: string; now: number; id?: string },
): string {
  const seconds = String(Math.floor(now / 1_000));
  return `t=${seconds},id=${id},v1=${wordpressSignature(signedText(seconds, id, parts), secret)}`;
}

/**
 * Returns the value of the signature header of a response to the companion plugin. It contains the id of the request,
 * so it is not valid for the response to another request.
 */
export function signResponse(
  { route, id, body }: { route: string; id: string; body: Uint8Array },
  { secret, now }: { secret: string; now: number },
): string {
  const seconds = String(Math.floor(now / 1_000));
  const signed = createHmac('sha256', secret).update(signedText(seconds, id, { method: 'RESPONSE', route }));
  return `t=${seconds},id=${id},v1=${signed.update(body).digest('hex')}`;
}

/**
 * Checks the signature header of a request. `now` is in epoch milliseconds. Callers decide whether an id may be used
 * twice.
 */
export function checkSignedRequest(
  header: string | undefined,
  parts: SignedRequestParts,
  { secret, now }: { secret: string; now: number },
): SignatureCheckResult {
  const [, seconds = '', id = '', signature = ''] = HEADER.exec(header ?? '') ?? [];
  if (id === '') {
    return {
      code: 'signature',
      error:
        `The request is not signed. The companion plugin signs with the header ${PLUGIN_SIGNATURE_HEADER}; look for a proxy ` +
        'that removes it, and install the version of the plugin that belongs to this site.',
    };
  }
  if (!isWordPressSignature(signature, signedText(seconds, id, parts), secret)) {
    return {
      code: 'signature',
      error:
        'The signature does not fit: WordPress and this server have different secrets. Copy the shared secret from ' +
        'Settings › Site settings in WordPress to WORDPRESS_WEBHOOK_SECRET, and restart the server.',
    };
  }
  const apart = now - Number(seconds) * 1_000;
  if (Math.abs(apart) > MAX_PLUGIN_CLOCK_SKEW_MS) {
    return {
      code: 'clock',
      error:
        `The clock of WordPress is ${minutes(apart)} ${apart > 0 ? 'behind' : 'ahead of'} this server’s, where it is ` +
        `${new Date(now).toISOString()}. Set the clock that is wrong; they may be ${MAX_PLUGIN_CLOCK_SKEW_MS / 60_000} minutes apart.`,
    };
  }
  return { id };
}

function signedText(seconds: string, id: string, { method, route, body = '' }: SignedRequestParts): string {
  return `${seconds}.${id}.${method} ${route}\n${body}`;
}

function minutes(milliseconds: number): string {
  return `${Math.round(Math.abs(milliseconds) / 60_000)} minutes`;
}

/** Returns the HMAC-SHA256 of a text with the secret shared with the companion plugin, in hexadecimal. */
export function wordpressSignature(text: string, secret: string): string {
  return createHmac('sha256', secret).update(text).digest('hex');
}

/** Whether the companion plugin created a signature for this text. The comparison is timing-safe. */
export function isWordPressSignature(signature: string, text: string, secret: string): boolean {
  const expected = Buffer.from(wordpressSignature(text, secret));
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
