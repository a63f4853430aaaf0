import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { failureCode, plainHttpAddress } from './connection-failure.ts';
import { createWordPressClient } from './wordpress-client.ts';
import { createWordPressWriter } from './wordpress-writer.ts';

const server = createServer((_request, response) => response.end());
let https = '';
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  https = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

test('an https request to a server that speaks plain http is told apart from one that nobody answers', async () => {
  const failed = await fetch(https).then(() => '', failureCode);
  expect(plainHttpAddress(https, failed)).toBe(https.replace('https', 'http'));
  expect(plainHttpAddress('https://cms.example.com/wp', 'ERR_SSL_PACKET_LENGTH_TOO_LONG')).toBe(
    'http://cms.example.com/wp',
  );
  expect(plainHttpAddress(https, 'ECONNREFUSED')).toBeNull();
  expect(plainHttpAddress(https, 'DEPTH_ZERO_SELF_SIGNED_CERT')).toBeNull();
  expect(plainHttpAddress('http://cms.example.com', failed)).toBeNull();
});

test('reading and writing name the address with http', async () => {
  const config = { url: https, credentials: null, proxy: null, secret: null };
  const use = `Use ${https.replace('https', 'http')},`;
  const client = createWordPressClient({
    config,
    timing: { untilHeaders: 5_000, untilEnd: 5_000 },
    fetch,
    onNotice: () => {},
  });
  await expect(client.get('/', {})).rejects.toThrow(use);
  await expect(createWordPressWriter(config).get('/')).rejects.toThrow(use);
});
