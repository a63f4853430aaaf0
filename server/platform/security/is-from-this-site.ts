import type { Request } from 'express';

/**
 * Returns whether another site's page embeds the response, for example as a picture, according to the browser. Such a
 * request is not the visitor's action, so it must not count against a limit.
 */
export function isCrossSiteEmbed(request: Request): boolean {
  return request.get('sec-fetch-site') === 'cross-site' && request.get('sec-fetch-dest') !== 'document';
}

/**
 * Returns whether a request comes from one of our pages, or from no page at all. Our pages have the origin of
 * `publicUrl`. Without it, the request's own host is used, which the sender can choose.
 */
export function isFromThisSite(request: Request, publicUrl: string | null): boolean {
  if (request.get('sec-fetch-site') === 'cross-site') return false;
  const origin = request.get('origin');
  if (origin === undefined) return true;
  const from = URL.parse(origin);
  if (!from) return false;
  if (publicUrl !== null) return from.origin === URL.parse(publicUrl)?.origin;
  // Parse the host with the page's own protocol, so that the protocol's default port is dropped.
  return from.host === URL.parse(`${from.protocol}//${request.host}`)?.host;
}
