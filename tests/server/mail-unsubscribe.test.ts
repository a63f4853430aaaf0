import express from 'express';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openDatabase, type OpenDatabase } from '../../server/database/open-database.ts';
import { unsubscribeLink } from '../../server/leads/mail/unsubscribe-link.ts';
import { createUnsubscribeRoutes } from '../../server/pages/forms/unsubscribe-routes.ts';
import builtInSettings from '../../fixtures/site-settings.json' with { type: 'json' };
import { newDeliveryRow } from '../../server/leads/store/batch-rows.ts';
import { TEST_LIMIT } from '../setup/time-limits.ts';
import { leadOf, SETTINGS } from './mail/lead-samples.ts';
import { startMailServer } from './mail/mail-server.ts';
import { startFakeSite } from './support/fake-site.ts';
import { runApp } from './running-app.ts';
import { newMigratedDatabase } from './database-engines.ts';

const SECRETS = ['a secret of thirty-two or more characters'];
const EMAIL = 'sam.field@visitor.test';
const NOW = 1_800_000_000_000;

let folder: string;
let database: OpenDatabase;
let server: Server;
let origin: string;
let link: string;
let logged: string;

async function start(databaseUrl: string | null): Promise<void> {
  folder = await mkdtemp(path.join(tmpdir(), 'lintel-unsubscribe-'));
  database = await openDatabase({ dataDir: folder, databaseUrl }, pino({ level: 'silent' }));
  await database.query
    .insertInto('leads')
    .values(leadOf({ tags: JSON.stringify(['Website Lead', 'Market Report']) }))
    .execute();
  await database.query
    .insertInto('subscriptions')
    .values({ email: EMAIL, lead_id: 'lead-1', name: 'Sam', areas: 'all', since: 1 })
    .execute();
  logged = '';
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      logged += chunk.toString();
      done();
    },
  });
  server = createServer(
    express().use(
      createUnsubscribeRoutes({
        query: database.query,
        secrets: SECRETS,
        settings: () => SETTINGS,
        log: pino({ level: 'debug' }, sink),
        now: () => NOW,
      }),
    ),
  );
  server.keepAliveTimeout = TEST_LIMIT;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('The server has no port.');
  origin = `http://127.0.0.1:${address.port}`;
  link = unsubscribeLink(origin, 'Sam.Field@Visitor.test', SECRETS);
}

async function state() {
  const { query } = database;
  const subscription = await query.selectFrom('subscriptions').selectAll().executeTakeFirstOrThrow();
  const lead = await query.selectFrom('leads').selectAll().executeTakeFirstOrThrow();
  const deliveries = await query.selectFrom('deliveries').selectAll().orderBy('revision').execute();
  const events = await query.selectFrom('lead_events').select('kind').orderBy('at').execute();
  return { subscription, lead, deliveries, events };
}

/** Expected delivery for an address without a lead. */
const ofAddress = { destination: 'subscription', email: EMAIL, lead_id: null, state: 'waiting' };

function press(action: string): Promise<Response> {
  return fetch(link, { method: 'POST', body: new URLSearchParams({ action }) });
}

describe.each(['SQLite', 'PostgreSQL'])('on %s', (engine) => {
  beforeEach(async () => start(engine === 'PostgreSQL' ? await newMigratedDatabase() : null));
  afterEach(async () => {
    if (/sam|field|visitor/i.test(logged)) throw new Error(`The log names the visitor: ${logged}`);
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
    await database.close().catch(() => {});
    await rm(folder, { recursive: true });
  });

  test('loading the page changes nothing, however often link scanners do', async () => {
    const before = await state();
    for (const method of ['GET', 'HEAD', 'GET']) expect((await fetch(link, { method })).status).toBe(200);
    expect(await state()).toEqual(before);
  });

  test('the page asks for confirmation, masks the e-mail address, and does not leak its URL', async () => {
    const response = await fetch(link);
    const html = await response.text();
    expect(html).toContain('s•••@v•••.test');
    expect(html).not.toContain('field');
    expect(html).toContain('<button>Unsubscribe</button>');
    expect(html).toContain('noindex');
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  test('the button unsubscribes once and updates the CRM', async () => {
    const response = await press('unsubscribe');
    expect(await response.text()).toContain('You are unsubscribed');
    await press('unsubscribe');
    const { subscription, lead, deliveries, events } = await state();
    expect(subscription.unsubscribed_at).toBe(NOW);
    expect(JSON.parse(lead.tags)).toEqual(['Website Lead', 'Market Report Unsubscribed']);
    expect(lead.revision).toBe(2);
    expect(deliveries).toMatchObject([
      { destination: 'crm', revision: 2, state: 'waiting', lead_id: 'lead-1' },
    ]);
    expect(events).toEqual([{ kind: 'unsubscribed' }]);
  });

  test.each(['application/x-www-form-urlencoded', 'multipart/form-data'])(
    'a one-click request from a mail client unsubscribes, sent as %s',
    async (type) => {
      const form = new FormData();
      form.set('List-Unsubscribe', 'One-Click');
      const body = type.startsWith('multipart') ? form : new URLSearchParams('List-Unsubscribe=One-Click');
      expect((await fetch(link, { method: 'POST', body })).status).toBe(200);
      expect((await state()).subscription.unsubscribed_at).toBe(NOW);
    },
  );

  test('an unsubscription can be undone', async () => {
    await press('unsubscribe');
    expect(await (await fetch(link)).text()).toContain('<button>Subscribe again</button>');
    expect(await (await press('subscribe')).text()).toContain('You are subscribed again');
    const { subscription, lead, deliveries } = await state();
    expect(subscription.unsubscribed_at).toBeNull();
    expect(JSON.parse(lead.tags)).toEqual(['Website Lead', 'Market Report']);
    expect(deliveries.map((each) => each.revision)).toEqual([2, 3]);
  });

  test.each([
    { status: 'quarantined', rejected_at: null },
    { status: 'resolved', rejected_at: 1 },
  ] as const)(
    'for a held lead ($status), the CRM learns only that the e-mail address was unsubscribed',
    async (held) => {
      await database.query.updateTable('leads').set(held).execute();
      await press('unsubscribe');
      const { subscription, deliveries, events } = await state();
      expect(deliveries).toMatchObject([ofAddress]);
      expect(subscription.unsubscribed_at).toBe(NOW);
      expect(events).toEqual([{ kind: 'unsubscribed' }]);
    },
  );

  test('an unknown address, or one whose lead is deleted, is recorded, and the CRM is updated', async () => {
    const { query } = database;
    const left = { subscription: { email: EMAIL, unsubscribed_at: NOW }, deliveries: [ofAddress] };
    await query.deleteFrom('subscriptions').execute();
    expect((await press('unsubscribe')).status).toBe(200);
    expect(await state()).toMatchObject(left);
    for (const lead_id of ['gone', null]) {
      await query.deleteFrom('deliveries').execute();
      const subscribed = { lead_id, unsubscribed_at: null };
      await query.updateTable('subscriptions').set(subscribed).execute();
      expect((await press('unsubscribe')).status).toBe(200);
      expect(await state()).toMatchObject(left);
    }
    expect((await press('subscribe')).status).toBe(200);
    const { subscription, deliveries } = await state();
    expect(subscription.unsubscribed_at).toBeNull();
    expect(deliveries).toMatchObject([ofAddress]);
  });

  test('a forged, truncated or missing token changes nothing, and the page says whom to contact', async () => {
    const before = await state();
    const foreign = unsubscribeLink(origin, EMAIL, ['another secret of thirty-two characters']);
    const [page = ''] = link.split('?');
    for (const bad of [
      link.slice(0, -1),
      foreign,
      page,
      `${page}?t=`,
      `${page}?t=a&t=b`,
      `${page}?t=<script>`,
    ]) {
      for (const method of ['GET', 'POST']) {
        const response = await fetch(bad, { method });
        const html = await response.text();
        expect(response.status).toBe(404);
        expect(html).toContain('alex@agency.test');
        expect(html).toContain('tel:+15155550199');
        expect(html).not.toContain('<script>');
      }
    }
    expect(await state()).toEqual(before);
  });

  test('a failing database is reported, with the person to contact', async () => {
    await database.close();
    for (const method of ['GET', 'POST']) {
      const response = await fetch(link, { method });
      expect(response.status).toBe(503);
      expect(await response.text()).toContain('Nothing was changed');
    }
    expect(logged).toContain('subscription-not-changed');
  });

  test('simultaneous clicks unsubscribe only once', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => press('unsubscribe')));
    expect(answers.map((each) => each.status)).toEqual(Array(8).fill(200));
    const { lead, deliveries, events } = await state();
    expect(lead.revision).toBe(2);
    expect(deliveries).toHaveLength(1);
    expect(events).toHaveLength(1);
  });
});

test('the application serves the page with its required headers, and accepts one-click posts', async () => {
  const app = await runApp();
  try {
    const address = unsubscribeLink(app.url, EMAIL, app.secrets);
    const page = await fetch(address);
    expect(page.status).toBe(200);
    expect(page.headers.get('referrer-policy')).toBe('no-referrer');
    const body = new URLSearchParams('List-Unsubscribe=One-Click');
    expect((await fetch(address, { method: 'POST', body })).status).toBe(200);
    const kept = await app.database.query.selectFrom('subscriptions').selectAll().execute();
    expect(kept).toMatchObject([{ email: EMAIL }]);
    expect(kept[0]?.unsubscribed_at).not.toBeNull();
  } finally {
    await app.stop();
  }
});

test('while WordPress was never read, the page unsubscribes and names nobody, and a confirmation waits', async () => {
  const mail = await startMailServer();
  const wordpress = await startFakeSite();
  wordpress.settings = { agent: { ...builtInSettings.agent, name: 'Real Agent' } };
  wordpress.misbehaviour = 'down';
  const app = await runApp(
    {
      WORDPRESS_API_URL: wordpress.url,
      SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
      MAIL_FROM: 'site@agency.test',
      CONFIRMATION_EMAIL: 'true',
    },
    undefined,
    { unread: true, deliver: true },
  );
  try {
    expect(app.content.settings()).toBeNull();
    const { query } = app.database;
    await query.insertInto('leads').values(leadOf()).execute();
    const delivery = newDeliveryRow({
      lead_id: 'lead-1',
      destination: 'confirmation',
      revision: 1,
      requestId: null,
      now: 1,
    });
    await query.insertInto('deliveries').values(delivery).execute();
    const address = unsubscribeLink(app.url, EMAIL, app.secrets);
    for (const [at, status] of [
      [address, 200],
      [address.slice(0, -1), 404],
    ] as const) {
      const page = await fetch(at);
      expect(page.status).toBe(status);
      const html = await page.text();
      for (const { name } of [builtInSettings.agent, builtInSettings.brokerage, builtInSettings.site]) {
        expect(html).not.toContain(name);
      }
      expect(html).not.toContain(builtInSettings.agent.email);
    }
    expect((await fetch(address, { method: 'POST' })).status).toBe(200);
    expect(await query.selectFrom('consent_texts').selectAll().execute()).toEqual([]);
    wordpress.misbehaviour = null;
    await app.content.check();
    await expect.poll(() => mail.mails).toHaveLength(1);
    expect(mail.mails[0]).toContain('Real Agent');
    expect(mail.mails[0]).not.toContain(builtInSettings.agent.name);
  } finally {
    await app.stop();
    await wordpress.stop();
    await mail.stop();
  }
});
