import { expect, it } from 'vitest';
import { hasPass, mayHavePass, newPass, OPEN_MS, passName } from './page-pass.ts';

const LOCK = { id: 7, hash: 'pbkdf2-sha256:1000:ab:cd' };
const NOW = Date.UTC(2026, 10, 27);
const by = (more: Partial<Parameters<typeof hasPass>[2]> = {}) => ({
  secrets: ['current'],
  secure: false,
  now: NOW,
  ...more,
});
const cookie = (value = newPass(LOCK, ['current'], NOW)) => `a=b; ${passName(LOCK, false)}=${value}; c=d`;

it('opens its page for ten days', () => {
  expect(hasPass(cookie(), LOCK, by())).toBe(true);
  expect(hasPass(cookie(), LOCK, by({ now: NOW + OPEN_MS - 1 }))).toBe(true);
  expect(hasPass(cookie(), LOCK, by({ now: NOW + OPEN_MS }))).toBe(false);
});

it('opens neither another page nor the page with another password', () => {
  const other = cookie().replace(passName(LOCK, false), passName({ id: 8 }, false));
  expect(hasPass(other, { ...LOCK, id: 8 }, by())).toBe(false);
  expect(hasPass(cookie(), { ...LOCK, hash: 'pbkdf2-sha256:1000:ab:ce' }, by())).toBe(false);
});

it('is good while its key is one of the keys', () => {
  expect(hasPass(cookie(), LOCK, by({ secrets: ['next', 'current'] }))).toBe(true);
  expect(hasPass(cookie(), LOCK, by({ secrets: ['next'] }))).toBe(false);
  expect(hasPass(cookie(), LOCK, by({ secrets: [] }))).toBe(false);
});

it('has another name over https, which other sites of the domain cannot set', () => {
  expect(passName(LOCK, true)).toBe('__Host-page-pass-7');
  expect(hasPass(cookie(), LOCK, by({ secure: true }))).toBe(false);
});

it.each(['', '.', 'x.y', `${NOW + 1}`, `${NOW + 1}.`, `${NOW + 1}.x`, `Infinity.x`, `-1.x`])(
  '%j opens nothing',
  (value) => expect(hasPass(cookie(value), LOCK, by())).toBe(false),
);

it('only requests with such a cookie may open a page', () => {
  expect([cookie(), 'a=b', undefined].map(mayHavePass)).toEqual([true, false, false]);
});
