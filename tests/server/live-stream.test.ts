import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabase } from '../../server/database/open-database.ts';
import { startSite } from '../browser/support/start-site.ts';
import { onEachEngine } from './database-engines.ts';
import { openLive, type LiveClient } from './live-client.ts';
import { leadBrowser } from './post-lead.ts';
import { runApp, type RunningApp } from './running-app.ts';
import { signIn } from './sign-in.ts';
import { runWebhookApp } from './webhook-app.ts';

onEachEngine((newDatabase) => {
  let environment: Record<string, string>;
  const apps: RunningApp[] = [];
  const clients: LiveClient[] = [];
  beforeEach(async () => {
    environment = await newDatabase();
    await run();
  });
  afterEach(async () => {
    for (const client of clients.splice(0)) client.close();
    for (const app of apps.splice(0).toReversed()) await app.stop();
  });

  async function run(): Promise<RunningApp> {
    const [first] = apps;
    const folder = first && !environment['DATABASE_URL'] ? { DATA_DIR: first.config.dataDir } : {};
    const app = await runApp({ ...environment, ...folder });
    apps.push(app);
    return app;
  }
  async function open(app: RunningApp, cookie: string, lastId?: string): Promise<LiveClient> {
    const client = await openLive(app.url, cookie, lastId);
    clients.push(client);
    return client;
  }
  async function leave(app: RunningApp): Promise<string> {
    const email = `${randomUUID()}@example.com`;
    const { body } = await leadBrowser(app).post({ session: randomUUID(), email, tags: [] });
    return String(body['contactId']);
  }
  const isLead = (id: string) => (event: { kind: string; leadId?: string | null }) =>
    event.kind === 'lead' && event.leadId === id;

  test('without a session there is no stream', async () => {
    const [app] = apps;
    const answer = await fetch(`${app?.url}/api/admin/live`);
    expect([answer.status, await answer.json()]).toEqual([401, { error: 'Sign in first.' }]);
  });

  test('a lead stored by another server arrives, with headers that prevent buffering', async () => {
    const [here] = apps;
    if (!here) throw new Error('No server runs.');
    const there = await run();
    const earlier = await leave(here);
    await here.database.query
      .updateTable('lead_events')
      .set((row) => ({ at: row('at', '-', 2000) }))
      .execute();
    const operator = await signIn(here);
    const live = await open(here, operator.cookie);
    expect(live.status).toBe(200);
    expect(live.headers.get('content-type')).toContain('text/event-stream');
    expect(live.headers.get('cache-control')).toBe('no-store, no-transform');
    expect(live.headers.get('x-accel-buffering')).toBe('no');
    const ids = [await leave(there), await leave(here)];
    for (const id of ids) {
      expect(await live.next(isLead(id))).toEqual({ kind: 'lead', leadId: id, at: expect.any(Number) });
    }
    // Colleagues do not go on seeing a deleted lead.
    const gone = await leave(there);
    await live.next(isLead(gone));
    const { length } = live.events;
    const path = `/api/admin/leads/${gone}/delete`;
    await expect.poll(async () => (await operator.send('POST', path)).status).toBe(200);
    await expect.poll(() => live.events.slice(length).some(({ event }) => isLead(gone)(event))).toBe(true);
    // Leads from before the connection are not sent, and each new lead is sent only once.
    const last = await leave(there);
    await live.next(isLead(last));
    expect(live.events.some(({ event }) => isLead(earlier)(event))).toBe(false);
    expect(live.events.filter(({ event }) => isLead(ids[0] ?? '')(event))).toHaveLength(1);
    expect(new Set(live.events.map(({ id }) => id)).size).toBe(live.events.length);
    const line = JSON.stringify(live.events);
    expect(line).not.toContain('@example.com');
  });

  test('events from during a disconnect arrive afterwards, from any server', async () => {
    const [here] = apps;
    if (!here) throw new Error('No server runs.');
    const operator = await signIn(here);
    const before = await open(here, operator.cookie);
    const seen = await leave(here);
    await before.next(isLead(seen));
    const lastId = before.events.at(-1)?.id ?? '';
    before.close();
    const missed = [await leave(here), await leave(here)];
    const there = await run();
    const after = await open(there, operator.cookie, lastId);
    for (const id of missed) await after.next(isLead(id));
    const strange = await open(there, operator.cookie, 'no id of ours');
    expect(strange.status).toBe(200);
  });

  test('signing out ends the stream on every server, and it cannot be opened again', async () => {
    const [here] = apps;
    if (!here) throw new Error('No server runs.');
    const there = await run();
    const operator = await signIn(here);
    const other = await signIn(here, 'second@example.com');
    const streams = [await open(here, operator.cookie), await open(there, operator.cookie)];
    const stays = await open(there, other.cookie);
    expect((await operator.send('POST', '/api/operators/sign-out')).status).toBe(200);
    await Promise.all(streams.map((stream) => stream.ended()));
    expect((await open(there, operator.cookie)).status).toBe(401);
    const id = await leave(here);
    await stays.next(isLead(id));
    // Deleting an operator's account ends their streams, too.
    await here.database.query.deleteFrom('operators').where('email', '=', 'second@example.com').execute();
    await stays.ended();
  });

  test('a stopping server ends its streams', async () => {
    const [here] = apps;
    if (!here) throw new Error('No server runs.');
    const there = await run();
    const operator = await signIn(here);
    const live = await open(there, operator.cookie);
    await live.next(isLead(await leave(here)));
    there.live.close();
    await live.ended();
    const late = await open(there, operator.cookie);
    expect(late.status).toBe(200);
    await late.ended();
  });
});

test('delivery events and CRM events arrive, too', async () => {
  const site = await runWebhookApp({}, undefined, {});
  try {
    const operator = await signIn(site.app);
    const live = await openLive(site.app.url, operator.cookie);
    expect(await site.send('ContactCreate')).toBe(200);
    const event = await live.next(({ kind }) => kind === 'crm-event');
    expect(event).toEqual({
      kind: 'crm-event',
      id: expect.any(String),
      type: 'ContactCreate',
      leadId: null,
      at: site.clock.now,
    });
    const detail = JSON.stringify({ delivery: 'd', destination: 'crm', revision: 1 });
    await site.app.database.query
      .insertInto('lead_events')
      .values({ id: 'e1', lead_id: 'l1', at: site.clock.now, kind: 'delivery-attention', detail })
      .execute();
    expect(await live.next(({ kind }) => kind === 'delivery')).toEqual({
      kind: 'delivery',
      leadId: 'l1',
      destination: 'crm',
      state: 'attention',
      at: site.clock.now,
    });
    live.close();
  } finally {
    await site.stop();
  }
});

test('a server that receives a stop signal ends its streams and exits', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'lintel-live-'));
  const site = await startSite({ DATA_DIR: folder });
  const log = pino({ level: 'silent' });
  const database = await openDatabase({ dataDir: folder, databaseUrl: null }, log);
  const operator = await signIn({ url: site.url, database });
  await database.close();
  const live = await openLive(site.url, operator.cookie);
  expect(live.status).toBe(200);
  await Promise.all([site.stop(), live.ended()]);
  await rm(folder, { recursive: true });
});
