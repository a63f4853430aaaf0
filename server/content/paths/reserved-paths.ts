const SERVER =
  /^\/(?:admin|api|assets|fonts|oauth|sign-in|unsubscribe|webhooks|wp-json|healthz|readyz|metrics)(?:\/|$)/;
const OTHER = /^\/(?:preview|media|share|wp|wp-admin|wp-content|wp-includes)(?:\/|$)/;

/** Whether the server itself uses a path, so that it cannot be redirected. */
export function isServerPath(path: string): boolean {
  return SERVER.test(path);
}

/** Where the server answers in place of a page of WordPress: at and below the first, exactly at the second ones. */
const CLOSED =
  /^\/(?:(?:admin|oauth|sign-in|webhooks|wp-json)(?:\/|$)|(?:healthz|readyz|metrics|unsubscribe)$)/;

/** Whether nobody can open a page at a path, because the server itself answers there. */
export function isClosedPath(path: string): boolean {
  return CLOSED.test(path);
}

/** Whether neither a page nor a post can be at a path: the server itself uses it, or it is none of a page. */
export function isReservedPath(path: string): boolean {
  return SERVER.test(path) || OTHER.test(path);
}
