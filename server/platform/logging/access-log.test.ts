import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import express, { Router } from 'express';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createAccessLogWriter, classifyRoute, type RouteClass } from './access-log.ts';
import { createLogger } from './create-logger.ts';

let server: Server;
let url: string;
let classed: RouteClass[] = [];

beforeAll(async () => {
  const app = express();
  app.use((request, response, next) => {
    response.once('close', () => classed.push(classifyRoute(request, response.statusCode)));
    next();
  });
  const inner = Router();
  inner.get('/leads/:id', (_request, response) => void response.end());
  app.use('/api/inner', inner);
  app.use('/api/closed', (_request, response) => void response.status(401).end());
  app.get(['/one', '/two'], (_request, response) => void response.end());
  app.get('/healthz', (_request, response) => void response.end());
  app.get(/^\/share\/.+/, (_request, response) => void response.end());
  app.get('/breaks/:at', (_request, response) => {
    response.write('half of ');
    throw new Error('It broke.');
  });
  app.use((request, response, next) => (request.path === '/favicon.ico' ? void response.end() : next()));
  app.get(/^\/page/, (_request, response) => void response.end());
  server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
});
afterAll(() => void server.close());

it.each([
  ['/api/inner/leads/annabella?q=annabella', '/api/inner/leads/:id', false],
  ['/API/Inner/leads/annabella', '/api/inner/leads/:id', false],
  ['/api/closed/annabella', '/api/closed/…', false],
  ['/two?x=annabella', '/two', false],
  ['/TWO/', '/two', false],
  ['/healthz', '/healthz', true],
  ['/share/annabella.png', '/share/:image', false],
  ['/page/annabella', 'page', false],
  ['/breaks/annabella', '/breaks/:at', false],
  ['/assets/annabella.js?annabella', '/assets/:file', true],
  ['/favicon.ico', 'file', true],
  ['/annabella', 'none', false],
  ['/%E0%A4%A/annabella', 'none', false],
])('%s has the route class %s', async (path, route, isNoise) => {
  classed = [];
  await fetch(url + path)
    .then((answer) => answer.arrayBuffer())
    .catch(() => 'broke off');
  await expect.poll(() => classed).toEqual([{ route, isNoise }]);
});

describe('the request log', () => {
  afterEach(() => void vi.useRealTimers());

  function open() {
    vi.useFakeTimers();
    const lines: Record<string, unknown>[] = [];
    const log = createAccessLogWriter(
      createLogger('debug', { write: (line: string) => void lines.push(JSON.parse(line)) }),
    );
    let id = 0;
    const add = (status: number, route = 'page') => {
      id += 1;
      log.add({ requestId: `id-${id}`, method: 'GET', route, status }, false);
    };
    return { lines, add, flush: () => log.flush() };
  }

  it('writes refused requests of one kind once a second, with their number', () => {
    const { lines, add, flush } = open();
    for (let at = 0; at < 96_000; at += 1) add(404);
    for (const status of [401, 403, 429]) add(status, '/api/admin/…');
    expect(lines.map(({ status, requests = 1 }) => [status, requests])).toEqual([
      [404, 1],
      [401, 1],
      [403, 1],
      [429, 1],
    ]);
    vi.advanceTimersByTime(1000);
    expect(lines.at(-1)).toMatchObject({ level: 30, status: 404, requestId: 'id-96000', requests: 95_999 });
    add(404);
    expect(lines).toHaveLength(5);
    flush();
    expect(lines.at(-1)).toMatchObject({ status: 404, requestId: 'id-96004' });
  });

  it.each([
    [200, 30],
    [301, 30],
    [422, 30],
    [500, 50],
  ])('writes each request with the status %i, at level %i', (status, level) => {
    const { lines, add } = open();
    add(status);
    add(status);
    expect(lines).toMatchObject([
      { level, status },
      { level, status },
    ]);
  });

  it.each([502, 503, 504])('%i is intended, so it is no error', (status) => {
    const { lines, add } = open();
    add(status);
    expect(lines).toMatchObject([{ level: 30, status }]);
  });
});
