import { expect, it } from 'vitest';
import { cdnCacheHeaders } from './caching-headers.ts';

const answer = { browser: 'public, max-age=0', keys: ['all', 'page:/buy'] };

it('names the keys for Fastly and for Cloudflare', () => {
  expect(cdnCacheHeaders({ ...answer, seconds: 60 })).toMatchObject({
    'Surrogate-Key': 'all page:/buy',
    'Cache-Tag': 'all,page:/buy',
  });
});

it.each([
  ['usually', { seconds: 60 }, 'max-age=60, stale-while-revalidate=60, stale-if-error=604800'],
  ['with a time at which it changes', { seconds: 60, isTimed: true }, 'max-age=60, stale-if-error=604800'],
  ['if it is outdated', { seconds: 0 }, 'max-age=0, stale-if-error=604800'],
])('lets only the CDN send an outdated answer while it asks: %s', (_when, how, targeted) => {
  const headers = cdnCacheHeaders({ ...answer, ...how });
  expect([headers['CDN-Cache-Control'], headers['Surrogate-Control']]).toEqual([targeted, targeted]);
  expect(headers['Cache-Control']).toBe(`public, max-age=0, s-maxage=${how.seconds}, stale-if-error=604800`);
});
