/**
 * What TLS clients report about a server that does not encrypt: OpenSSL (Node, and cURL in PHP) until 3.1 and since, and
 * GnuTLS.
 */
const SPEAKS_PLAIN_HTTP = /wrong.version.number|packet.length.too.long|unexpected TLS packet/i;

/** Returns the code of a failed request, such as `ECONNREFUSED`; otherwise its message. */
export function failureCode(error: unknown): string {
  if (error instanceof Error && error.name === 'TimeoutError') return 'ETIMEDOUT';
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  if (cause instanceof Error && 'code' in cause && typeof cause.code === 'string') return cause.code;
  return cause instanceof Error ? cause.message : 'unknown cause';
}

/**
 * Returns the address with http:// if a request to it failed because its server does not encrypt; otherwise null.
 * `failed` is the code or the message of the failure.
 */
export function plainHttpAddress(url: string, failed: string): string | null {
  const parsed = URL.parse(url);
  if (parsed?.protocol !== 'https:' || !SPEAKS_PLAIN_HTTP.test(failed)) return null;
  return url.replace(/^https:/i, 'http:');
}

/** Returns what is wrong at an https address whose server does not encrypt, with the fix. */
export function plainHttpFault(httpAddress: string): string {
  return `Its server speaks plain http. Use ${httpAddress}, or set up HTTPS on that server.`;
}
