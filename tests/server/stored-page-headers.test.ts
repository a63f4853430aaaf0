import { once } from 'node:events';
import { Agent, createServer, request as httpRequest } from 'node:http';
import type { Server } from 'node:http';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PROJECT_ROOT } from '../../server/platform/root.ts';
import { TEST_LIMIT } from '../setup/time-limits.ts';
import { runApp, type RunningApp } from './running-app.ts';

let app: RunningApp;
/** The same application without the page store in front of it. */
let express: Server;
let expressUrl: string;
const agent = new Agent({ keepAlive: true });
beforeAll(async () => {
  app = await runApp({ PUBLIC_URL: 'https://www.example.com', ACCESS_LOG: 'all' });
  express = createServer(app.express).listen(0, '127.0.0.1');
  // The same value as `runApp`, because it is part of a header.
  express.keepAliveTimeout = TEST_LIMIT;
  await once(express, 'listening');
  const address = express.address();
  if (typeof address !== 'object' || !address) throw new Error('The server has no port.');
  expressUrl = `http://127.0.0.1:${address.port}`;
  await app.pages.refresh();
});
afterAll(async () => {
  agent.destroy();
  express.closeAllConnections();
  express.close();
  await app.stop();
});

interface Answer {
  status: number;
  /** All headers except `Date`, sorted by name. */
  headers: (readonly [string, string])[];
  bytes: number;
}

function ask(url: string, method: string, headers: Record<string, string>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = { 'x-request-id': 'the-same-for-both', ...headers };
    const request = httpRequest(url, { method, headers: sent, agent }, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => (bytes += chunk.byteLength));
      response.on('end', () => {
        const pairs = response.rawHeaders.flatMap((name, at, all) =>
          at % 2 === 0 && name !== 'Date' ? [[name, all[at + 1] ?? ''] as const] : [],
        );
        const sorted = pairs.toSorted(([a], [b]) => (a < b ? -1 : 1));
        resolve({ status: response.statusCode ?? 0, headers: sorted, bytes });
      });
    });
    request.on('error', reject).end();
  });
}

/** Returns the number of responses served from the page store. */
const storedHits = () => app.events().filter(({ stored }) => stored === true).length;

const PATHS = [
  '/',
  '/contact',
  '/contact?utm_source=x',
  '/?layout=lead-capture',
  '/blog/radon-in-iowa-homes',
];
const ENCODINGS = ['br', 'gzip', 'identity'];
const CASES = PATHS.flatMap((path) => ENCODINGS.map((encoding) => ({ path, encoding })));

describe('a cached page has the same headers as Express’s response', () => {
  it.each(CASES)('$path, $encoding', async ({ path, encoding }) => {
    const accept = { 'accept-encoding': encoding };
    // The first request puts the page into the cache.
    await ask(app.url + path, 'GET', accept);
    const both = async (method: string, headers: Record<string, string>) => {
      const hits = storedHits();
      const [stored, expected] = [
        await ask(app.url + path, method, headers),
        await ask(expressUrl + path, method, headers),
      ];
      expect(storedHits() - hits).toBe(1);
      return { stored, expected };
    };
    for (const method of ['GET', 'HEAD']) {
      const { stored, expected } = await both(method, accept);
      expect(stored).toEqual(expected);
    }
    const { headers } = await ask(app.url + path, 'GET', accept);
    const etag = new Map(headers).get('ETag') ?? '';
    expect(etag).toMatch(/^W\/"[\w-]{22}"$/);
    const { stored, expected } = await both('GET', { ...accept, 'if-none-match': `"another", ${etag}` });
    expect([stored.status, stored.bytes]).toEqual([304, 0]);
    expect(stored).toEqual(expected);
  });

  it('with the site’s own headers among them', async () => {
    const { status, headers } = await ask(`${app.url}/`, 'GET', {});
    expect(status).toBe(200);
    expect(Object.fromEntries(headers)).toMatchObject({
      'Cache-Control': 'no-cache',
      'Content-Security-Policy': expect.stringContaining("default-src 'self'"),
      'Content-Type': 'text/html; charset=utf-8',
      'Referrer-Policy': 'strict-origin-when-cross-origin',
      'Speculation-Rules': '"/speculation-rules.json"',
      'Strict-Transport-Security': expect.stringContaining('max-age='),
      Vary: 'Accept-Encoding',
      'X-Content-Type-Options': 'nosniff',
      'X-Request-Id': 'the-same-for-both',
    });
    expect(Object.keys(Object.fromEntries(headers))).not.toContain('X-Powered-By');
  });
});

describe('a file of the build', () => {
  const folder = path.join(PROJECT_ROOT, 'dist/client/assets');
  const BR = { 'accept-encoding': 'gzip, deflate, br' };
  const fileEnding = async (ending: string) => {
    const name = (await readdir(folder)).find((each) => each.endsWith(ending)) ?? '';
    return { url: `${app.url}/assets/${name}`, size: (await stat(path.join(folder, name))).size };
  };
  const headersOf = ({ headers }: Answer) =>
    Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value]));

  it.each([
    ['an asset', 'text/javascript', 'public, max-age=31536000, immutable'],
    ['favicon.svg', 'image/svg+xml', 'public, max-age=3600'],
  ])('is sent compressed, with the site’s headers: %s', async (name, type, cacheControl) => {
    const url = name === 'an asset' ? (await fileEnding('.js')).url : `${app.url}/${name}`;
    const plain = await ask(url, 'GET', {});
    expect(headersOf(plain)).not.toHaveProperty('content-encoding');
    for (const [accept, encoding] of [
      ['gzip, deflate, br', 'br'],
      ['gzip', 'gzip'],
    ] as const) {
      const answer = await ask(url, 'GET', { 'accept-encoding': accept });
      expect(answer.status).toBe(200);
      expect(answer.bytes).toBeLessThan(plain.bytes);
      expect(headersOf(answer)).toMatchObject({
        'cache-control': cacheControl,
        'content-encoding': encoding,
        'content-length': String(answer.bytes),
        'content-type': expect.stringContaining(type),
        'cross-origin-resource-policy': 'same-origin',
        'strict-transport-security': expect.stringContaining('max-age='),
        vary: 'Accept-Encoding',
        'x-content-type-options': 'nosniff',
        'x-request-id': 'the-same-for-both',
      });
      const head = await ask(url, 'HEAD', { 'accept-encoding': accept });
      expect(head).toEqual({ ...answer, bytes: 0 });
    }
  });

  it('is not sent again to a browser that has it', async () => {
    const { url } = await fileEnding('.js');
    const { etag = '' } = headersOf(await ask(url, 'GET', BR));
    const again = await ask(url, 'GET', { ...BR, 'if-none-match': etag });
    expect([again.status, again.bytes]).toEqual([304, 0]);
  });

  it.each([
    ['bytes=0-9', 206, 'bytes 0-9/'],
    ['bytes=10-', 206, 'bytes 10-'],
    ['bytes=999999999-', 416, 'bytes */'],
    // A server may ignore a range.
    ['bytes=-10', 200, undefined],
    ['bytes=5-2', 200, undefined],
    ['bytes=0-1,4-5', 200, undefined],
    ['lines=1', 200, undefined],
  ])('can be requested in part: %s', async (range, status, contentRange) => {
    const { url, size } = await fileEnding('.woff2');
    const answer = await ask(url, 'GET', { range });
    expect(answer.status).toBe(status);
    const header = headersOf(answer)['content-range'];
    if (contentRange === undefined) expect([answer.bytes, header]).toEqual([size, undefined]);
    else expect(header).toContain(contentRange);
  });

  it.each(['/assets', '/assets/none.js', '/.vite/manifest.json', '/assets/%2e%2e/%2e%2e/package.json'])(
    'is not found at %s',
    async (at) => expect((await ask(app.url + at, 'GET', {})).status).toBe(404),
  );

  it('cannot be posted to', async () => {
    const { url } = await fileEnding('.js');
    expect((await ask(url, 'POST', {})).status).toBe(405);
  });
});
