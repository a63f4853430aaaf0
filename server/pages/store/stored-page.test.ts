import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, request as httpRequest } from 'node:http';
import type { IncomingHttpHeaders, Server } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import {
  storedPageBody,
  negotiateEncoding,
  sendStoredPage,
  createStoredPage,
  type SendPageOptions,
  type StoredPage,
} from './stored-page.ts';

const HTML = `<!doctype html><p>${'Words of a page. '.repeat(200)}</p>`;
const made = (more: Partial<Parameters<typeof createStoredPage>[0]> = {}) =>
  createStoredPage({
    status: 200,
    html: HTML,
    policy: "default-src 'self'",
    often: false,
    common: ['X-Site', 'a'],
    ...more,
  });

let server: Server | null = null;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

interface Received {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** Requests a page over HTTP and returns the response with its raw bytes. */
async function received(
  page: StoredPage,
  headers: Record<string, string> = {},
  method = 'GET',
  options: SendPageOptions = { requestId: 'one' },
): Promise<Received> {
  server?.close();
  server = createServer((request, response) => sendStoredPage(page, request, response, options));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('The server has no port.');
  return new Promise((resolve, reject) => {
    const request = httpRequest({ host: '127.0.0.1', port: address.port, method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
      );
    });
    request.on('error', reject).end();
  });
}

describe('encodings', () => {
  test.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['br;q=0.1, gzip', 'br'],
    ['gzip, br;q=0', 'gzip'],
    ['GZIP', 'gzip'],
    ['*', 'br'],
    ['*, br;q=0', 'gzip'],
    ['*;q=0', 'identity'],
    ['gzip;q=0, identity', 'identity'],
    ['deflate', 'identity'],
    ['', 'identity'],
  ])('for "%s" is %s', (header, encoding) => expect(negotiateEncoding(header)).toBe(encoding));

  test('each contains the same document, with the same weak ETag', async () => {
    const page = await made();
    const [br, gzip, plain] = [
      await received(page, { 'accept-encoding': 'br' }),
      await received(page, { 'accept-encoding': 'gzip' }),
      await received(page),
    ];
    expect(brotliDecompressSync(br.body).toString()).toBe(HTML);
    expect(gunzipSync(gzip.body).toString()).toBe(HTML);
    expect(plain.body.toString()).toBe(HTML);
    const all = [br, gzip, plain];
    expect(all.map(({ headers }) => headers['content-encoding'])).toEqual(['br', 'gzip', undefined]);
    expect(new Set(all.map(({ headers }) => headers.etag))).toEqual(new Set([page.etag]));
    for (const { headers, body } of all) {
      expect(headers).toMatchObject({
        'content-length': String(body.byteLength),
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': "default-src 'self'",
        'cache-control': 'no-cache',
        vary: 'Accept-Encoding',
        'x-site': 'a',
        'x-request-id': 'one',
      });
      expect(headers.etag).toMatch(/^W\/"[\w-]+"$/);
    }
  });

  test('pages that are requested often are compressed better', async () => {
    const html = readFileSync(import.meta.filename, 'utf8');
    const [often, seldom] = [await made({ html, often: true }), await made({ html, often: false })];
    expect(often.brotli.byteLength).toBeLessThan(seldom.brotli.byteLength);
    expect(brotliDecompressSync(often.brotli).toString()).toBe(html);
  });

  test('of a large document are made in other threads and do not block requests', async () => {
    const html = HTML.repeat(2_000);
    const making = made({ html, often: true });
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 0);
    const page = await making;
    clearInterval(timer);
    expect(turns).toBeGreaterThan(0);
    expect(brotliDecompressSync(storedPageBody(page, 'br')).toString()).toBe(html);
    expect(gunzipSync(storedPageBody(page, 'gzip')).toString()).toBe(html);
    expect(storedPageBody(page, 'identity').toString()).toBe(html);
  });

  test('another document has another ETag', async () => {
    const [one, same, other] = [await made(), await made(), await made({ html: '<p>Other</p>' })];
    expect(same.etag).toBe(one.etag);
    expect(other.etag).not.toBe(one.etag);
  });
});

describe('a request with validators', () => {
  test('gets 304 if one of them is the page’s ETag', async () => {
    const page = await made();
    const { etag } = page;
    // Proxies that compress differently may make it strong or weak.
    const strong = etag.replace('W/', '');
    for (const given of [etag, strong, `"a", ${etag}, "b"`, `"a",${strong}`, '*']) {
      const answer = await received(page, { 'if-none-match': given });
      expect([given, answer.status, answer.body.byteLength]).toEqual([given, 304, 0]);
      expect(answer.headers).toMatchObject({ etag, 'cache-control': 'no-cache', vary: 'Accept-Encoding' });
      expect(answer.headers['content-length']).toBeUndefined();
      expect(answer.headers['content-type']).toBeUndefined();
    }
  });

  test('gets the page if no validator matches', async () => {
    const page = await made();
    for (const given of ['"other"', '', page.etag.slice(0, -1)]) {
      expect((await received(page, { 'if-none-match': given })).status).toBe(200);
    }
  });

  test('a page that is not found stays 404', async () => {
    const page = await made({ status: 404 });
    expect((await received(page, { 'if-none-match': page.etag })).status).toBe(404);
  });
});

describe('the headers', () => {
  const send = async (page: StoredPage, headers: Record<string, string>, options: SendPageOptions) =>
    (await received(page, headers, 'GET', options)).headers;

  test('have the id of each request', async () => {
    const page = await made();
    const first = await send(page, {}, { requestId: 'one' });
    const second = await send(page, {}, { requestId: 'two' });
    expect(second).toEqual({ ...first, 'x-request-id': 'two', date: expect.any(String) });
    expect(first.connection).toBe('keep-alive');
  });

  test('of one request, such as a cookie, are not sent with the next', async () => {
    const page = await made();
    const closing = await send(page, { connection: 'close' }, { requestId: 'one' });
    expect(closing.connection).toBe('close');
    const withCookie = await send(page, {}, { requestId: 'two', cookie: 'variant=b' });
    expect(withCookie['set-cookie']).toEqual(['variant=b']);
    const usual = await send(page, {}, { requestId: 'three' });
    expect(usual).toMatchObject({ connection: 'keep-alive', 'x-request-id': 'three' });
    expect(usual['set-cookie']).toBeUndefined();
  });
});

test('HEAD has the headers of GET and no body', async () => {
  const page = await made();
  const [get, head] = [await received(page), await received(page, {}, 'HEAD')];
  expect([head.status, head.body.byteLength]).toEqual([200, 0]);
  const { date: _of, ...expected } = get.headers;
  const { date: _at, ...headers } = head.headers;
  expect(headers).toEqual(expected);
});
