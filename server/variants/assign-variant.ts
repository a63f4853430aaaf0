import { randomInt } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { parseCookie, stringifySetCookie } from 'cookie';
import { ORIGINAL_VARIANT } from '../../src/contracts/variants/variant-results.ts';
import type { ChosenVariant, RunningVariants, SeenVariant } from '../content/resolve/page-variants.ts';
import { isBotRequest } from '../pages/visit-counter.ts';

/** Name of the cookie that stores the visitor's variants, by page id. */
export const VARIANT_COOKIE = 'layout_variants';
/** Lifetime of the cookie. It starts again when a variant of another page is drawn. */
const COOKIE_TTL_SECONDS = 30 * 24 * 3600;
/** Maximum number of pages in the cookie. The oldest are dropped. */
const MAX_PAGES = 20;

/** The result for visitors who are left out of A/B tests. */
const NO_PART: ChosenVariant = { layout: null, seen: null, cookie: null };

interface Options {
  /** Whether the site uses HTTPS. */
  secure: boolean;
  /** Returns a random whole number from 0 up to, but not including, its argument. */
  random?: (below: number) => number;
}

/**
 * Returns the variant in the visitor's cookie, or draws one by weight. Bots and browsers that send Global Privacy
 * Control get the page's own layout and no cookie.
 */
export function assignVariant(
  test: RunningVariants,
  headers: IncomingHttpHeaders,
  options: Options,
): ChosenVariant {
  if (!takesPart(headers)) return NO_PART;
  const known = readVariantCookie(headers.cookie);
  const before = known.get(test.pageId);
  if (before !== undefined && isVariant(test, before)) return chosen(test, before, null);
  const drawn = drawVariant(test, options.random ?? randomInt);
  known.delete(test.pageId);
  const entries = [...known, [test.pageId, drawn] as const].slice(-MAX_PAGES);
  const value = entries.map(([page, name]) => `${page}:${encodeURIComponent(name)}`).join('|');
  const { secure } = options;
  const attributes = {
    path: '/',
    maxAge: COOKIE_TTL_SECONDS,
    httpOnly: true,
    sameSite: 'lax',
    secure,
  } as const;
  // The value is encoded already, in parts.
  const cookie = stringifySetCookie({ name: VARIANT_COOKIE, value, ...attributes }, { encode: String });
  return chosen(test, drawn, cookie);
}

/** Returns the variant that a visitor saw earlier on a page; null if none is known. */
export function seenVariant(test: RunningVariants, headers: IncomingHttpHeaders): SeenVariant | null {
  if (!takesPart(headers)) return null;
  const name = readVariantCookie(headers.cookie).get(test.pageId);
  return name !== undefined && isVariant(test, name) ? seenOf(test, name) : null;
}

/** Parses the cookie into variant names by page id. Invalid parts are ignored. */
export function readVariantCookie(header: string | undefined): Map<number, string> {
  const value = parseCookie(header ?? '', { decode: String })[VARIANT_COOKIE] ?? '';
  const entries = value.split('|').flatMap((entry): [number, string][] => {
    const [, page = '', name = ''] = /^(\d{1,12}):([^:|]{1,400})$/.exec(entry) ?? [];
    if (page === '') return [];
    try {
      return [[Number(page), decodeURIComponent(name)]];
    } catch {
      return [];
    }
  });
  return new Map(entries.slice(0, MAX_PAGES));
}

function takesPart(headers: IncomingHttpHeaders): boolean {
  return headers['sec-gpc'] !== '1' && !isBotRequest(headers);
}

function isVariant({ variants }: RunningVariants, name: string): boolean {
  return name === ORIGINAL_VARIANT || variants.some((each) => each.name === name);
}

function drawVariant({ weight, variants }: RunningVariants, random: (below: number) => number): string {
  const all = [{ name: ORIGINAL_VARIANT, weight }, ...variants];
  const total = all.reduce((sum, each) => sum + each.weight, 0);
  if (total === 0) return ORIGINAL_VARIANT;
  let left = random(total);
  for (const each of all) {
    if (left < each.weight) return each.name;
    left -= each.weight;
  }
  return ORIGINAL_VARIANT;
}

function chosen(test: RunningVariants, name: string, cookie: string | null): ChosenVariant {
  return { layout: name === ORIGINAL_VARIANT ? null : name, seen: seenOf(test, name), cookie };
}

function seenOf({ path, since }: RunningVariants, variant: string): SeenVariant {
  return { path, since, variant };
}
