import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { onSessionOver, rememberCsrfToken, request, RequestError } from './request.ts';

/** What the server would answer, one after the other; and what it was asked. */
const answers: [status: number, body: unknown][] = [];
const asked: string[] = [];

beforeEach(() => {
  answers.length = 0;
  asked.length = 0;
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    const token = new Headers(init.headers).get('x-csrf-token');
    asked.push(`${init.method} ${path}${token === null ? '' : ` (${token})`}`);
    const [status, body] = answers.shift() ?? [500, { error: 'Asked too often.' }];
    return Promise.resolve(new Response(JSON.stringify(body), { status }));
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  rememberCsrfToken('');
});

const SESSION = { operator: {}, csrf: 'new' };

it('reads the token before the first change', async () => {
  answers.push([200, SESSION], [200, { ok: true }]);
  expect(await request('/api/x', { method: 'POST', body: {} })).toEqual({ ok: true });
  expect(asked).toEqual(['GET /api/operators/session', 'POST /api/x (new)']);
});

it('asks to sign in when the session is over, then sends the same again with the new token', async () => {
  rememberCsrfToken('old');
  const stop = onSessionOver(() => Promise.resolve(true));
  answers.push([401, { error: 'Sign in first.' }], [200, SESSION], [200, { ok: true }]);
  expect(await request('/api/x', { method: 'PUT', body: { a: 1 } })).toEqual({ ok: true });
  expect(asked).toEqual(['PUT /api/x (old)', 'GET /api/operators/session', 'PUT /api/x (new)']);
  stop();
});

it('says so where signing in is declined', async () => {
  const stop = onSessionOver(() => Promise.resolve(false));
  answers.push([401, { error: 'Sign in first.' }]);
  await expect(request('/api/x')).rejects.toMatchObject({ status: 401, detail: 'Sign in first.' });
  expect(asked).toEqual(['GET /api/x']);
  stop();
});

it('fetches the token of a session that began in another tab, once', async () => {
  rememberCsrfToken('old');
  answers.push(
    [403, { error: 'Reload.', tokenOver: true }],
    [200, SESSION],
    [403, { error: 'Reload.', tokenOver: true }],
  );
  await expect(request('/api/x', { method: 'POST' })).rejects.toBeInstanceOf(RequestError);
  expect(asked).toEqual(['POST /api/x (old)', 'GET /api/operators/session', 'POST /api/x (new)']);
});

it('leaves open requests alone: 401 is their answer', async () => {
  const ask = vi.fn(() => Promise.resolve(true));
  const stop = onSessionOver(ask);
  answers.push([401, { error: 'E-mail address or password is wrong.', wait: 2 }]);
  const refused = request('/api/operators/sign-in', { method: 'POST', open: true, body: {} });
  await expect(refused).rejects.toMatchObject({
    message: '401: {"error":"E-mail address or password is wrong.","wait":2}',
    body: { wait: 2 },
  });
  expect([asked, ask.mock.calls]).toEqual([['POST /api/operators/sign-in'], []]);
  stop();
});
