const SERVER =
  /^\/(?:admin|api|assets|fonts|oauth|sign-in|unsubscribe|webhooks|wp-json|healthz|readyz|metrics)(?:\/|$)/;
const OTHER = /^\/(?:preview|media|share|wp|wp-admin|wp-content|wp-includes)(?:\/|$)/;

/** Whether the server itself uses a path, such as `/api`, so that no redirect can start there. */
export function isServerPath(path: string): boolean {
  return SERVER.test(path);
}

/**
 * Paths where the server responds instead of a WordPress page. The first group also matches all paths below its paths;
 * the second group matches only its paths themselves.
 */
const CLOSED =
  /^\/(?:(?:admin|oauth|sign-in|webhooks|wp-json)(?:\/|$)|(?:healthz|readyz|metrics|unsubscribe)$)/;

/** Whether a page at a path cannot be opened, because the server itself responds there. */
export function isShadowedByServer(path: string): boolean {
  return CLOSED.test(path);
}

/**
 * Whether the server or WordPress itself uses a path, or the paths below it. Operators cannot create a page there, and
 * a post gets its path below `/blog` instead.
 */
export function isReservedPath(path: string): boolean {
  return SERVER.test(path) || OTHER.test(path);
}
