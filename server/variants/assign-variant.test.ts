import { describe, expect, it } from 'vitest';
import type { VariantTest } from '../content/resolve/page-variants.ts';
import { assignVariant, readVariantCookie, seenVariant, VARIANT_COOKIE } from './assign-variant.ts';

const BROWSER = { 'user-agent': 'Mozilla/5.0 (iPhone) Safari/604.1' };
const TEST: VariantTest = {
  pageId: 7,
  path: '/sell',
  since: 1_000,
  weight: 50,
  variants: [
    { name: 'Short form', weight: 30 },
    { name: 'Big', weight: 20 },
  ],
};
const drawing = (drawn: number) => ({ secure: false, random: () => drawn });
const cookie = (value: string) => ({ ...BROWSER, cookie: `a=b; ${VARIANT_COOKIE}=${value}; c=d` });

describe('a new visitor', () => {
  it.each([
    [0, 'Original', null],
    [49, 'Original', null],
    [50, 'Short form', 'Short form'],
    [79, 'Short form', 'Short form'],
    [80, 'Big', 'Big'],
    [99, 'Big', 'Big'],
  ])('who draws %i of 100 gets %s', (drawn, name, layout) => {
    const given = assignVariant(TEST, BROWSER, drawing(drawn));
    expect(given).toMatchObject({ layout, seen: { path: '/sell', since: 1_000, variant: name } });
    expect(given.cookie).toContain(`${VARIANT_COOKIE}=7:${encodeURIComponent(name)}:1000;`);
  });

  it('gets each variant as often as its weight says', () => {
    const counts = new Map<string | null, number>();
    for (let visitor = 0; visitor < 20_000; visitor += 1) {
      const { layout } = assignVariant(TEST, BROWSER, { secure: false });
      counts.set(layout, (counts.get(layout) ?? 0) + 1);
    }
    // Allows ten standard deviations.
    expect(Math.abs((counts.get(null) ?? 0) - 10_000)).toBeLessThan(710);
    expect(Math.abs((counts.get('Short form') ?? 0) - 6_000)).toBeLessThan(650);
  });

  it('gets a cookie that only the server reads, for 30 days', () => {
    const { cookie: plain } = assignVariant(TEST, BROWSER, drawing(0));
    expect(plain).toBe(`${VARIANT_COOKIE}=7:Original:1000; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax`);
    expect(assignVariant(TEST, BROWSER, { secure: true }).cookie).toContain('; Secure;');
  });

  it('gets the original if all weights are 0', () => {
    const test = { ...TEST, weight: 0, variants: [{ name: 'B', weight: 0 }] };
    expect(assignVariant(test, BROWSER, { secure: false }).layout).toBeNull();
  });
});

describe('a visitor with the cookie', () => {
  it('keeps the variant', () => {
    const given = assignVariant(TEST, cookie('12:Original|7:Big:1000'), drawing(0));
    expect(given).toMatchObject({ layout: 'Big', cookie: null });
    expect(seenVariant(TEST, cookie('7:Big:1000'))?.variant).toBe('Big');
  });

  it('keeps the variant of a cookie that does not name the run', () => {
    expect(assignVariant(TEST, cookie('7:Big'), drawing(0))).toMatchObject({ layout: 'Big', cookie: null });
    expect(seenVariant(TEST, cookie('7:Big'))?.variant).toBe('Big');
  });

  it('draws again if the test was started again, with other variants or weights', () => {
    const given = assignVariant({ ...TEST, since: 2_000 }, cookie('7:Big:1000'), drawing(60));
    expect(given).toMatchObject({ layout: 'Short form', seen: { since: 2_000 } });
    expect(given.cookie).toContain(`${VARIANT_COOKIE}=7:Short%20form:2000;`);
    expect(seenVariant({ ...TEST, since: 2_000 }, cookie('7:Big:1000'))).toBeNull();
  });

  it('draws again if the variant was deleted, and keeps the variants of other pages', () => {
    const given = assignVariant(TEST, cookie('7:Gone:1000|12:B:5'), drawing(60));
    expect(given.cookie).toContain(`${VARIANT_COOKIE}=12:B:5|7:Short%20form:1000;`);
    expect(seenVariant(TEST, cookie('7:Gone'))).toBeNull();
  });

  it.each(['', '7', '7:', 'x:B', '7:%E0%A4%A', '7:B:C', '7:B:1:2', `7:${'x'.repeat(5_000)}`])(
    'that cannot be read (%s) counts as new',
    (value) => {
      expect(readVariantCookie(cookie(value).cookie)).toEqual(new Map());
      expect(assignVariant(TEST, cookie(value), drawing(0)).cookie).not.toBeNull();
    },
  );

  it('never has more than 20 pages in the cookie', () => {
    const many = Array.from({ length: 60 }, (_, page) => `${page + 100}:B`).join('|');
    const given = assignVariant(TEST, cookie(many), drawing(0));
    expect(readVariantCookie(given.cookie ?? '').size).toBe(20);
    expect(given.cookie).toContain('|7:Original:1000;');
  });
});

it.each([
  ['Global Privacy Control', { ...cookie('7:Big'), 'sec-gpc': '1' }],
  ['a search engine', { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' }],
  ['no identification', {}],
])('with %s, a request gets the original, no cookie, and is not counted', (_, headers) => {
  expect(assignVariant(TEST, headers, drawing(99))).toEqual({ layout: null, seen: null, cookie: null });
  expect(seenVariant(TEST, headers)).toBeNull();
});
