import { withoutExtraSlashes } from './extra-slashes.ts';

/**
 * The paths of the old site with their new paths. Old paths are in lower case and match in any case. An operator's
 * redirect from the same path takes precedence.
 */
const MOVED: ReadonlyMap<string, string> = new Map([
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

/** The built-in redirects, which operators see beside their own. */
export const builtInRedirects: readonly { from: string; to: string }[] = [...MOVED].map(([from, to]) => ({
  from,
  to,
}));

/**
 * Returns the target of a built-in redirect, or the path without repeated and trailing slashes; null if neither
 * applies.
 */
export function builtInRedirectTarget(path: string): string | null {
  const plain = withoutExtraSlashes(path);
  const target = MOVED.get(plain.toLowerCase());
  if (target) return target;
  return plain === path ? null : plain;
}
