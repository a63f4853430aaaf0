/** The base URL for parsing relative addresses; `.invalid` can never be a real host (RFC 2606). */
export const PLACEHOLDER_ORIGIN = 'https://here.invalid';
const SCHEMES = new Set(['http:', 'https:', 'mailto:', 'tel:', 'sms:']);

/**
 * Parses an address that an editor entered for a link. Returns null if links must not use it, such as `javascript:`.
 */
export function parseLinkAddress(address: string): URL | null {
  const trimmed = address.trim();
  if (trimmed === '' || !URL.canParse(trimmed, PLACEHOLDER_ORIGIN)) return null;
  const url = new URL(trimmed, PLACEHOLDER_ORIGIN);
  return SCHEMES.has(url.protocol) ? url : null;
}

/** The end of an error message that starts with the invalid address. */
export const INVALID_LINK_ADDRESS_SUFFIX = 'cannot be linked to. Use a page, https://, tel: or mailto:.';
