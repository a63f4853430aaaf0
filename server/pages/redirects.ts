/** Paths of the old site and where they lead now; see the decision on dead links. */
const MOVED: ReadonlyMap<string, string> = new Map([
  ['/home', '/'],
  ['/buyers', '/buy'],
  ['/buyers/first-time-home-buyers', '/buy/first-time-buyers'],
  ['/buyers/first-time-buyers', '/buy/first-time-buyers'],
  ['/buyers/move-in-ready-homes', '/buy/move-in-ready-homes'],
  ['/buyers/mortgage-guide', '/buy/mortgage-guide'],
  ['/buyers/home-buying-process', '/buy/home-buying-process'],
  ['/sellers', '/sell'],
  ['/sellers/staging-tips', '/sell/staging-tips'],
  ['/sellers/marketing-strategy', '/sell/marketing-strategy'],
  ['/sellers/fsbo-vs-agent', '/sell/fsbo-vs-agent'],
  ['/sellers/home-valuation', '/sell/home-valuation'],
  ['/oauth-error', '/oauth/error'],
  ['/test-oauth', '/oauth/test'],
]);

/** Those built in, as operators see them beside their own. */
export const builtInRedirects: readonly { from: string; to: string }[] = [...MOVED].map(([from, to]) => ({
  from,
  to,
}));

/** Where a path has moved to, or null. Slashes too many, and one at the end, move to the path without them. */
export function redirectOf(path: string): string | null {
  // Two slashes at the start would name another host.
  const plain = path.replace(/[/\\]{2,}/g, '/').replace(/(?<=.)\/$/, '');
  const target = MOVED.get(plain.toLowerCase());
  if (target) return target;
  return plain === path ? null : plain;
}
