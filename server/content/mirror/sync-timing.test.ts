import { expect, test } from 'vitest';
import { ContentError } from '../rest/content-error.ts';
import { SYNC_TIMING_MS, syncRetryDelayMs } from './sync-timing.ts';

test.each([
  [1, 1_000],
  [2, 2_000],
  [5, 16_000],
  [6, 30_000],
  [60, 30_000],
])('after %i faults, the next attempt follows in about %i ms', (faults, expected) => {
  const wait = syncRetryDelayMs(new ContentError('down'), faults, SYNC_TIMING_MS);
  expect(wait).toBeGreaterThanOrEqual(expected * 0.75);
  expect(wait).toBeLessThanOrEqual(expected * 1.25);
});

test.each([
  [90_000, 90_000],
  [3_600_000, 300_000],
])('a Retry-After of %i ms causes a wait of %i ms', (retryAfter, expected) => {
  expect(syncRetryDelayMs(new ContentError('closed', { status: 503, retryAfter }), 1, SYNC_TIMING_MS)).toBe(
    expected,
  );
});
