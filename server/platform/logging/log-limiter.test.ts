import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLogLimiter } from './log-limiter.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('writes the first event at once, then one line a second with the latest event and the count', () => {
  const lines: unknown[] = [];
  const fold = createLogLimiter((about: string, count) => lines.push([about, count]));
  for (let at = 0; at < 300; at += 1) {
    fold.add('full', `lead ${at}`);
    vi.advanceTimersByTime(10);
  }
  expect(lines).toEqual([
    ['lead 0', 1],
    ['lead 99', 99],
    ['lead 199', 100],
    ['lead 299', 100],
  ]);
  vi.advanceTimersByTime(5000);
  expect(lines).toHaveLength(4);
  fold.add('full', 'later');
  expect(lines.at(-1)).toEqual(['later', 1]);
});

it('counts each kind separately, and loses nothing at the end', () => {
  const lines: unknown[] = [];
  const fold = createLogLimiter((about: string, count) => lines.push([about, count]));
  for (const kind of ['full', 'read-only', 'full', 'full']) fold.add(kind, kind);
  expect(lines).toEqual([
    ['full', 1],
    ['read-only', 1],
  ]);
  fold.flush();
  expect(lines.slice(2)).toEqual([['full', 2]]);
  expect(vi.getTimerCount()).toBe(0);
});
