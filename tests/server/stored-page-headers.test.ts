import { once } from 'node:events';
import { Agent, createServer, request as httpRequest } from 'node:http';
import type { Server } from 'node:http';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '../../server/platform/root.ts';
import { TEST_LIMIT } from '../setup/time-limits.ts';
import { runApp, type RunningApp } from './running-app.ts';

let app: RunningApp;
/** The same application without the page store in front of it. */
let express: Server;
let expressUrl: string;
// On connections that stay open, the page store sends a head that it has prepared.
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
      // Poll, because the best compression may become ready between the two requests.
      await expect
        .poll(async () => {
          const { stored, expected } = await both(method, accept);
          return JSON.stringify(stored) === JSON.stringify(expected) ? 'the same' : { stored, expected };
        })
        .toBe('the same');
    }
    const { headers } = await ask(app.url + path, 'GET', accept);
    const etag = new Map(headers).get('ETag') ?? '';
    // The best compression follows the quick one.
    expect(etag).toMatch(/^"[\w-]{22}(?:-br(?:-quick)?|-gzip)?"$/);
    const { stored, expected } = await both('GET', { ...accept, 'if-none-match': `"another", W/${etag}` });
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
  it.each(['.js', '.css', '.woff2'])(
    'is sent from memory with the headers of Express: %s',
    async (ending) => {
      const folder = path.join(ROOT, 'dist/client/assets');
      const name = (await readdir(folder)).find((each) => each.endsWith(ending));
      const file = `/assets/${name}`;
      const br = { 'accept-encoding': 'br' };
      const fetched = async (base: string, method: string, headers: Record<string, string>) => {
        const { headers: pairs, ...rest } = await ask(base + file, method, headers);
        return {
          ...rest,
          headers: Object.fromEntries(pairs.map(([key, value]) => [key.toLowerCase(), value])),
        };
      };
      // Express logs each file that it sends.
      const sentByExpress = () => app.events().filter(({ route }) => route === '/assets/:file').length;
      await expect
        .poll(async () => {
          const before = sentByExpress();
          await fetched(app.url, 'GET', br);
          return sentByExpress() - before;
        })
        .toBe(0);
      for (const method of ['GET', 'HEAD']) {
        const stored = await fetched(app.url, method, br);
        expect(stored.status).toBe(200);
        expect(stored.headers['cache-control']).toBe('public, max-age=31536000, immutable');
        expect(stored).toEqual(await fetched(expressUrl, method, br));
      }
      const modified = (await fetched(app.url, 'GET', br)).headers['last-modified'] ?? '';
      expect(modified).not.toBe('');
      // These need another answer than the whole compressed file.
      const others = [
        { 'accept-encoding': 'identity' },
        { ...br, range: 'bytes=0-9' },
        { ...br, 'if-modified-since': modified },
      ];
      for (const headers of others) {
        expect(await fetched(app.url, 'GET', headers)).toEqual(await fetched(expressUrl, 'GET', headers));
      }
    },
  );
});
