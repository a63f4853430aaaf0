/** Returns a path without repeated slashes or backslashes, and without a trailing slash. */
export function withoutExtraSlashes(path: string): string {
  // Two leading slashes would point to another host.
  return path.replace(/[/\\]{2,}/g, '/').replace(/(?<=.)\/$/, '');
}
