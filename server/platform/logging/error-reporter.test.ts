import { expect, it, vi } from 'vitest';
import { Writable } from 'node:stream';
import { createErrorReporter, isSentryDsn } from './error-reporter.ts';
import { createLogger } from './create-logger.ts';

const DSN = 'https://abc123@errors.example.com/sub/42';

function reports() {
  let now = 1_000_000;
  const bodies: string[] = [];
  const fetch = vi.fn<typeof globalThis.fetch>((_url, init) => {
    if (typeof init?.body === 'string') bodies.push(init.body);
    return Promise.resolve(new Response('{}'));
  });
  const made = createErrorReporter({ dsn: DSN, release: '1.2.3', fetch, now: () => now });
  return { made, fetch, bodies, later: (milliseconds: number) => (now += milliseconds) };
}

it('sends errors of the log, and no warnings, without what people typed', async () => {
  const { made, fetch, bodies } = reports();
  const sink = new Writable({ write: (_chunk, _encoding, done) => done() });
  const log = createLogger('info', sink, (error) => made.add(error));
  const cause = new TypeError('Cannot read "Ann Example"');
  log.error({
    event: 'request-failed',
    err: new Error('Wrote to ann@example.com', { cause }),
    route: '/buy',
  });
  log.warn({ event: 'content-failed', err: new Error('late') });
  log.error({ event: 'connections-refused' }, 'No error object');
  await made.settle(1000);
  expect(fetch).toHaveBeenCalledTimes(1);
  const [url, init] = fetch.mock.calls[0] ?? [];
  expect(url).toBe('https://errors.example.com/sub/api/42/envelope/');
  expect(init?.headers).toMatchObject({
    'X-Sentry-Auth': 'Sentry sentry_version=7, sentry_client=lintel/1.2.3, sentry_key=abc123',
  });
  const lines = (bodies[0] ?? '').split('\n').map((line): Record<string, unknown> => JSON.parse(line));
  const [head, item, event] = lines;
  expect(item).toEqual({ type: 'event' });
  expect(event).toMatchObject({
    event_id: head?.['event_id'],
    level: 'error',
    logger: 'request-failed',
    release: '1.2.3',
    exception: {
      values: [
        { type: 'TypeError', value: 'Cannot read "…"' },
        {
          type: 'Error',
          value: 'Wrote to [e-mail]',
          stacktrace: {
            frames: expect.arrayContaining([expect.objectContaining({ lineno: expect.any(Number) })]),
          },
        },
      ],
    },
  });
  expect(bodies.join()).not.toMatch(/Ann|ann@/);
});

it('sends the same error once a minute', () => {
  const { made, fetch, later } = reports();
  const report = {
    level: 'error',
    event: 'request-failed',
    error: { type: 'Error', message: 'Late' },
  } as const;
  made.add(report);
  made.add(report);
  made.add({ ...report, error: { type: 'Error', message: 'Other' } });
  expect(fetch).toHaveBeenCalledTimes(2);
  later(60_000);
  made.add(report);
  expect(fetch).toHaveBeenCalledTimes(3);
});

it('goes on if the collector cannot be reached, and waits for it only so long', async () => {
  const { made, fetch } = reports();
  fetch.mockRejectedValueOnce(new Error('refused'));
  made.add({ level: 'error', event: 'a', error: { type: 'Error' } });
  await made.settle(1000);
  fetch.mockReturnValueOnce(new Promise(() => {}));
  made.add({ level: 'fatal', event: 'b', error: { type: 'Error' } });
  await made.settle(10);
  expect(fetch).toHaveBeenCalledTimes(2);
});

it.each(['https://errors.example.com/42', 'https://key@errors.example.com/', 'ftp://key@host/42', 'nothing'])(
  'refuses %s as an address',
  (text) => {
    expect([isSentryDsn(text), isSentryDsn(DSN)]).toEqual([false, true]);
  },
);
