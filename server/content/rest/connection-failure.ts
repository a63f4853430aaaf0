/**
 * Matches the messages with which OpenSSL, in its older and newer versions, and GnuTLS report that a server does not
 * encrypt.
 */
const SPEAKS_PLAIN_HTTP = /wrong.version.number|packet.length.too.long|unexpected TLS packet/i;

/** Returns the error code of a failed request, such as `ECONNREFUSED`; its message if it has no code. */
export function connectionFailureReason(error: unknown): string {
  if (error instanceof Error && error.name === 'TimeoutError') return 'ETIMEDOUT';
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  if (cause instanceof Error && 'code' in cause && typeof cause.code === 'string') return cause.code;
  return cause instanceof Error ? cause.message : 'unknown cause';
}

/**
 * Returns the address with `http://` if a request failed because the server does not encrypt; otherwise null. `failed`
 * is the result of `connectionFailureReason`.
 */
export function plainHttpAddress(url: string, failed: string): string | null {
  const parsed = URL.parse(url);
  if (parsed?.protocol !== 'https:' || !SPEAKS_PLAIN_HTTP.test(failed)) return null;
  return url.replace(/^https:/i, 'http:');
}

/** The error codes of Node and OpenSSL for a rejected certificate, with the reason and the fix. */
const CERTIFICATE_FAULTS: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'has expired. Renew it.',
  CERT_NOT_YET_VALID: 'is not valid yet. Check the clocks of both servers.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'is self-signed. Get one from a public authority, such as Let’s Encrypt.',
  SELF_SIGNED_CERT_IN_CHAIN:
    'is signed by an authority that this server does not know. Set NODE_EXTRA_CA_CERTS to its file.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'lacks its intermediate certificate. Have the server send the whole chain.',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    'lacks its intermediate certificate. Have the server send the whole chain.',
  ERR_TLS_CERT_ALTNAME_INVALID:
    'is for another host name. Use the name that it is for, or get one for this name.',
};

/**
 * Returns a message with the fix if a failure is about the server's certificate; null if it has another cause. `failed`
 * is the result of `connectionFailureReason`.
 */
export function certificateFault(failed: string): string | null {
  const fault = CERTIFICATE_FAULTS[failed];
  return fault === undefined ? null : `Its TLS certificate ${fault}`;
}

/**
 * Returns a message with the fix for an https address whose server does not encrypt. `httpAddress` is the result of
 * `plainHttpAddress`.
 */
export function plainHttpFault(httpAddress: string): string {
  return `Its server speaks plain http. Use ${httpAddress}, or set up HTTPS on that server.`;
}
