import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { OPERATOR_DATA_ID, type OperatorData } from '../../src/contracts/operators/operator-api.ts';
import type { OauthStatus } from '../../src/contracts/operators/crm-calls.ts';
import type { SiteOverview } from '../../src/contracts/operators/site-calls.ts';
import { startCrmSandbox, type CrmSandbox } from '../crm-sandbox/crm-sandbox.ts';
import { connect, decide, oauthSettings, reasonOf, startConnecting, targetOf } from './oauth-journey.ts';
import { assertNoSecretsLeaked } from './assert-no-secrets-leaked.ts';
import { parseHtml } from './read-page.ts';
import { runApp, type RunningApp } from './running-app.ts';
import { signIn, type OperatorClient } from './sign-in.ts';

const MINUTE = 60_000;

let ahead = 0;
let sandbox: CrmSandbox;
let app: RunningApp;
let client: OperatorClient;
let [first, second]: string[] = [];

beforeEach(async () => {
  ahead = 0;
  sandbox = await startCrmSandbox();
  [first, second] = [...sandbox.state.locations.keys()];
  app = await runApp(oauthSettings(sandbox), undefined, { now: () => Date.now() + ahead });
  client = await signIn(app);
});

afterEach(async () => {
  const stored = JSON.stringify(await app.database.query.selectFrom('crm_grants').selectAll().execute());
  const audit = JSON.stringify(await app.database.query.selectFrom('audit').selectAll().execute());
  const log = JSON.stringify(app.events());
  await app.stop();
  await sandbox.stop();
  assertNoSecretsLeaked(sandbox, stored, audit, log);
});

async function status(): Promise<OauthStatus> {
  const text = await (await client.fetch('/api/oauth/status')).text();
  for (const token of sandbox.state.tokens.keys()) expect(text).not.toContain(token);
  return JSON.parse(text);
}
/** Whether the result page would say that the CRM is connected. */
async function reportsConnection(get: (path: string) => Promise<Response>, path: string): Promise<unknown> {
  const document = parseHtml(await (await get(path)).text());
  const data: OperatorData = JSON.parse(document.getElementById(OPERATOR_DATA_ID)?.textContent ?? '{}');
  return data.hasJustConnected;
}
const audited = async () =>
  (await app.database.query.selectFrom('audit').selectAll().orderBy('at').execute())
    .filter((row) => row.action.startsWith('crm-'))
    .map((row) => [row.action, row.subject, row.operator_name]);

describe('connecting', () => {
  test('a location: start, choice, callback, success, status, and audit entries', async () => {
    const page = await startConnecting(client, `?locationId=${first}`);
    expect(page.origin + page.pathname).toBe(`${sandbox.url}/v2/oauth/chooselocation`);
    expect(Object.fromEntries(page.searchParams)).toMatchObject({
      response_type: 'code',
      client_id: sandbox.settings.GHL_CLIENT_ID,
      redirect_uri: `${app.url}/api/oauth/callback`,
    });
    expect(page.searchParams.get('state')).toMatch(/^[\w-]{43}$/);
    const answer = await client.fetch(await decide(page, { location: first ?? '' }));
    expect(answer.status).toBe(302);
    expect(targetOf(answer).pathname + targetOf(answer).search).toBe(`/oauth/success?locationId=${first}`);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const { pathname, search } = targetOf(answer);
    const own = (path: string) => client.fetch(path);
    expect(await reportsConnection(own, pathname + search)).toBe(true);
    // Neither another query nor another browser.
    expect(await reportsConnection(own, '/oauth/success?code=abc')).toBe(false);
    expect(await reportsConnection((path) => fetch(app.url + path), pathname + search)).toBe(false);
    expect(await status()).toMatchObject({
      authorized: true,
      locations: [first],
      authorizedLocations: [
        {
          locationId: first,
          name: 'Sandbox Realty',
          state: 'ready',
          reason: null,
          connectedBy: 'Olive Operator',
        },
      ],
    });
    expect(await audited()).toEqual([
      ['crm-connect-started', first, 'Olive Operator'],
      ['crm-connected', first, 'Olive Operator'],
    ]);
  });

  test('a location that is stored is reported as connected, even if waiting leads cannot be woken', async () => {
    app.crm.grants?.onReady(() => Promise.reject(new Error('The database is busy.')));
    const page = await startConnecting(client, `?locationId=${first}`);
    const answer = await client.fetch(await decide(page, { location: first ?? '' }));
    expect(targetOf(answer).pathname).toBe('/oauth/success');
    expect((await status()).locations).toEqual([first]);
    expect(await audited()).toContainEqual(['crm-connected', first, 'Olive Operator']);
    const chosen = await client.send('POST', '/api/ghl/leads-location', { locationId: first });
    expect(chosen.status).toBe(200);
    expect(app.events()).toContainEqual(expect.objectContaining({ event: 'crm-ready-not-noted' }));
  });

  test('several locations, one after the other; reconnecting replaces the old tokens', async () => {
    await connect(client, first ?? '');
    await connect(client, second ?? '');
    expect((await status()).locations).toEqual([first, second]);
    const before = await app.database.query.selectFrom('crm_grants').selectAll().execute();
    await connect(client, first ?? '');
    const after = await app.database.query.selectFrom('crm_grants').selectAll().execute();
    expect(after).toHaveLength(2);
    const tokens = (rows: typeof before) => rows.find((row) => row.id === first)?.refresh_token;
    expect(tokens(after)).not.toBe(tokens(before));
  });

  test('a whole company connects all its locations, each with its own token', async () => {
    const answer = await connect(client, 'company');
    expect(targetOf(answer).pathname).toBe('/oauth/success');
    expect(new Set((await status()).locations)).toEqual(new Set([first, second]));
    for (const id of [first, second]) {
      const made = await client.send('POST', '/api/leads/ghl', {
        email: `${id}@example.com`,
        locationId: id,
      });
      expect(made.status).toBe(200);
    }
    const used = [...sandbox.state.contacts.values()].map((contact) => contact.locationId);
    expect(new Set(used)).toEqual(new Set([first, second]));
    await client.send('POST', '/api/oauth/revoke', { locationId: first });
    expect(await app.database.query.selectFrom('crm_grants').select('id').execute()).toHaveLength(2);
    await client.send('POST', '/api/oauth/revoke', { locationId: second });
    expect(await app.database.query.selectFrom('crm_grants').select('id').execute()).toEqual([]);
  });

  test('a company without the scopes for its locations gets a message with the fix', async () => {
    await app.stop();
    const { GHL_SCOPES: _, ...settings } = oauthSettings(sandbox);
    app = await runApp(settings);
    client = await signIn(app);
    expect(reasonOf(await connect(client, 'company'))).toContain('oauth.readonly and oauth.write');
    expect(await status()).toMatchObject({ authorized: false, locations: [] });
    // Nothing was stored. Otherwise a company token would remain that nobody could revoke.
    expect(await app.database.query.selectFrom('crm_grants').select('id').execute()).toEqual([]);
  });
});

test('a company cannot be connected during an outage, and the message blames no scopes', async () => {
  sandbox.faults.set({ errorRate: 1, errorStatus: 503, only: 'POST /oauth/locationToken' });
  const reason = reasonOf(await connect(client, 'company'));
  expect(reason).toMatch(/^The CRM answered 503[^.]*\. Nothing was connected\. Try again in a minute\.$/);
  expect(await app.database.query.selectFrom('crm_grants').select('id').execute()).toEqual([]);
});

const successOf = (answer: Response) => {
  const { pathname, searchParams } = targetOf(answer);
  return [pathname, Object.fromEntries(searchParams)];
};

describe('a connection that differs from what the operator expects', () => {
  test('reconnecting another location than intended is reported', async () => {
    await connect(client, first ?? '');
    const page = await startConnecting(client, `?locationId=${first}`);
    const answer = await client.fetch(await decide(page, { location: second ?? '' }));
    expect(successOf(answer)).toEqual([
      '/oauth/success',
      { locationId: second, wanted: first, leadsTo: first, leads: 'elsewhere' },
    ]);
    const details = await app.database.query
      .selectFrom('audit')
      .select(['subject', 'detail'])
      .where('action', '=', 'crm-connected')
      .orderBy('at')
      .execute();
    expect(details.at(-1)).toEqual({ subject: second, detail: JSON.stringify({ wanted: first }) });
  });

  test('a company with one location that could not be connected', async () => {
    sandbox.faults.set({ errorRate: 1, errorStatus: 403, only: 'POST /oauth/locationToken', times: 1 });
    const [path, query] = successOf(await connect(client, 'company'));
    const [connected] = (await status()).locations;
    expect([path, query]).toEqual(['/oauth/success', { locationId: connected, missing: '1' }]);
    // The company grant is kept, because the location that was connected needs it.
    expect(await app.database.query.selectFrom('crm_grants').select('id').execute()).toHaveLength(2);
  });

  test('a setting that sends leads to a location which is not connected is named everywhere', async () => {
    await app.stop();
    app = await runApp({ ...oauthSettings(sandbox), GHL_LOCATION_ID: second ?? '' });
    client = await signIn(app);
    const words =
      `Leads are set to go to ${second} (GHL_LOCATION_ID), which is not connected: ` +
      `connect ${second} or change the setting.`;
    expect(successOf(await connect(client, first ?? ''))).toEqual([
      '/oauth/success',
      { locationId: first, leadsTo: second, leads: 'unconnected' },
    ]);
    expect(await (await client.fetch('/api/ghl/status')).json()).toMatchObject({
      isConfigured: false,
      message: 'One location is connected by OAuth.',
      error: expect.stringContaining(words),
      leadsTo: { locationId: second, by: 'setting', state: 'unconnected' },
    });
    const { checks }: SiteOverview = await (await client.fetch('/api/admin/overview')).json();
    expect(checks.find(({ id }) => id === 'crm')).toMatchObject({
      state: 'fail',
      detail: expect.stringContaining(words),
    });
    expect(successOf(await connect(client, second ?? ''))).toEqual([
      '/oauth/success',
      { locationId: second },
    ]);
  });
});

describe('which location gets the leads', () => {
  const direct = (locationId?: string) => client.send('POST', '/api/ghl/leads-location', { locationId });

  test('the one connected first, also after a reconnect; an operator can choose another', async () => {
    await connect(client, first ?? '');
    await connect(client, second ?? '');
    await connect(client, first ?? '');
    expect(await status()).toMatchObject({
      locations: [first, second],
      leadsTo: { locationId: first, by: 'first', state: 'ready' },
      leadsToWithout: { locationId: second, by: 'first' },
    });
    const answer = await direct(second);
    expect([answer.status, await answer.json()]).toEqual([
      200,
      expect.objectContaining({ leadsTo: expect.objectContaining({ locationId: second, by: 'operator' }) }),
    ]);
    expect(await status()).toMatchObject({
      leadsTo: { locationId: second, by: 'operator' },
      leadsToWithout: { locationId: first },
    });
    const note = await app.database.query
      .selectFrom('audit')
      .selectAll()
      .where('action', '=', 'crm-leads-directed')
      .executeTakeFirstOrThrow();
    expect(note).toMatchObject({
      subject: second,
      operator_name: 'Olive Operator',
      detail: JSON.stringify({ before: first }),
    });
    const revoked = await client.send('POST', '/api/oauth/revoke', { locationId: second });
    expect(await revoked.json()).toMatchObject({ leadsTo: { locationId: first, by: 'first' } });
  });

  test('cannot be chosen if the location is not connected, or if a setting determines it', async () => {
    await connect(client, first ?? '');
    expect((await direct()).status).toBe(422);
    expect((await direct(second)).status).toBe(409);
    await app.stop();
    app = await runApp({ ...oauthSettings(sandbox), GHL_LOCATION_ID: first ?? '' });
    client = await signIn(app);
    await connect(client, second ?? '');
    const refused = await direct(second);
    expect([refused.status, await refused.json()]).toEqual([
      409,
      expect.objectContaining({ message: expect.stringContaining(`GHL_LOCATION_ID sends them to ${first}`) }),
    ]);
  });
});

describe('an invalid callback', () => {
  test('is refused without a session, before any request to the CRM', async () => {
    const path = await decide(await startConnecting(client), { location: first ?? '' });
    const answer = await fetch(app.url + path, { redirect: 'manual' });
    expect(reasonOf(answer)).toBe('Your session has ended. Sign in, then start again.');
    expect(sandbox.state.requests).toEqual([]);
    // The session that started the connection can still complete it.
    expect(targetOf(await client.fetch(path)).pathname).toBe('/oauth/success');
  });

  test.each([
    ['missing', (path: string) => path.replace(/state=[^&]*&?/, '')],
    ['wrong', (path: string) => path.replace(/state=[^&]*/, 'state=guessed')],
    ['repeated', (path: string) => path.replace(/state=([^&]*)/, 'state=$1&state=$1')],
  ])('a %s state', async (_, bend) => {
    const path = await decide(await startConnecting(client), { location: first ?? '' });
    expect(reasonOf(await client.fetch(bend(path)))).toContain('no connection that was started here');
    expect(sandbox.state.requests).toEqual([]);
    expect(await status()).toMatchObject({ authorized: false });
  });

  test('another session’s state, of the same operator and of another', async () => {
    const path = await decide(await startConnecting(client), { location: first ?? '' });
    const others = [await signIn(app), await signIn(app, 'second@example.com')];
    for (const other of others) expect(reasonOf(await other.fetch(path))).toContain('another session');
    expect(sandbox.state.requests).toEqual([]);
  });

  test('a second use, and a second tab', async () => {
    const older = await startConnecting(client);
    const newer = await startConnecting(client);
    const olderPath = await decide(older, { location: first ?? '' });
    expect(reasonOf(await client.fetch(olderPath))).toContain('another tab');
    const newerPath = await decide(newer, { location: first ?? '' });
    expect(targetOf(await client.fetch(newerPath)).pathname).toBe('/oauth/success');
    expect(reasonOf(await client.fetch(newerPath))).toContain('used already');
  });

  test('simultaneous callbacks connect once', async () => {
    const path = await decide(await startConnecting(client), { location: first ?? '' });
    const answers = await Promise.all([client.fetch(path), client.fetch(path), client.fetch(path)]);
    expect(answers.map((answer) => targetOf(answer).pathname).toSorted()).toEqual([
      '/oauth/error',
      '/oauth/error',
      '/oauth/success',
    ]);
  });

  test('after ten minutes', async () => {
    const path = await decide(await startConnecting(client), { location: first ?? '' });
    ahead = 10 * MINUTE;
    expect(reasonOf(await client.fetch(path))).toContain('ten minutes');
  });

  test('a denial is reported, and other CRM errors are described but never shown verbatim', async () => {
    const denied = await decide(await startConnecting(client), { decision: 'deny' });
    expect(reasonOf(await client.fetch(denied))).toContain('was not allowed in HighLevel');
    const other = denied.replace('access_denied', encodeURIComponent('call 1-800-555-0100'));
    expect(reasonOf(await client.fetch(other))).toContain('used already');
    const path = await decide(await startConnecting(client), { decision: 'deny' });
    const bent = path.replace('access_denied', encodeURIComponent('call 1-800-555-0100'));
    expect(reasonOf(await client.fetch(bent))).toBe(
      'HighLevel did not allow the connection (unknown). Start again.',
    );
  });

  test('a used code, and one that was never issued', async () => {
    const path = await decide(await startConnecting(client), { location: first ?? '' });
    const used = new URLSearchParams(path.split('?')[1]).get('code') ?? '';
    await client.fetch(path);
    for (const code of [used, 'invented']) {
      const state = (await startConnecting(client)).searchParams.get('state') ?? '';
      const answer = await client.fetch(`/api/oauth/callback?${new URLSearchParams({ code, state })}`);
      expect(reasonOf(answer)).toContain('HighLevel does not take this authorization');
    }
    expect((await status()).locations).toEqual([first]);
  });

  test.each([
    [{ garbage: 'html' as const }, 'what are no tokens'],
    [{ garbage: 'truncated' as const }, 'what are no tokens'],
    [{ garbage: 'empty' as const }, 'what are no tokens'],
    [{ garbage: 'wrong-shape' as const }, 'what are no tokens'],
    [{ errorRate: 1 }, 'HighLevel answered 500'],
    [{ tooManyRequestsRate: 1 }, 'HighLevel answered 429'],
    [{ unauthorized: true }, 'GHL_CLIENT_SECRET'],
    [{ down: true }, 'broke the connection'],
  ])('a token endpoint with %j', async (faults, words) => {
    const path = await decide(await startConnecting(client), { location: first ?? '' });
    sandbox.faults.set(faults);
    const reason = reasonOf(await client.fetch(path));
    sandbox.faults.clear();
    expect(reason).toContain(words);
    expect(await status()).toMatchObject({ authorized: false, locations: [] });
    expect((await audited()).at(-1)?.[0]).toBe('crm-connect-failed');
  });
});

describe('revoking', () => {
  test('deletes the tokens, is recorded, and says what is left to do; a repeat is 404', async () => {
    await connect(client, first ?? '');
    const answer = await client.send('POST', '/api/oauth/revoke', { locationId: first });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ message: expect.stringContaining('uninstall it there') });
    expect(await status()).toMatchObject({ authorized: false, locations: [] });
    expect((await audited()).at(-1)).toEqual(['crm-revoked', first, 'Olive Operator']);
    const again = await client.send('POST', '/api/oauth/revoke', { locationId: first });
    expect(again.status).toBe(404);
    expect(await again.json()).toMatchObject({
      message: expect.stringMatching(/^Failed to revoke access\. /),
    });
    expect((await client.send('POST', '/api/oauth/revoke', {})).status).toBe(422);
  });

  test('needs the CSRF token', async () => {
    await connect(client, first ?? '');
    const answer = await client.fetch('/api/oauth/revoke', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-csrf-token': 'guessed' },
      body: JSON.stringify({ locationId: first }),
    });
    expect(answer.status).toBe(403);
    expect((await status()).locations).toEqual([first]);
  });
});

test('without a session no route responds, and start redirects to the sign-in page', async () => {
  for (const path of ['/api/oauth/status', '/api/ghl/status', '/api/ghl/locations']) {
    expect((await fetch(app.url + path)).status).toBe(401);
  }
  for (const path of ['/api/oauth/revoke', '/api/leads/ghl']) {
    expect((await fetch(app.url + path, { method: 'POST' })).status).toBe(401);
  }
  const answer = await fetch(`${app.url}/api/oauth/start`, { redirect: 'manual' });
  expect(answer.headers.get('location')).toBe('/sign-in?to=%2Fapi%2Foauth%2Fstart');
});

test('the CRM’s status and locations, before and after connecting', async () => {
  const read = async (path: string): Promise<unknown> => (await client.fetch(path)).json();
  expect(await read('/api/ghl/status')).toEqual({
    isConfigured: false,
    apiKeyPresent: false,
    oauthCredentialsPresent: true,
    leadsTo: null,
    message: 'No location is connected by OAuth yet.',
  });
  expect(await read('/api/ghl/locations')).toEqual({ locations: [] });
  await connect(client, first ?? '');
  expect(await read('/api/ghl/status')).toMatchObject({
    isConfigured: true,
    message: 'One location is connected by OAuth. Leads go to Sandbox Realty.',
  });
  expect(await read('/api/ghl/locations')).toEqual({
    locations: [{ id: first, name: 'Sandbox Realty', by: 'oauth' }],
  });
});

describe('a test contact', () => {
  const person = { firstName: 'Tess', lastName: 'Tester', email: 'tess@example.com', message: 'Only a test' };

  test('is created in the requested location and marked as a test', async () => {
    await connect(client, first ?? '');
    await connect(client, second ?? '');
    const answer = await client.send('POST', '/api/leads/ghl', { ...person, locationId: second });
    const [contact] = sandbox.state.contacts.values();
    expect(await answer.json()).toMatchObject({ id: contact?.id, message: expect.any(String) });
    expect(contact).toMatchObject({ locationId: second, email: 'tess@example.com', tags: ['test'] });
    expect(sandbox.state.notes.map((note) => note.body)).toEqual(['Only a test']);
    expect((await audited()).at(-1)).toEqual(['crm-test-contact', second, 'Olive Operator']);
    expect(JSON.stringify(app.events())).not.toMatch(/tess/i);
  });

  test('never changes an existing contact', async () => {
    await connect(client, first ?? '');
    const known = { email: 'casey@example.com', phone: '+15155550123' };
    await client.send('POST', '/api/leads/ghl', { ...known, firstName: 'Casey', lastName: 'Client' });
    const before = structuredClone([...sandbox.state.contacts.values()]);
    for (const reach of [
      { email: 'Casey@example.com' },
      { phone: '(515) 555-0123' },
      { email: 'another@example.com', phone: '515-555-0123' },
    ]) {
      const refused = await client.send('POST', '/api/leads/ghl', { firstName: 'Test', ...reach });
      expect([refused.status, await refused.json()]).toEqual([
        409,
        expect.objectContaining({
          message: expect.stringMatching(/^Failed to create test contact\. There is a contact with this/),
        }),
      ]);
    }
    expect([...sandbox.state.contacts.values()]).toEqual(before);
  });

  test('needs a location, and an e-mail address or phone number', async () => {
    const nowhere = await client.send('POST', '/api/leads/ghl', person);
    expect(nowhere.status).toBe(409);
    await connect(client, first ?? '');
    expect((await client.send('POST', '/api/leads/ghl', { ...person, locationId: second })).status).toBe(409);
    expect((await client.send('POST', '/api/leads/ghl', { firstName: 'Tess' })).status).toBe(422);
    sandbox.faults.set({ errorRate: 1 });
    const failed = await client.send('POST', '/api/leads/ghl', person);
    expect(failed.status).toBe(502);
    expect(await failed.json()).toMatchObject({
      message: expect.stringMatching(/^Failed to create test contact\. The CRM answered 500/),
    });
  });
});

describe('a grant that is no longer valid', () => {
  const read = async (path: string): Promise<unknown> => (await client.fetch(path)).json();

  test('revoked in HighLevel: both statuses name cause and fix, and reconnecting fixes it', async () => {
    await connect(client, first ?? '');
    sandbox.revoke(sandbox.state.grants.at(-1)?.id ?? '');
    ahead = 19 * 60 * MINUTE;
    // The session has ended meanwhile.
    client = await signIn(app, 'later@example.com');
    await app.crm.grants?.renewDue();
    const fix = expect.stringMatching(
      /taken back in HighLevel.*Connect the location again at \/admin\/ghl\./,
    );
    expect(await status()).toMatchObject({
      authorized: false,
      authorizedLocations: [{ locationId: first, state: 'reconnect', reason: fix }],
    });
    expect(await read('/api/ghl/status')).toMatchObject({ error: fix });
    // HighLevel may accept the current token for hours. Leads keep flowing, but the overview already shows a warning.
    expect((await status()).leadsTo?.until).toBeGreaterThan(Date.now() + ahead);
    const { checks }: SiteOverview = await (await client.fetch('/api/admin/overview')).json();
    expect(checks.find(({ id }) => id === 'crm')).toMatchObject({
      state: 'warn',
      detail: expect.stringMatching(/^Sandbox Realty must be connected again: .*taken back in HighLevel/),
    });
    ahead = 0;
    await connect(client, first ?? '');
    expect(await status()).toMatchObject({ authorized: true });
    expect(await read('/api/ghl/status')).not.toHaveProperty('error');
  });

  test('a fresh token that gets a 401: the test contact and the status report it with the fix, until it works', async () => {
    await connect(client, first ?? '');
    sandbox.faults.set({ unauthorized: true, only: 'POST /contacts' });
    const contact = { email: 'tess@example.com' };
    const refused = await client.send('POST', '/api/leads/ghl', contact);
    expect([refused.status, await refused.json()]).toEqual([
      502,
      expect.objectContaining({
        message: expect.stringMatching(
          /^Failed to create test contact\. The CRM answered 401.*Connect HighLevel again at \/admin\/ghl/,
        ),
      }),
    ]);
    expect(await read('/api/ghl/status')).toMatchObject({
      error: expect.stringMatching(/refuses a token it has just given.*connect the location again/s),
    });
    expect((await audited()).at(-1)).toEqual(['crm-test-contact-failed', first, 'Olive Operator']);
    sandbox.faults.clear();
    expect((await client.send('POST', '/api/leads/ghl', contact)).status).toBe(200);
    expect(await read('/api/ghl/status')).not.toHaveProperty('error');
  });
});

describe('other configurations', () => {
  test('nothing configured: start and both statuses say so', async () => {
    await app.stop();
    app = await runApp();
    client = await signIn(app);
    const words = 'OAuth credentials are not configured.';
    expect(reasonOf(await client.fetch('/api/oauth/start'))).toContain(words);
    expect(
      reasonOf(await fetch(`${app.url}/api/oauth/callback?code=c&state=s`, { redirect: 'manual' })),
    ).toContain(words);
    expect(await status()).toMatchObject({ authorized: false, message: expect.stringContaining(words) });
    expect(await (await client.fetch('/api/ghl/status')).json()).toMatchObject({
      isConfigured: false,
      oauthCredentialsPresent: false,
      message: expect.stringContaining(words),
    });
  });

  test('a private-integration token serves its location without OAuth', async () => {
    await app.stop();
    const { HIGHLEVEL_API_BASE, GHL_API_KEY, GHL_LOCATION_ID } = sandbox.settings;
    app = await runApp({ HIGHLEVEL_API_BASE, GHL_API_KEY, GHL_LOCATION_ID });
    client = await signIn(app);
    expect(await (await client.fetch('/api/ghl/status')).json()).toMatchObject({
      isConfigured: true,
      apiKeyPresent: true,
      message: `Leads go to location ${GHL_LOCATION_ID} by the private-integration token.`,
    });
    expect(await (await client.fetch('/api/ghl/locations')).json()).toEqual({
      locations: [{ id: GHL_LOCATION_ID, name: null, by: 'token' }],
    });
    expect((await client.send('POST', '/api/leads/ghl', { email: 'tess@example.com' })).status).toBe(200);
  });
});
