import { once } from 'node:events';
import express, { type RequestHandler } from 'express';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import type { OperatorCall } from '../../../src/contracts/operators/operator-call.ts';
import { ApiError } from './api-error.ts';
import type { OperatorGuard } from './operator-guard.ts';
import { createCallRouter } from './serve-call.ts';

/** Marks each response with the guard that let the request pass. */
const passing =
  (name: string): RequestHandler =>
  (_request, response, next) => {
    response.set('X-Guard', name);
    next();
  };
const guard: OperatorGuard = {
  page: passing('page'),
  api: passing('api'),
  editorPage: passing('editorPage'),
  editorApi: passing('editorApi'),
  openApi: passing('openApi'),
  who: () => Promise.resolve(null),
  anyone: () => Promise.resolve(null),
};

const calls = {
  list: {
    method: 'GET',
    path: '/api/mottoes/:author',
    role: 'editor',
    input: z.object({ author: z.string(), page: z.coerce.number<number>().default(1) }),
    output: z.object({ author: z.string(), page: z.number() }),
  },
  add: {
    method: 'POST',
    path: '/api/mottoes/:author',
    role: 'operator',
    input: z.object({ author: z.string(), text: z.string().min(1) }),
    status: 201,
    output: z.object({ text: z.string() }),
    maxBodyBytes: 100,
  },
  refuse: {
    method: 'PUT',
    path: '/api/mottoes',
    role: 'open',
    input: z.object({ text: z.string() }),
    invalid: 'Write a motto.',
    output: z.object({ size: z.number() }),
  },
} satisfies Record<string, OperatorCall>;

const errors: unknown[] = [];
const { router, serve } = createCallRouter(guard);
serve(calls.list, (input) => ({ ...input, secret: 'not declared' }));
serve(calls.add, ({ author, text }) => ({ text: `${text}, says ${author}` }));
serve(calls.refuse, ({ text }) => {
  if (text === 'taken') throw new ApiError(409, 'Choose another.', { body: { field: 'text' } });
  return { size: text === 'strange' ? Number.NaN : text.length };
});
const app = express();
app.use(router);
const failed: express.ErrorRequestHandler = (error: unknown, _request, response, _next) => {
  errors.push(error);
  response.status(500).end();
};
app.use(failed);
const server = app.listen(0, '127.0.0.1');
let origin = '';
beforeAll(async () => {
  if (!server.listening) await once(server, 'listening');
  const address = server.address();
  origin = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
});
afterAll(() => void server.close());

async function ask(method: string, path: string, body?: unknown) {
  const response = await fetch(origin + path, {
    method,
    ...(body === undefined
      ? {}
      : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    guard: response.headers.get('x-guard'),
    body: text === '' ? null : JSON.parse(text),
  };
}

it('reads path and query, asks the guard of the role, and sends only what is declared', async () => {
  expect(await ask('GET', '/api/mottoes/ann?page=3')).toEqual({
    status: 200,
    guard: 'editorApi',
    body: { author: 'ann', page: 3 },
  });
});

it('takes an empty query parameter for an absent one', async () => {
  expect(await ask('GET', '/api/mottoes/ann?page=')).toMatchObject({ body: { page: 1 } });
});

it('reads path and body; the path wins', async () => {
  expect(await ask('POST', '/api/mottoes/ann', { author: 'bob', text: 'Home' })).toEqual({
    status: 201,
    guard: 'api',
    body: { text: 'Home, says ann' },
  });
});

it('refuses an input that does not fit, and names the place unless the call has its own message', async () => {
  expect(await ask('POST', '/api/mottoes/ann', { text: 1 })).toMatchObject({
    status: 422,
    body: { error: expect.stringMatching(/^This request cannot be read at text: /) },
  });
  for (const body of [undefined, {}, ['text']]) {
    expect(await ask('PUT', '/api/mottoes', body)).toEqual({
      status: 422,
      guard: 'openApi',
      body: { error: 'Write a motto.' },
    });
  }
});

it('refuses a body above its limit', async () => {
  await ask('POST', '/api/mottoes/ann', { text: 'x'.repeat(200) });
  expect(errors.pop()).toMatchObject({ status: 413 });
});

it('sends what a handler refuses with', async () => {
  expect(await ask('PUT', '/api/mottoes', { text: 'taken' })).toMatchObject({
    status: 409,
    body: { error: 'Choose another.', field: 'text' },
  });
});

it('does not send a response that does not fit', async () => {
  expect(await ask('PUT', '/api/mottoes', { text: 'strange' })).toMatchObject({ status: 500, body: null });
  expect(String(errors.pop())).toContain(
    'The response of PUT /api/mottoes does not fit its definition at size',
  );
});
