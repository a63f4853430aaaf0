/**
 * Returns the security headers that are set before a request is handled. Documents also have a Content-Security-Policy,
 * and previews remove X-Frame-Options. `secure` is whether visitors use HTTPS.
 */
export function securityHeaders(secure: boolean): Readonly<Record<string, string>> {
  return {
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Origin-Agent-Cluster': '?1',
    // `no-referrer` would make browsers send `Origin: null` with plain form posts.
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    ...(secure ? { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' } : {}),
    'X-Content-Type-Options': 'nosniff',
    'X-DNS-Prefetch-Control': 'off',
    'X-Download-Options': 'noopen',
    'X-Frame-Options': 'SAMEORIGIN',
    'X-Permitted-Cross-Domain-Policies': 'none',
    'X-XSS-Protection': '0',
  };
}
