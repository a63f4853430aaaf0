import type { Request } from 'express';

/**
 * Whether a request comes from a page of ours, or from no page at all. `publicUrl` is the address visitors use, where
 * that is not the host the request names.
 */
export function isFromOwnPage(request: Request, publicUrl: string | null): boolean {
  if (request.get('sec-fetch-site') === 'cross-site') return false;
  const origin = request.get('origin');
  if (origin === undefined) return true;
  const from = URL.parse(origin);
  if (!from) return false;
  // Read with the page's own protocol, whose usual port is not written.
  const host = URL.parse(`${from.protocol}//${request.host}`)?.host;
  return from.host === host || (publicUrl !== null && from.host === URL.parse(publicUrl)?.host);
}
