import { afterEach, expect, test, vi } from 'vitest';
import { SYNC_TIMING_MS } from '../mirror/sync-timing.ts';
import { createWordPressClient } from './wordpress-client.ts';

afterEach(() => void vi.useRealTimers());

const addressOf = (asked: RequestInfo | URL): string =>
  asked instanceof Request ? asked.url : String(asked);

test.each([
  [10, '{"name":"Slow"}'],
  [31, 'does not answer within 30 seconds'],
])('a WordPress that responds after %i s: %s', async (seconds, expected) => {
  vi.useFakeTimers();
  const client = createWordPressClient({
    config: { url: 'https://cms.example', credentials: null, proxy: null, secret: null },
    timing: SYNC_TIMING_MS,
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

test('a redirect of /wp-json to itself, as some servers have it with plain permalinks, is no obstacle', async () => {
  const client = createWordPressClient({
    config: { url: 'https://cms.example', credentials: null, proxy: null, secret: null },
    timing: SYNC_TIMING_MS,
    fetch: async (url) =>
      addressOf(url).includes('rest_route')
        ? Response.json({ name: 'Site' })
        : new Response('', { status: 301, headers: { location: addressOf(url) } }),
    onNotice: () => {},
  });
  expect(await client.get('/', {})).toEqual({ name: 'Site' });
});

test('permalinks that are switched on later are used after a minute, and the notice is withdrawn', async () => {
  vi.useFakeTimers();
  let permalinks = false;
  const asked: string[] = [];
  const notices: (string | null)[] = [];
  const client = createWordPressClient({
    config: { url: 'https://cms.example', credentials: null, proxy: null, secret: null },
    timing: SYNC_TIMING_MS,
    fetch: async (url) => {
      const address = addressOf(url);
      asked.push(address.includes('rest_route') ? 'plain' : 'pretty');
      return address.includes('rest_route') || permalinks
        ? Response.json({ name: 'Site' })
        : new Response('<h1>Not found</h1>', { status: 404, headers: { 'content-type': 'text/html' } });
    },
    onNotice: (message) => notices.push(message),
  });
  await client.get('/', {});
  await client.get('/', {});
  expect(asked).toEqual(['pretty', 'plain', 'plain']);
  expect(notices).toEqual([expect.stringContaining('does not answer at https://cms.example/wp-json.')]);
  permalinks = true;
  await vi.advanceTimersByTimeAsync(60_000);
  await client.get('/', {});
  await client.get('/', {});
  expect(asked.slice(3)).toEqual(['pretty', 'pretty']);
  expect(notices.at(-1)).toBeNull();
});
