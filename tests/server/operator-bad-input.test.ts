import { afterAll, beforeAll, expect, it } from 'vitest';
import { onEachEngine } from './database-engines.ts';
import { runApp, type RunningApp } from './running-app.ts';
import { PASSWORD, signIn, type OperatorClient } from './sign-in.ts';

/** Texts that may break databases, URLs or parsers. */
const BAD = [
  ['a NUL', 'a\u0000b', '%00'],
  ['half a character', '\ud800', '%ED%A0%80'],
  ['a broken escape', '%', '%E0%A4%A'],
  ['nothing', '', ''],
  ['what is too long', 'x'.repeat(3500), 'x'.repeat(3500)],
] as const;

onEachEngine((newDatabase) => {
  let app: RunningApp;
  let client: OperatorClient;
  beforeAll(async () => {
    app = await runApp({
      ...(await newDatabase()),
      GHL_CLIENT_ID: 'client-of-the-tests',
      GHL_CLIENT_SECRET: 'a secret that only the tests know',
    });
    client = await signIn(app);
  });
  afterAll(() => app.stop());

  /** Returns the fault of a response, or null if it is acceptable. */
  async function faultOf(answer: Response): Promise<string | null> {
    const text = await answer.text();
    if (answer.status >= 500) return `${answer.status} ${text.slice(0, 200)}`;
    if (answer.status < 400) return null;
    const isJson = answer.headers.get('content-type')?.startsWith('application/json') ?? false;
    const words: unknown = isJson ? JSON.parse(text).error : null;
    return typeof words === 'string' && words !== '' ? null : `${answer.status} without words`;
  }

  it.each(BAD)('%s in a body is refused with a message', async (_name, text) => {
    const sent: [path: string, body: unknown][] = [
      ['/api/operators/sign-in', { email: text, password: text, code: text }],
      ['/api/operators/link', { token: text }],
      ['/api/operators/link/use', { token: text, password: PASSWORD, name: text, email: text }],
      ['/api/operators/two-factor/confirm', { code: text }],
      ['/api/admin/redirects', { from: `/${text}`, to: '/buy' }],
      ['/api/admin/redirects', { from: '/gone', to: `/buy?${text}&` }],
      ['/api/admin/redirects/remove', { from: text }],
      ['/api/oauth/revoke', { locationId: text }],
      ['/api/ghl/leads-location', { locationId: text }],
      ['/api/leads/ghl', { email: 'tess@example.com', locationId: text, firstName: text }],
      ['/api/admin/deliveries/some-delivery/retry', { delivery: text }],
    ];
    for (const [path, body] of sent) {
      const answer = await client.send('POST', path, body);
      expect([path, await faultOf(answer)]).toEqual([path, null]);
    }
    await app.database.query.deleteFrom('redirects').execute();
  });

  it.each(BAD)('%s in a URL is refused with a message', async (_name, _text, escaped) => {
    for (const path of [
      `/api/admin/leads/${escaped}`,
      `/api/admin/leads/${escaped}/export.json`,
      `/api/admin/leads?q=${escaped}&source=${escaped}&form=${escaped}`,
      `/api/admin/leads/export.csv?q=${escaped}`,
      `/api/admin/leads?page=${escaped}`,
      `/api/admin/leads?q[a]=1&q[b]=${escaped}`,
      `/api/admin/audit?operator=${escaped}&action=${escaped}`,
      `/api/admin/overview?days=${escaped}`,
      `/api/oauth/start?locationId=${escaped}`,
      `/api/oauth/callback?state=${escaped}&code=${escaped}&error=${escaped}`,
    ]) {
      expect([path, await faultOf(await client.fetch(path))]).toEqual([path, null]);
    }
  });

  it('a body that is not JSON, or too large, is refused with a message', async () => {
    for (const path of [
      '/api/operators/sign-in',
      '/api/admin/redirects',
      '/api/oauth/revoke',
      '/api/ghl/leads-location',
      '/api/leads/ghl',
    ]) {
      for (const [body, type] of [
        ['{', 'application/json'],
        ['[]', 'application/json'],
        ['"x"', 'application/json'],
        [`{"from":"${'x'.repeat(100_000)}"}`, 'application/json'],
        ['from=/x', 'application/x-www-form-urlencoded'],
        ['{}', 'application/json; charset=nonsense'],
      ]) {
        const headers = { 'content-type': type ?? '' };
        const answer = await client.fetch(path, { method: 'POST', headers, body: body ?? '' });
        expect([path, type, answer.status < 500 && answer.status >= 400]).toEqual([path, type, true]);
        expect([path, await faultOf(answer)]).toEqual([path, null]);
      }
    }
    const failed = app.events().filter(({ event }) => event === 'request-failed');
    expect(failed).toEqual([]);
  });
});
