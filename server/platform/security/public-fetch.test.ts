import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPublicFetch, isPublicIp } from './public-fetch.ts';

/** The addresses of names, in place of DNS. */
const names: Record<string, string[]> = {
  'rebound.example': ['127.0.0.1'],
  'cms.internal': ['127.0.0.1'],
  'files.example': ['127.0.0.1'],
  'several.example': ['10.9.9.9', '127.0.0.1'],
};
const resolve = async (host: string) =>
  (names[host] ?? [host]).map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));

it.each([
  ['203.0.114.1', true],
  ['2606:4700::1111', true],
  ['127.0.0.1', false],
  ['127.8.9.1', false],
  ['0.0.0.0', false],
  ['10.0.0.5', false],
  ['172.16.0.1', false],
  ['192.168.1.1', false],
  ['169.254.169.254', false],
  ['100.64.0.1', false],
  ['224.0.0.1', false],
  ['::1', false],
  ['::', false],
  ['fe80::1', false],
  ['fd00::1', false],
  ['::ffff:127.0.0.1', false],
  ['64:ff9b::7f00:1', false],
  ['not an address', false],
])('%s is public: %s', (address, expected) => expect(isPublicIp(address)).toBe(expected));

describe('a fetch of what content names', () => {
  let server: Server;
  let port = 0;
  let asked = 0;
  beforeAll(async () => {
    server = createServer((_request, response) => {
      asked += 1;
      response.end('private');
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const place = server.address();
    port = typeof place === 'object' && place ? place.port : 0;
  });
  afterAll(() => server.close());

  const read = async (host: string, trusted: string[]) =>
    (await createPublicFetch(trusted, resolve)(new URL(`http://${host}:${port}/`))).text();
  const causeOf = (error: unknown) => String(error instanceof Error ? (error.cause ?? error) : error);

  it.each([
    '127.0.0.1',
    '2130706433',
    '0x7f.1',
    '[::1]',
    '[::ffff:7f00:1]',
    'rebound.example',
    'several.example',
  ])('does not connect to %s', async (host) => {
    const before = asked;
    const said = await read(host, ['cms.example']).catch(causeOf);
    expect(said).toMatch(/has the address \S+, which is not public/);
    expect(asked).toBe(before);
  });

  it('connects to a configured host at any address, and to others at that address', async () => {
    expect(await read('cms.internal', ['cms.internal'])).toBe('private');
    expect(await read('files.example', ['cms.internal'])).toBe('private');
    expect(await read('127.0.0.1', ['127.0.0.1'])).toBe('private');
  });
});
