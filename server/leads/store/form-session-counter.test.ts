import { expect, it } from 'vitest';
import { createFormSessionCounter } from './form-session-counter.ts';

it('counts the different sessions of a key within a window; the first ones stay allowed', () => {
  const recent = createFormSessionCounter({ window: 1000, most: 2 });
  const seen = (session: string, now: number, key = 'key') => recent.isTooMany(key, session, now);
  expect([seen('a', 0), seen('a', 1), seen('b', 2), seen('c', 3), seen('d', 4), seen('a', 5)]).toEqual([
    false,
    false,
    false,
    true,
    true,
    false,
  ]);
  expect(seen('c', 6, 'another key')).toBe(false);
  expect(seen('c', 1001)).toBe(false);
});

it('a clock that is set back starts a new window', () => {
  const recent = createFormSessionCounter({ window: 1000, most: 1 });
  recent.isTooMany('key', 'a', 10_000);
  expect(recent.isTooMany('key', 'b', 0)).toBe(false);
});
