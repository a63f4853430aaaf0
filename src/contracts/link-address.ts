import { parseUrl } from './parse-url.ts';

/** The base URL for parsing relative addresses; `.invalid` can never be a real host (RFC 2606). */
export const PLACEHOLDER_ORIGIN = 'https://here.invalid';
const SCHEMES = new Set(['http:', 'https:', 'mailto:', 'tel:', 'sms:']);

/**
 * Parses an address that an editor entered for a link. Returns null if links must not use it, such as `javascript:`.
 */
export function parseLinkAddress(address: string): URL | null {
  const trimmed = address.trim();
  const url = trimmed === '' ? null : parseUrl(trimmed, PLACEHOLDER_ORIGIN);
  return url && SCHEMES.has(url.protocol) ? url : null;
}

/**
 * Whether an address seems to be a URL of another site or an e-mail address that lacks its scheme (`https:` or
 * `mailto:`), such as `www.example.com/profile`. As a path, it would lead to a page of this site that does not exist.
 */
export function lacksScheme(address: string): boolean {
  const trimmed = address.trim();
  return !LINK_START_PATTERN.test(trimmed) && /^[^/?#]*[.@]/.test(trimmed);
}

/** Matches an address with a scheme, and one that begins with `/`, `#` or `?`. */
export const LINK_START_PATTERN = /^(?:[a-z][a-z0-9+.-]*:|[/#?])/i;

/** The end of an error message about an address for which `LINK_START_PATTERN` does not match. */
export const MISSING_LINK_START_MESSAGE_SUFFIX =
  'has no beginning. Write “/” before a page of this site, or “https://” before another address.';

/** The end of an error message that starts with the address, for an address that `parseLinkAddress` rejects. */
export const INVALID_LINK_ADDRESS_MESSAGE_SUFFIX =
  'cannot be linked to. Use a page, https://, tel: or mailto:.';
