import { randomInt } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { parseCookie, stringifySetCookie } from 'cookie';
import { ORIGINAL_VARIANT_NAME } from '../../src/contracts/variants/variant-results.ts';
import type { ChosenVariant, VariantTest, SeenVariant } from '../content/resolve/page-variants.ts';
import { isBotRequest } from '../pages/visit-counter.ts';

/** Name of the cookie that stores the visitor's variants, by page id. Each belongs to one run of a test. */
export const VARIANT_COOKIE = 'layout_variants';
/** Lifetime of the cookie. It starts again whenever a variant is drawn. */
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
  test: VariantTest,
  headers: IncomingHttpHeaders,
  options: Options,
): ChosenVariant {
  if (!takesPart(headers)) return NO_PART;
  const known = readVariantCookie(headers.cookie);
  const before = variantInRun(test, known.get(test.pageId));
  if (before !== null) return chosen(test, before, null);
  const drawn = drawVariant(test, options.random ?? randomInt);
  known.delete(test.pageId);
  const entries = [...known, [test.pageId, { name: drawn, since: test.since }] as const].slice(-MAX_PAGES);
  const value = entries
    .map(
      ([page, { name, since }]) => `${page}:${encodeURIComponent(name)}${since === null ? '' : `:${since}`}`,
    )
    .join('|');
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

/** Returns the variant that a visitor saw earlier in the current run of a test; null if none is known. */
export function seenVariant(test: VariantTest, headers: IncomingHttpHeaders): SeenVariant | null {
  if (!takesPart(headers)) return null;
  const name = variantInRun(test, readVariantCookie(headers.cookie).get(test.pageId));
  return name === null ? null : seenOf(test, name);
}

/** The variant that a visitor saw on a page. */
interface KnownVariant {
  name: string;
  /** The start of the test in epoch milliseconds; null in a cookie of an earlier release, which did not store it. */
  since: number | null;
}

/** Parses the cookie into variants by page id. Invalid parts are ignored. */
export function readVariantCookie(header: string | undefined): Map<number, KnownVariant> {
  const value = parseCookie(header ?? '', { decode: String })[VARIANT_COOKIE] ?? '';
  const entries = value.split('|').flatMap((entry): [number, KnownVariant][] => {
    const [, page = '', name = '', since = null] =
      /^(\d{1,12}):([^:|]{1,400})(?::(\d{1,15}))?$/.exec(entry) ?? [];
    if (page === '') return [];
    try {
      return [
        [Number(page), { name: decodeURIComponent(name), since: since === null ? null : Number(since) }],
      ];
    } catch {
      return [];
    }
  });
  return new Map(entries.slice(0, MAX_PAGES));
}

function takesPart(headers: IncomingHttpHeaders): boolean {
  return headers['sec-gpc'] !== '1' && !isBotRequest(headers);
}

/**
 * Returns the name of a known variant if the test still has it, and if its run is the current one or unknown; otherwise
 * null. After a variant is added or a weight changes, a new run begins, and all visitors are assigned again.
 */
function variantInRun({ variants, since }: VariantTest, known: KnownVariant | undefined): string | null {
  if (!known || (known.since !== null && known.since !== since)) return null;
  const isVariant = known.name === ORIGINAL_VARIANT_NAME || variants.some(({ name }) => name === known.name);
  return isVariant ? known.name : null;
}

function drawVariant({ weight, variants }: VariantTest, random: (below: number) => number): string {
  const all = [{ name: ORIGINAL_VARIANT_NAME, weight }, ...variants];
  const total = all.reduce((sum, each) => sum + each.weight, 0);
  if (total === 0) return ORIGINAL_VARIANT_NAME;
  let left = random(total);
  for (const each of all) {
    if (left < each.weight) return each.name;
    left -= each.weight;
  }
  return ORIGINAL_VARIANT_NAME;
}

function chosen(test: VariantTest, name: string, cookie: string | null): ChosenVariant {
  return { layout: name === ORIGINAL_VARIANT_NAME ? null : name, seen: seenOf(test, name), cookie };
}

function seenOf({ path, since }: VariantTest, variant: string): SeenVariant {
  return { path, since, variant };
}
