import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import express, { Router, type ErrorRequestHandler } from 'express';
import { limitedBodyParser, limitUnusedBody } from './limited-body.ts';

let server: Server;
let client: Socket;
let answer = '';
beforeEach(async () => {
  server = createServer((request, response) => {
    limitUnusedBody(request, response);
    response.writeHead(401, { 'Content-Length': 0 }).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  client = connect(typeof address === 'object' && address ? address.port : 0, '127.0.0.1');
  answer = '';
  client
    .setEncoding('latin1')
    .on('data', (text: string) => (answer += text))
    .on('error', () => {});
  // Only the timer of the limit, because connections need others.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
  client.destroy();
  server.close();
});

const send = async (head: string) => {
  client.write(`POST / HTTP/1.1\r\nHost: a\r\n${head}\r\n\r\n`);
  await expect.poll(() => answer).toMatch(/^HTTP\/1\.1 401 /);
};

it('reads the rest of a body for half a minute, and then closes the connection', async () => {
  await send('Content-Length: 20000000');
  expect(answer).not.toMatch(/^connection: close/im);
  client.write('x'.repeat(100_000));
  // Waiting for the answer has taken a moment of this time.
  await vi.advanceTimersByTimeAsync(29_000);
  expect(client.closed).toBe(false);
  const closed = once(client, 'close');
  await vi.advanceTimersByTimeAsync(1_000);
  await closed;
});

it('keeps the connection of a client that has sent everything', async () => {
  await send('Content-Length: 10');
  client.write('x'.repeat(10));
  client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  await expect.poll(() => answer.match(/HTTP\/1\.1 401/g)).toHaveLength(2);
  expect(vi.getTimerCount()).toBe(0);
});

it.each(['Content-Length: 23000000', 'Transfer-Encoding: chunked'])(
  'closes the connection with the response if a body has %s',
  async (head) => {
    const closed = once(client, 'close');
    await send(head);
    expect(answer).toMatch(/^connection: close\r$/im);
    await closed;
  },
);

it.each([
  ['a declared length', 'Content-Length: 4\r\n\r\ntext'],
  ['chunks', 'Transfer-Encoding: chunked\r\n\r\n4\r\ntext\r\n0\r\n\r\n'],
])('never passes on a request whose body was not read, with %s', async (_what, rest) => {
  vi.useRealTimers();
  const outcomes: unknown[] = [];
  const refuse: ErrorRequestHandler = (error, _request, response, _next) => {
    outcomes.push(error.status);
    response.status(400).end();
  };
  const app = express();
  // Each of these routers passes the request on in a later turn of the event loop, so the client has left by then.
  for (let routers = 0; routers < 6; routers += 1)
    app.use(Router().use((_request, _response, next) => next()));
  app.use(limitedBodyParser(express.raw, { limit: 100, type: () => true }));
  app.post('/', ({ body }, response) => {
    outcomes.push(String(body));
    response.end();
  });
  app.use(refuse);
  const own = app.listen(0, '127.0.0.1');
  onTestFinished(() => void own.close());
  await once(own, 'listening');
  const address = own.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  connect(port, '127.0.0.1')
    .on('error', () => {})
    .end(`POST / HTTP/1.1\r\nHost: a\r\n${rest}`);
  await expect.poll(() => outcomes).toHaveLength(1);
  expect([400, 'text']).toContain(outcomes[0]);
});
