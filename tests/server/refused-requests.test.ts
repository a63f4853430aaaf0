import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { runApp, type RunningApp } from './running-app.ts';
import { startFakeSite } from './support/fake-site.ts';

let app: RunningApp;
afterEach(() => app.stop());

const requestLines = () => app.events().filter(({ event }) => event === 'request');
const counted = (status: number) =>
  requestLines()
    .filter((line) => line['status'] === status)
    .reduce((sum, { requests = 1 }) => sum + Number(requests), 0);

describe('the log', () => {
  it('has one line a second for a flood of requests to paths that do not exist', async () => {
    app = await runApp();
    const paths = Array.from({ length: 100 }, (_, at) => [
      `/unknown-${at}`,
      '/wp-login.php',
      `/api/unknown-${at}`,
    ]);
    await Promise.all(paths.flat().map(async (path) => (await fetch(app.url + path)).arrayBuffer()));
    await expect.poll(() => counted(404)).toBe(300);
    expect(requestLines().length).toBeLessThan(300);
    expect(requestLines().at(-1)).toMatchObject({ level: 30, status: 404, requestId: expect.any(String) });
    expect(JSON.stringify(requestLines())).not.toContain('unknown');
  });

  it('has requests that were refused for a known reason, but not as errors', async () => {
    const wordpress = await startFakeSite();
    wordpress.misbehaviour = { status: 500 };
    app = await runApp({ WORDPRESS_API_URL: wordpress.url }, undefined, { unread: true });
    for (const path of ['/about', '/buy', '/sell']) expect((await fetch(app.url + path)).status).toBe(503);
    await expect.poll(() => counted(503)).toBe(3);
    expect(requestLines().every(({ level }) => level === 30)).toBe(true);
    await wordpress.stop();
  });
});

describe('a path that does not exist', () => {
  it('has the same answer from memory as at first', async () => {
    app = await runApp();
    const ask = async () => {
      const answer = await fetch(`${app.url}/no-such-page`);
      const { 'x-request-id': id, date, ...headers } = Object.fromEntries(answer.headers);
      return {
        status: answer.status,
        headers,
        hasId: id !== undefined && date !== undefined,
        text: await answer.text(),
      };
    };
    const first = await ask();
    expect(first).toMatchObject({ status: 404, hasId: true });
    expect(await ask()).toEqual(first);
  });

  it('still counts as a search if it has search words', async () => {
    app = await runApp({ SEARCH_RATE_LIMIT: '2' });
    expect((await fetch(`${app.url}/no-such-page`)).status).toBe(404);
    const statuses = [];
    for (let at = 0; at < 3; at += 1) statuses.push((await fetch(`${app.url}/no-such-page?q=x`)).status);
    expect(statuses).toEqual([404, 404, 429]);
  });

  it('is redirected as soon as an operator has added a redirect', async () => {
    app = await runApp();
    expect((await fetch(`${app.url}/no-such-page`)).status).toBe(404);
    await app.database.query
      .insertInto('redirects')
      .values({ from_path: '/no-such-page', to_path: '/about', created_at: 0, created_by: null })
      .execute();
    await expect.poll(async () => (await fetch(`${app.url}/no-such-page`)).url).toBe(`${app.url}/about`);
  });
});

describe('a server that is stopping', () => {
  it('closes each connection with its answer', async () => {
    let stopping = false;
    app = await runApp({}, undefined, { isStopping: () => stopping });
    const [asset = ''] = /\/assets\/[\w.-]+\.js/.exec(await (await fetch(`${app.url}/`)).text()) ?? [];
    const paths = ['/', '/about', asset, '/no-such-page', '/healthz', '/api/unknown'];
    const connections = async () =>
      Promise.all(paths.map(async (path) => (await fetch(app.url + path)).headers.get('connection')));
    // The second time, the answers come from memory.
    await connections();
    expect(new Set(await connections())).toEqual(new Set(['keep-alive']));
    stopping = true;
    expect(new Set(await connections())).toEqual(new Set(['close']));
    stopping = false;
    expect(new Set(await connections())).toEqual(new Set(['keep-alive']));
  });
});

describe('a body above the limit', () => {
  /** Sends a head and a part of the body, and returns what the server sends until it closes the connection. */
  async function answerTo(head: string, part: Buffer, repeat = 1): Promise<string> {
    const { hostname, port } = new URL(app.url);
    const socket = connect(Number(port), hostname);
    let answer = '';
    socket.setEncoding('latin1').on('data', (text: string) => (answer += text));
    // The server may close the connection while the rest is sent.
    socket.on('error', () => {});
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    socket.write(`${head}\r\nHost: ${hostname}:${port}\r\nOrigin: ${app.url}\r\n`);
    socket.write('\r\n');
    for (let sent = 0; sent < repeat && !socket.destroyed; sent += 1) {
      if (!socket.write(part))
        await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), closed]);
    }
    await closed;
    return answer;
  }

  const LENGTH = 'Content-Length: 100000000';
  const JSON_TYPE = 'Content-Type: application/json';
  it.each([
    ['a lead', `POST /api/contact HTTP/1.1\r\n${JSON_TYPE}`, 413],
    ['a form', 'POST /contact HTTP/1.1\r\nContent-Type: application/x-www-form-urlencoded', 413],
    ['a visit', 'POST /api/visit HTTP/1.1\r\nContent-Type: text/plain', 413],
    ['a sign-in', `POST /api/operators/sign-in HTTP/1.1\r\n${JSON_TYPE}`, 413],
    ['an operator who is not signed in', `POST /api/admin/redirects HTTP/1.1\r\n${JSON_TYPE}`, 401],
    ['a path that takes no posts', `PUT /about HTTP/1.1\r\n${JSON_TYPE}`, 405],
    ['a stored page', 'GET /about HTTP/1.1', 200],
  ])('%s: it is refused before it is sent, and the connection is closed', async (_, head, status) => {
    app = await runApp();
    await fetch(`${app.url}/about`);
    const answer = await answerTo(`${head}\r\n${LENGTH}`, Buffer.from('{"message":"'));
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(answer).toMatch(/^connection: close\r$/im);
  });

  it.each([
    ['an upload without a session', '/api/admin/pages/pictures', 'image/png', 401],
    ['a lead', '/api/contact', 'application/json', 413],
    ['a form', '/contact', 'application/x-www-form-urlencoded', 413],
    ['a path that takes no posts', '/api/unknown', 'image/png', 404],
  ])('%s: a client that sends 20 MB before it reads gets the answer', async (_, path, type, status) => {
    app = await runApp();
    const { hostname, port } = new URL(app.url);
    const socket = connect({ port: Number(port), host: hostname });
    // Nothing is read before all is sent.
    socket.pause();
    const head = [`POST ${path} HTTP/1.1`, `Host: ${hostname}:${port}`, `Origin: ${app.url}`];
    socket.write(`${[...head, `Content-Type: ${type}`, 'Content-Length: 20000000'].join('\r\n')}\r\n\r\n`);
    const part = Buffer.alloc(1_000_000, 'x');
    for (let sent = 0; sent < 20; sent += 1) {
      await new Promise<void>((resolve, reject) =>
        socket.write(part, (error) => (error ? reject(error) : resolve())),
      );
    }
    // The connection is as usable as before.
    socket.write(`GET /healthz HTTP/1.1\r\nHost: ${hostname}:${port}\r\nConnection: close\r\n\r\n`);
    let answer = '';
    socket.setEncoding('latin1').on('data', (text: string) => (answer += text));
    socket.resume();
    await once(socket, 'close');
    expect([...answer.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, code]) => Number(code))).toEqual([status, 200]);
  });

  it('without a declared length, the connection is cut about 1 MB above the limit', async () => {
    app = await runApp();
    const chunk = Buffer.from(`10000\r\n${'x'.repeat(0x1_0000)}\r\n`);
    const head = `POST /api/contact HTTP/1.1\r\n${JSON_TYPE}\r\nTransfer-Encoding: chunked`;
    // Without the limit, this would wait for the end of a body that never ends.
    await answerTo(head, chunk, Number.POSITIVE_INFINITY);
    expect((await fetch(`${app.url}/about`)).status).toBe(200);
  });
});
