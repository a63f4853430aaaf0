import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { trackOperatorActivity } from './operator-activity.ts';
import { onSessionExpired, setRequestSession, request, RequestError } from './request.ts';

/** The responses that the mock server returns, in order, and the paths and headers of the requests that it received. */
const answers: [status: number, body: unknown][] = [];
const asked: string[] = [];
const sent: Headers[] = [];

beforeEach(() => {
  answers.length = 0;
  asked.length = 0;
  vi.stubGlobal('location', { pathname: '/admin' });
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    const headers = new Headers(init.headers);
    sent.push(headers);
    const token = headers.get('x-csrf-token');
    asked.push(`${init.method} ${path}${token === null ? '' : ` (${token})`}`);
    const [status, body] = answers.shift() ?? [500, { error: 'Asked too often.' }];
    return Promise.resolve(new Response(JSON.stringify(body), { status }));
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  setRequestSession('', '');
});

const sessionOf = (id: string) => ({
  operator: {
    id,
    name: id,
    role: 'operator',
    email: `${id}@example.com`,
    twoFactor: false,
    recoveryCodesLeft: 0,
  },
  csrf: 'new',
});
const SESSION = sessionOf('olive');

it('fetches the token before the first request that changes data', async () => {
  answers.push([200, SESSION], [200, { ok: true }]);
  expect(await request('/api/x', { method: 'POST', body: {} })).toEqual({ ok: true });
  expect(asked).toEqual(['GET /api/operators/session', 'POST /api/x (new)']);
});

it('asks the operator to sign in when the session has ended, then repeats the request with the new token', async () => {
  setRequestSession('old', 'olive');
  const stop = onSessionExpired(() => Promise.resolve(true));
  answers.push([401, { error: 'Sign in first.' }], [200, SESSION], [200, { ok: true }]);
  expect(await request('/api/x', { method: 'PUT', body: { a: 1 } })).toEqual({ ok: true });
  expect(asked).toEqual(['PUT /api/x (old)', 'GET /api/operators/session', 'PUT /api/x (new)']);
  stop();
});

it('throws if the operator declines to sign in', async () => {
  const stop = onSessionExpired(() => Promise.resolve(false));
  answers.push([401, { error: 'Sign in first.' }]);
  await expect(request('/api/x')).rejects.toMatchObject({ status: 401, detail: 'Sign in first.' });
  expect(asked).toEqual(['GET /api/x']);
  stop();
});

it('after the operator has declined, asks again for a change or on another screen, not for what the screen reads', async () => {
  setRequestSession('old', 'olive');
  let at = '/admin/leads';
  vi.stubGlobal('location', {
    get pathname() {
      return at;
    },
  });
  const ask = vi.fn(() => Promise.resolve(false));
  const stop = onSessionExpired(ask);
  const fails = async (method: string, background = false) => {
    answers.push([401, { error: 'Sign in first.' }]);
    await expect(request('/api/x', { method, background })).rejects.toMatchObject({ status: 401 });
    return ask.mock.calls.length;
  };
  expect([await fails('GET'), await fails('GET'), await fails('POST', true)]).toEqual([1, 1, 1]);
  expect([await fails('POST'), await fails('GET')]).toEqual([2, 2]);
  at = '/admin/account';
  expect([await fails('GET'), await fails('GET')]).toEqual([3, 3]);
  // The operator has signed in in another tab, and that session ends as well.
  answers.push([200, {}]);
  await request('/api/x');
  expect(await fails('GET')).toBe(4);
  stop();
});

it('repeats nothing in the name of somebody else who has signed in after the session ended', async () => {
  setRequestSession('old', 'ann');
  const stop = onSessionExpired(() => Promise.resolve(true));
  answers.push([401, { error: 'Sign in first.' }], [200, sessionOf('bob')]);
  await expect(request('/api/x', { method: 'POST' })).rejects.toMatchObject({ status: 403 });
  expect(asked).toEqual(['POST /api/x (old)', 'GET /api/operators/session']);
  stop();
});

it('sends nothing in the name of somebody else who has signed in in another tab', async () => {
  setRequestSession('old', 'olive');
  answers.push([403, { error: 'Reload.', tokenOver: true }], [200, sessionOf('bob')]);
  await expect(request('/api/x', { method: 'POST' })).rejects.toMatchObject({
    status: 403,
    detail: expect.stringContaining('Somebody else has signed in'),
  });
  // Nor at the next attempt.
  answers.push([403, { error: 'Reload.', tokenOver: true }], [200, sessionOf('bob')]);
  await expect(request('/api/x', { method: 'POST' })).rejects.toMatchObject({ status: 403 });
  const attempt = ['POST /api/x (old)', 'GET /api/operators/session'];
  expect(asked).toEqual([...attempt, ...attempt]);
});

it('does not ask the operator to sign in for a sign-out', async () => {
  setRequestSession('old', 'olive');
  const ask = vi.fn(() => Promise.resolve(true));
  const stop = onSessionExpired(ask);
  answers.push([401, { error: 'Sign in first.' }]);
  const ended = request('/api/operators/sign-out', { method: 'POST', ending: true });
  await expect(ended).rejects.toMatchObject({ status: 401 });
  expect([asked, ask.mock.calls]).toEqual([['POST /api/operators/sign-out (old)'], []]);
  stop();
});

it('marks requests as background requests while the operator is away', async () => {
  const page = new EventTarget();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.useFakeTimers();
  trackOperatorActivity();
  page.dispatchEvent(new Event('keydown'));
  const isBackground = async (method?: string) => {
    answers.push([200, {}]);
    await request('/api/x', method === undefined ? {} : { method, open: true });
    return sent.at(-1)?.has('x-background');
  };
  vi.advanceTimersByTime(59_000);
  expect(await isBackground()).toBe(false);
  vi.advanceTimersByTime(1_000);
  expect(await isBackground()).toBe(true);
  expect(await isBackground('POST')).toBe(false);
  page.dispatchEvent(new Event('pointerdown'));
  expect(await isBackground()).toBe(false);
  vi.useRealTimers();
});

it('fetches the token of a session started in another tab, once', async () => {
  setRequestSession('old', 'olive');
  answers.push(
    [403, { error: 'Reload.', tokenOver: true }],
    [200, SESSION],
    [403, { error: 'Reload.', tokenOver: true }],
  );
  await expect(request('/api/x', { method: 'POST' })).rejects.toBeInstanceOf(RequestError);
  expect(asked).toEqual(['POST /api/x (old)', 'GET /api/operators/session', 'POST /api/x (new)']);
});

it('returns a 401 to open requests without asking to sign in', async () => {
  const ask = vi.fn(() => Promise.resolve(true));
  const stop = onSessionExpired(ask);
  answers.push([401, { error: 'E-mail address or password is wrong.', wait: 2 }]);
  const refused = request('/api/operators/sign-in', { method: 'POST', open: true, body: {} });
  await expect(refused).rejects.toMatchObject({
    message: '401: {"error":"E-mail address or password is wrong.","wait":2}',
    body: { wait: 2 },
  });
  expect([asked, ask.mock.calls]).toEqual([['POST /api/operators/sign-in'], []]);
  stop();
});
