import { afterEach, expect, test, vi } from 'vitest';
import { SYNC_TIMING } from '../mirror/sync-timing.ts';
import { createWordPressClient } from './wordpress-client.ts';

afterEach(() => void vi.useRealTimers());

test.each([
  [10, '{"name":"Slow"}'],
  [31, 'does not answer within 30 seconds'],
])('a WordPress that responds after %i s: %s', async (seconds, expected) => {
  vi.useFakeTimers();
  const client = createWordPressClient({
    config: { url: 'https://cms.example', credentials: null, proxy: null, secret: null },
    timing: SYNC_TIMING,
    fetch: (_url, init) =>
      new Promise((resolve, reject) => {
        setTimeout(() => resolve(Response.json({ name: 'Slow' })), seconds * 1_000);
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error));
      }),
    onNotice: () => {},
  });
  const read = client.get('/', {}).then(JSON.stringify, String);
  await vi.advanceTimersByTimeAsync(seconds * 1_000);
  expect(await read).toContain(expected);
});
