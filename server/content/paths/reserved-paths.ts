const SERVER =
  /^\/(?:admin|api|assets|fonts|oauth|sign-in|unsubscribe|webhooks|wp-json|healthz|readyz|metrics)(?:\/|$)/;
const OTHER = /^\/(?:preview|media|share|wp|wp-admin|wp-content|wp-includes)(?:\/|$)/;

/** Whether the server itself uses a path, so that it cannot be redirected. */
export function isServerPath(path: string): boolean {
  return SERVER.test(path);
}

/** Whether neither a page nor a post can be at a path: the server itself uses it, or it is none of a page. */
export function isReservedPath(path: string): boolean {
  return SERVER.test(path) || OTHER.test(path);
}
