import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resetOperator } from '../../server/operators/accounts/manage-operators.ts';
import { CONDITION_LIMIT } from '../setup/time-limits.ts';
import { onEachEngine } from './database-engines.ts';
import { changedTables, everyRow } from './every-row.ts';
import { leadBrowser } from './post-lead.ts';
import { routeTable, type TableRoute } from './route-table.ts';
import { runApp, type RunningApp } from './running-app.ts';
import { PASSWORD, signIn, type OperatorClient } from './sign-in.ts';

const EVIL = 'https://evil.example';

/** Settings that enable every route. Nothing listens at these addresses. */
const SETTINGS = {
  GHL_CLIENT_ID: 'client-of-the-tests',
  GHL_CLIENT_SECRET: 'a secret that only the tests know',
  HIGHLEVEL_API_BASE: 'http://127.0.0.1:9',
  HIGHLEVEL_MARKETPLACE_BASE: 'http://127.0.0.1:9',
};

/** Headers of requests that a signed-in browser sends from another site's page. */
const foreign: [string, (client: OperatorClient) => Record<string, string>][] = [
  ['another site’s page that even knew the token', ({ csrf }) => ({ origin: EVIL, 'x-csrf-token': csrf })],
  ['another site’s form', () => ({ origin: EVIL, 'sec-fetch-site': 'cross-site' })],
  ['a sandboxed frame', () => ({ origin: 'null', 'sec-fetch-site': 'cross-site' })],
  [
    'a page of a neighbouring host',
    () => ({ origin: 'http://other.localhost', 'sec-fetch-site': 'same-site' }),
  ],
];

onEachEngine((newDatabase) => {
  let app: RunningApp;
  let client: OperatorClient;
  let leadId: string;
  let delivery: string;

  beforeAll(async () => {
    app = await runApp({ ...SETTINGS, ...(await newDatabase()) });
    client = await signIn(app);
    leadId = await leave({ website: 'filled in by a robot' });
    const held = await app.database.query
      .selectFrom('deliveries')
      .select('id')
      .where('lead_id', '=', leadId)
      .executeTakeFirstOrThrow();
    delivery = held.id;
    const now = Date.now();
    await app.database.query
      .insertInto('redirects')
      .values({ from_path: '/old', to_path: '/buy', created_by: 'Olive', created_at: now })
      .execute();
  });
  afterAll(() => app.stop());

  async function leave(more: Record<string, string> = {}): Promise<string> {
    const email = `${randomUUID()}@example.com`;
    const { body } = await leadBrowser(app).post({ session: randomUUID(), email, tags: [], ...more });
    return String(body['contactId']);
  }

  /** Returns one body with the fields of all routes that change data. Each route ignores unknown fields. */
  const body = () => ({
    from: '/moved',
    to: '/sell',
    current: PASSWORD,
    next: 'eleven loud trumpets',
    password: PASSWORD,
    code: '123456',
    locationId: 'location1',
    email: 'somebody@example.com',
    session: randomUUID(),
    tags: [],
  });

  const withId = (path: string) =>
    path.replace(/:(?:id|contactId)/, path.includes('/deliveries/') ? delivery : leadId);
  const places = ({ path }: TableRoute) =>
    path.startsWith('/^') || path === '/.*/' ? '/contact' : withId(path);

  /** Returns all requests, to any route of the application, that could change data. */
  function changing(): { method: string; path: string }[] {
    return routeTable(app.express).flatMap((route) =>
      (route.method === 'ALL' || route.method === 'USE' ? ['POST', 'PUT', 'DELETE'] : [route.method])
        .filter((method) => method !== 'GET')
        .map((method) => ({ method, path: places(route) })),
    );
  }

  async function ask(method: string, path: string, headers: Record<string, string>): Promise<Response> {
    const response = await fetch(app.url + path, {
      method,
      headers: {
        cookie: client.cookie,
        ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(method === 'GET' ? {} : { body: JSON.stringify(body()) }),
      redirect: 'manual',
      signal: AbortSignal.timeout(CONDITION_LIMIT),
    });
    await response.body?.cancel();
    return response;
  }

  /** Returns the names of the tables that `work` changes. */
  async function changesOf(work: () => Promise<void>): Promise<string[]> {
    const before = await everyRow(app.database);
    await work();
    return changedTables(before, await everyRow(app.database));
  }

  it.each(foreign)('%s changes nothing, whatever it sends', async (_name, headers) => {
    const requests = changing();
    expect(requests.length).toBeGreaterThan(30);
    const done: string[] = [];
    const changed = await changesOf(async () => {
      for (const { method, path } of requests) {
        const { status } = await ask(method, path, headers(client));
        if (status < 400) done.push(`${method} ${path}: ${status}`);
      }
    });
    expect(changed).toEqual([]);
    // The route for reported faults accepts foreign requests, because it only writes to the log.
    expect(done.filter((each) => each !== 'POST /api/block-faults: 204')).toEqual([]);
    expect((await client.fetch('/api/operators/session')).status).toBe(200);
  });

  it('a window or image of another site’s page changes nothing either, and gets no operator response', async () => {
    const reading = [
      ...new Set(
        routeTable(app.express)
          .filter(({ method }) => method === 'GET')
          .map(places),
      ),
    ];
    const statuses = new Map<string, number>();
    for (const site of ['cross-site', 'same-site']) {
      const changed = await changesOf(async () => {
        for (const path of reading) {
          const response = await ask('GET', path, { 'sec-fetch-site': site });
          statuses.set(path, response.status);
        }
      });
      expect([site, changed]).toEqual([site, []]);
      const answered = [...statuses].filter(
        ([path, status]) =>
          /^\/api\/(?:admin|operators|ghl|webhooks|oauth\/status)/.test(path) &&
          // WordPress redirects to these routes, which their state parameter protects.
          !path.endsWith('/wordpress/callback') &&
          status !== 403,
      );
      expect(answered).toEqual([]);
    }
    // Links in e-mails must open operator screens.
    expect(statuses.get('/admin/leads')).toBe(200);
    const start = await ask('GET', '/api/oauth/start', { 'sec-fetch-site': 'cross-site' });
    const shown = new URL(start.headers.get('location') ?? '', app.url);
    expect([shown.pathname, shown.searchParams.get('reason')]).toEqual([
      '/oauth/error',
      expect.stringContaining('start at /admin/ghl'),
    ]);
    // The CRM's callback also comes from another site. It has no effect without a `state` that the site issued.
    const callback = '/api/oauth/callback?code=stolen&state=guessed';
    const changed = await changesOf(async () => {
      await ask('GET', callback, { 'sec-fetch-site': 'cross-site' });
    });
    expect(changed).toEqual([]);
  });

  it('another site’s page can neither sign in nor use up a one-time link', async () => {
    const token = await resetOperator(
      app.database.query,
      (await signIn(app, 'invited@example.com')).operator.email,
      Date.now(),
    );
    const sent: [string, object][] = [
      ['sign-in', { email: client.operator.email, password: PASSWORD }],
      ['link', { token }],
      ['link/use', { token, password: PASSWORD }],
    ];
    const post = (path: string, typed: object, origin: string) =>
      fetch(`${app.url}/api/operators/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin },
        body: JSON.stringify(typed),
      });
    const changed = await changesOf(async () => {
      // More attempts than the limit per IP address. They must not count against the operator.
      for (const [path, typed] of Array.from({ length: 12 }, () => sent).flat()) {
        const answer = await post(path, typed, EVIL);
        expect([path, answer.status, answer.headers.getSetCookie()]).toEqual([path, 403, []]);
      }
    });
    expect(changed).toEqual([]);
    const own = await post('link/use', { token, password: PASSWORD }, app.url);
    expect(own.status).toBe(200);
    // The end of the response waits for the session to be stored, which the next test would take for a change.
    await own.text();
  });

  it('GET requests change nothing except the audit log and OAuth states', async () => {
    const noted = new Set(['audit', 'oauth_states']);
    const reading = routeTable(app.express).filter(({ method }) => method === 'GET');
    const changed = await changesOf(async () => {
      for (const path of new Set(reading.map(places))) {
        await ask('GET', path, { origin: app.url, 'sec-fetch-site': 'same-origin' });
      }
    });
    expect(changed.filter((table) => !noted.has(table))).toEqual([]);
    expect(changed).toContain('audit');
  });

  /** Runs last, because it deletes data that the other tests need. */
  describe('our own page', () => {
    const expected: [path: string, status: number][] = [
      ['/api/admin/leads/:id/release', 200],
      ['/api/admin/leads/:id/resolve', 200],
      ['/api/admin/leads/:id/reopen', 200],
      ['/api/admin/deliveries/:id/cancel', 200],
      ['/api/admin/deliveries/:id/retry', 200],
      ['/api/admin/leads/:id/delete', 200],
      ['/api/admin/redirects', 201],
      ['/api/admin/redirects/remove', 200],
      ['/api/oauth/revoke', 404],
      ['/api/ghl/leads-location', 409],
      ['/api/leads/ghl', 409],
      ['/api/operators/two-factor/start', 200],
      ['/api/operators/two-factor/confirm', 422],
      ['/api/operators/two-factor/remove', 200],
      ['/api/operators/sign-out', 200],
    ];
    it('changes data with the same requests, and each change is recorded with its request id', async () => {
      await app.database.query.deleteFrom('sign_in_tries').execute();
      const own = { origin: app.url, 'x-csrf-token': client.csrf, 'sec-fetch-site': 'same-origin' };
      const before = await app.database.query.selectFrom('audit').select('id').execute();
      for (const [path, status] of expected) {
        const answer = await ask('POST', withId(path), own);
        expect([path, answer.status]).toEqual([path, status]);
      }
      const known = new Set(before.map(({ id }) => id));
      const all = await app.database.query.selectFrom('audit').selectAll().orderBy('at').execute();
      const notes = all.filter(({ id }) => !known.has(id));
      expect(notes.map(({ action }) => action).toSorted()).toEqual([
        'delivery-cancelled',
        'delivery-retried',
        'lead-deleted',
        'lead-released',
        'lead-reopened',
        'lead-resolved',
        'redirect-added',
        'redirect-removed',
        'signed-out',
        'two-factor-off',
      ]);
      for (const note of notes) {
        expect(note).toMatchObject({ operator_id: client.operator.id, request_id: expect.any(String) });
      }
      expect(new Set(notes.map((note) => note.request_id)).size).toBe(notes.length);
    });
  });
});
