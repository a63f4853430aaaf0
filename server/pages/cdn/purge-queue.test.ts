import { expect, it } from 'vitest';
import { buildPurgeRequest } from './purge-queue.ts';

const keys = ['all', 'page:/buy'];
const json = { 'Content-Type': 'application/json' };

it.each([
  [
    'https://api.fastly.com/service/SU1Z0isxPaozGVKXdv0eY/purge',
    { ...json, 'Fastly-Key': 'token' },
    { surrogate_keys: keys },
  ],
  [
    'https://api.cloudflare.com/client/v4/zones/023e105f4ecef8ad9ca31a8372d0c353/purge_cache',
    { ...json, Authorization: 'Bearer token' },
    { tags: keys },
  ],
  ['https://purge.example.com/', { ...json, Authorization: 'Bearer token' }, { keys }],
])('%s gets the request that it expects', (url, headers, body) => {
  const request = buildPurgeRequest(url, 'token', keys);
  expect([request.headers, JSON.parse(request.body)]).toEqual([headers, body]);
  expect(buildPurgeRequest(url, null, keys).headers).toEqual(json);
});
