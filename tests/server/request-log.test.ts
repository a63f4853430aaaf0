import express from 'express';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startCrmSandbox, type CrmSandbox } from '../crm-sandbox/crm-sandbox.ts';
import { unsubscribeLink } from '../../server/leads/mail/unsubscribe-link.ts';
import { createLogger } from '../../server/platform/logging/create-logger.ts';
import { onEachEngine } from './database-engines.ts';
import { findLeaks } from './find-leaks.ts';
import { oauthSettings } from './oauth-journey.ts';
import { PERSON, personalJourney } from './personal-journey.ts';
import { leadBrowser } from './post-lead.ts';
import { runApp, type RunningApp } from './running-app.ts';

describe('the search for leaks', () => {
  it.each([
    ['plain text', PERSON.email],
    ['upper case', PERSON.email.toUpperCase()],
    ['a URL', `/x?email=${encodeURIComponent(PERSON.email)}`],
    ['base64', Buffer.from(PERSON.email).toString('base64')],
  ])('finds a secret in %s', (_name, text) => {
    expect(findLeaks([JSON.stringify({ text })], { email: PERSON.email })).toHaveLength(1);
  });

  it('finds numbers in other formats, and words with spaces in a URL', () => {
    const lines = ['{"phone":"+1 515-555-0187"}', '{"url":"/search?q=zanzibar+street+17"}'];
    expect(findLeaks(lines, { phone: PERSON.phone, words: PERSON.words })).toHaveLength(2);
  });

  it('finds nothing in lines without secrets', () => {
    expect(findLeaks(['{"event":"request","route":"page","path":"/buy"}'], PERSON)).toEqual([]);
  });
});

onEachEngine((newDatabase) => {
  let app: RunningApp;
  let crm: CrmSandbox;
  beforeEach(async () => {
    crm = await startCrmSandbox();
    const { GHL_API_KEY, GHL_LOCATION_ID, GHL_INBOUND_WEBHOOK_URL, GHL_WEBHOOK_PUBLIC_KEY } = crm.settings;
    app = await runApp(
      {
        ...(await newDatabase()),
        ...oauthSettings(crm),
        GHL_API_KEY,
        GHL_LOCATION_ID,
        GHL_INBOUND_WEBHOOK_URL,
        GHL_WEBHOOK_PUBLIC_KEY,
        TRUST_PROXY: '1',
        LEAD_RATE_LIMIT: '1000',
        METRICS_TOKEN: 'a-token-of-the-collector',
        // Also log each stored page that is sent.
        ACCESS_LOG: 'all',
      },
      undefined,
      { deliver: true },
    );
  });
  afterEach(async () => {
    await app.stop();
    await crm.stop();
  });

  const lines = () => app.events().map((event) => JSON.stringify(event));
  const events = (name: string) => app.events().filter(({ event }) => event === name);
  const settings = () => ({
    'CRM’s token': crm.settings.GHL_API_KEY,
    'client’s secret': crm.settings.GHL_CLIENT_SECRET,
  });

  it('every request is in a line, without personal data or tokens', async () => {
    const { sent, secrets, leadId } = await personalJourney(app, crm);
    await expect.poll(() => events('delivery-delivered').length).toBeGreaterThan(1);
    // Refused requests of the same kind share a line.
    const logged = () => events('request').reduce((sum, { requests = 1 }) => sum + Number(requests), 0);
    await expect.poll(logged).toBe(sent);

    expect(findLeaks(lines(), { ...secrets, ...settings() })).toEqual([]);
    const requests = events('request').map((event) => JSON.stringify(event));
    expect(findLeaks(requests, { leadId })).toEqual([]);
    expect(lines().join()).not.toMatch(/127\.0\.0\.1|203\.0\.113/);
    // The log must still show the kind of each request.
    const routes = events('request').map(({ method, route, status }) => [method, route, status].join(' '));
    expect(routes).toEqual(
      expect.arrayContaining([
        'GET page 200',
        'GET page 404',
        'POST page 200',
        'POST page 422',
        'POST /api/ghl/contact 200',
        'PUT /api/ghl/contact/:contactId 200',
        'POST /api/contact 400',
        'POST /api/contact 413',
        'GET /unsubscribe 200',
        'POST /api/operators/sign-in 401',
        'GET /admin/leads/:id 200',
        'GET /admin/… 302',
        'GET /api/admin/… 401',
        'GET /api/oauth/callback 302',
        'POST /api/webhooks/ghl 200',
        'POST /api/webhooks/ghl 401',
        'GET /assets/:file 404',
      ]),
    );
    expect(events('request').every((event) => typeof event['requestId'] === 'string')).toBe(true);
    const pages = events('request').flatMap(({ path }) => (typeof path === 'string' ? [path] : []));
    expect(new Set(pages)).toEqual(new Set(['/', '/buy', '/search', '/contact', '/contact-us']));
  });

  it('the same search detects leaks in a log of unmodified URLs', async () => {
    const leaky: string[] = [];
    const log = pino({ base: null }, { write: (line: string) => void leaky.push(line) });
    const outer = express();
    outer.use((request, _response, next) => {
      log.info({ url: request.originalUrl, headers: request.headers });
      next();
    });
    outer.use(app.express);
    const server = createServer(outer).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : null;
    const { secrets } = await personalJourney(app, crm, `http://127.0.0.1:${port}`);
    server.closeAllConnections();
    server.close();
    const caught = new Set(findLeaks(leaky, secrets).map((leak) => leak.split(' in ')[0]));
    const typed = [
      'firstName',
      'lastName',
      'email',
      'words',
      'address',
      'browser',
      'campaign',
      'cookie',
      'from',
    ];
    const tokens = ['token of unsubscribing', 'token of the link', 'code', 'state'];
    const operators = ['operator’s session', 'operator’s token', 'cookie that was set'];
    expect([...caught]).toEqual(expect.arrayContaining([...typed, ...tokens, ...operators]));
  });

  it('database errors are logged without row contents', async () => {
    const { query, engine } = app.database;
    const errors: unknown[] = [];
    if (engine === 'postgres') {
      for (const table of ['leads', 'subscriptions']) {
        // Every lead violates this constraint, and PostgreSQL's error message contains the whole row.
        await sql`alter table ${sql.table(table)} add constraint nobody check (email is null)`.execute(query);
      }
      await sql`insert into subscriptions (email, since) values (${PERSON.email}, 1)`
        .execute(query)
        .catch((error: unknown) => errors.push(error));
    } else {
      await sql`alter table subscriptions rename to gone`.execute(query);
      await sql`alter table lead_events rename to gone_too`.execute(query);
    }
    const { firstName, email, phone, message } = PERSON;
    const lead = { firstName, email, phone, customData: { message } };
    expect((await leadBrowser(app).post(lead)).status).toBe(503);
    const { pathname, search } = new URL(unsubscribeLink(app.url, email, app.secrets));
    expect((await fetch(app.url + pathname + search, { method: 'POST' })).status).toBe(503);
    expect(events('lead-not-stored')).toHaveLength(1);
    expect(events('subscription-not-changed')).toHaveLength(1);
    expect(findLeaks(lines(), { ...PERSON, token: search.slice('?t='.length) })).toEqual([]);

    // Cross-check: the same errors leak in a log that writes them unchanged.
    const naive: string[] = [];
    const safe: string[] = [];
    const plain = pino({}, { write: (line: string) => void naive.push(line) });
    const own = createLogger('info', { write: (line: string) => void safe.push(line) });
    for (const err of errors) {
      plain.error({ err });
      own.error({ err });
    }
    expect(findLeaks(naive, { email })).toHaveLength(errors.length);
    expect(findLeaks(safe, { email })).toEqual([]);
  });

  it('lead data that the CRM repeats in its errors is not logged', async () => {
    crm.faults.set({ duplicateRate: 1, unprocessableAfterWriteRate: 1, times: 8 });
    const { firstName, lastName, email, phone, message } = PERSON;
    const lead = { firstName, lastName, email, phone, customData: { message } };
    await leadBrowser(app).post(lead);
    await expect.poll(() => events('delivery-delivered').length).toBeGreaterThan(1);
    expect(findLeaks(lines(), { ...PERSON, ...settings() })).toEqual([]);
  });
});

describe('a page that fails', () => {
  it('is logged with its request id and route, and without the requested URL', async () => {
    const app = await runApp({}, (content) => ({
      ...content,
      resolve: (request) => {
        const { path } = request;
        if (!path.includes(PERSON.lastName)) return content.resolve(request);
        const cause = Object.assign(new Error(`Row of ${PERSON.email}`), { body: PERSON.message });
        return Promise.reject(Object.assign(new Error(`No "${path}"`, { cause }), { asked: path }));
      },
    }));
    const answer = await fetch(`${app.url}/${PERSON.lastName}?email=${PERSON.email}`);
    const html = await answer.text();
    expect(answer.status).toBe(500);
    const failed = app.events().find(({ event }) => event === 'request-failed');
    expect(failed).toMatchObject({
      level: 50,
      requestId: answer.headers.get('x-request-id'),
      method: 'GET',
      route: 'page',
      err: { type: 'Error', message: 'No "…"', cause: { message: 'Row of [e-mail]' } },
    });
    await expect
      .poll(() => app.events().filter(({ event }) => event === 'request'))
      .toMatchObject([{ level: 50, route: 'page', status: 500, requestId: failed?.['requestId'] }]);
    expect(findLeaks([...app.events().map((event) => JSON.stringify(event)), html], PERSON)).toEqual([]);
    await app.stop();
  });
});

it('a visitor who disconnects before the response is one line, too, and not a 200', async () => {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  const leaving = new AbortController();
  const app = await runApp({}, (content) => ({
    ...content,
    resolve: async (request) => {
      // A visitor who left before the request arrived would not be in the log.
      if (request.path === '/about') leaving.abort();
      await held;
      return content.resolve(request);
    },
  }));
  const answer = fetch(`${app.url}/about`, { signal: leaving.signal }).catch(() => 'left');
  expect(await answer).toBe('left');
  await expect
    .poll(() => app.events().filter(({ event }) => event === 'request'))
    .toMatchObject([{ status: 499, aborted: true }]);
  release();
  await app.stop();
});
