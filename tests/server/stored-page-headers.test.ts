import { once } from 'node:events';
import { Agent, createServer, request as httpRequest } from 'node:http';
import type { Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
    expect(etag).toMatch(/^"[\w-]{22}(?:-br|-gzip)?"$/);
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
