import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import express from 'express';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { assignRequestId, requestIdOf } from './request-id.ts';

let server: Server;
let url: string;
beforeAll(async () => {
  const app = express();
  app.use(assignRequestId);
  app.get('/', (request, response) => void response.json(requestIdOf(request, response)));
  server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
});
afterAll(() => void server.close());

async function idFor(headers: [string, string][] = []): Promise<string> {
  const answer = await fetch(url, { headers });
  const id: unknown = await answer.json();
  expect(answer.headers.get('x-request-id')).toBe(id);
  return String(id);
}

it.each([
  'edge-1234',
  '01JD8Z3K5V9Q2W7X4Y6T1R0P8N',
  'b1946ac92492d2347c6235b4d2611184',
  '0f8fad5b-d9cb-469f-a165-70867728950e',
])('an id from a reverse proxy is passed on: %s', async (id) => {
  expect(await idFor([['x-request-id', id]])).toBe(id);
});

it.each([
  'short',
  'x'.repeat(65),
  'ann@example.com',
  '515-555-0123',
  '5155550123',
  'two words here',
  '{"a":"1234567"}',
  'café-12345',
])('an invalid id is replaced: %s', async (given) => {
  expect(await idFor([['x-request-id', given]])).toMatch(/^[\w-]{36}$/);
});

it('two ids are ignored, and every request without an id gets its own', async () => {
  const two: [string, string][] = [
    ['x-request-id', 'edge-1234'],
    ['x-request-id', 'edge-5678'],
  ];
  const ids = [await idFor(two), await idFor(), await idFor()];
  expect(ids.every((id) => /^[\w-]{36}$/.test(id))).toBe(true);
  expect(new Set(ids).size).toBe(3);
});
