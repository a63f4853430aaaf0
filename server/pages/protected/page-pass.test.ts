import { expect, it } from 'vitest';
import {
  hasPagePass,
  mayHavePagePass,
  pagePassCookieValue,
  PAGE_PASS_LIFETIME_MS,
  pagePassCookieName,
} from './page-pass.ts';

const LOCK = { id: 7, hash: 'pbkdf2-sha256:1000:ab:cd' };
const NOW = Date.UTC(2026, 10, 27);
const by = (more: Partial<Parameters<typeof hasPagePass>[2]> = {}) => ({
  secrets: ['current'],
  secure: false,
  now: NOW,
  ...more,
});
const cookie = (value = pagePassCookieValue(LOCK, ['current'], NOW)) =>
  `a=b; ${pagePassCookieName(LOCK, false)}=${value}; c=d`;

it('opens its page for ten days', () => {
  expect(hasPagePass(cookie(), LOCK, by())).toBe(true);
  expect(hasPagePass(cookie(), LOCK, by({ now: NOW + PAGE_PASS_LIFETIME_MS - 1 }))).toBe(true);
  expect(hasPagePass(cookie(), LOCK, by({ now: NOW + PAGE_PASS_LIFETIME_MS }))).toBe(false);
});

it('opens neither another page nor the page with another password', () => {
  const other = cookie().replace(pagePassCookieName(LOCK, false), pagePassCookieName({ id: 8 }, false));
  expect(hasPagePass(other, { ...LOCK, id: 8 }, by())).toBe(false);
  expect(hasPagePass(cookie(), { ...LOCK, hash: 'pbkdf2-sha256:1000:ab:ce' }, by())).toBe(false);
});

it('is good while its key is one of the keys', () => {
  expect(hasPagePass(cookie(), LOCK, by({ secrets: ['next', 'current'] }))).toBe(true);
  expect(hasPagePass(cookie(), LOCK, by({ secrets: ['next'] }))).toBe(false);
  expect(hasPagePass(cookie(), LOCK, by({ secrets: [] }))).toBe(false);
});

it('has another name over https, which other sites of the domain cannot set', () => {
  expect(pagePassCookieName(LOCK, true)).toBe('__Host-page-pass-7');
  expect(hasPagePass(cookie(), LOCK, by({ secure: true }))).toBe(false);
});

it.each(['', '.', 'x.y', `${NOW + 1}`, `${NOW + 1}.`, `${NOW + 1}.x`, `Infinity.x`, `-1.x`])(
  '%j opens nothing',
  (value) => expect(hasPagePass(cookie(value), LOCK, by())).toBe(false),
);

it('only requests with such a cookie may open a page', () => {
  expect([cookie(), 'a=b', undefined].map(mayHavePagePass)).toEqual([true, false, false]);
});
