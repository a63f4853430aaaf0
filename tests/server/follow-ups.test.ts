import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { SiteOverview } from '../../src/contracts/operators/site-calls.ts';
import type {
  LeadListResponse,
  LeadDetail,
  TodayData,
} from '../../src/contracts/operators/operator-leads.ts';
import { deleteExpiredRows } from '../../server/operators/accounts/delete-expired-rows.ts';
import { onEachEngine } from './database-engines.ts';
import { leadOf } from './mail/lead-samples.ts';
import { leadBrowser } from './post-lead.ts';
import { runApp, type RunningApp } from './running-app.ts';
import { signIn, type OperatorClient } from './sign-in.ts';

const HOUR = 3_600_000;
const PHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1';

onEachEngine((newDatabase) => {
  let app: RunningApp;
  let client: OperatorClient;
  // Half an hour after midnight in the site's time zone.
  let now = Date.parse('2026-11-22T06:30:00Z');
  beforeAll(async () => {
    app = await runApp({ ...(await newDatabase()), LEAD_RATE_LIMIT: '1000' }, undefined, {
      crmReady: () => true,
      now: () => now,
    });
    client = await signIn(app);
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    // Otherwise, this many leads from one address would be suspicious.
    now += HOUR;
    for (const table of [
      'leads',
      'deliveries',
      'lead_events',
      'lead_follow_ups',
      'lead_notes',
      'audit',
    ] as const)
      await app.database.query.deleteFrom(table).execute();
  });

  const send = async (body: Record<string, unknown>): Promise<string> => {
    const answer = await leadBrowser(app).post({
      session: randomUUID(),
      form: 'lead-form',
      elapsed: 60_000,
      email: `${randomUUID()}@example.com`,
      page: '/sell',
      ...body,
    });
    expect(answer.status).toBe(200);
    return String(answer.body['contactId']);
  };
  const get = async <T>(path: string): Promise<T> => (await client.fetch(`/api/admin/${path}`)).json();
  const story = (id: string) => get<LeadDetail>(`leads/${id}`);
  const post = async (path: string, body?: unknown) => {
    const answer = await client.send('POST', `/api/admin/leads/${path}`, body);
    const said: Record<string, unknown> = await answer.json();
    return { status: answer.status, ...said };
  };
  const audited = async () =>
    (await app.database.query.selectFrom('audit').select(['action', 'subject', 'detail']).execute()).filter(
      ({ action }) => action.startsWith('lead-'),
    );
  const held = (more: Record<string, unknown> = {}) => send({ website: 'spam', ...more });

  it('moves a lead from stage to stage, closes it and opens it again', async () => {
    const id = await send({ message: 'Hello' });
    expect(await story(id)).toMatchObject({ stage: 'new', reminder: null, privateNotes: [] });
    expect(await post(`${id}/stage`, { stage: 'called' })).toEqual({ status: 200, ok: true });
    expect(await post(`${id}/stage`, { stage: 'closed' })).toMatchObject({ status: 200 });
    expect(await story(id)).toMatchObject({ stage: 'closed', status: 'resolved' });
    expect(await post(`${id}/stage`, { stage: 'met' })).toMatchObject({ status: 200 });
    expect(await story(id)).toMatchObject({ stage: 'met', status: 'open' });
    // Setting the same stage again changes and records nothing.
    expect(await post(`${id}/stage`, { stage: 'met' })).toMatchObject({ status: 200 });
    expect((await audited()).map(({ action }) => action).toSorted()).toEqual([
      'lead-reopened',
      'lead-resolved',
      'lead-stage-changed',
      'lead-stage-changed',
    ]);
    expect((await story(id)).events.map(({ words }) => words)).toContain('Marked as “Met” by an operator.');
    const counts = async (query: string) => (await get<LeadListResponse>(`leads?${query}`)).total;
    expect(
      await Promise.all(['new', 'called', 'met', 'closed'].map((each) => counts(`stage=${each}`))),
    ).toEqual([0, 0, 1, 0]);
  });

  it('refuses unknown stages, held leads, and leads that do not exist', async () => {
    const id = await held();
    expect(await post(`${id}/stage`, { stage: 'called' })).toMatchObject({
      status: 409,
      error: expect.stringContaining('Release it first'),
    });
    expect(await post(`${id}/stage`, { stage: 'sold' })).toMatchObject({
      status: 422,
      error: 'Choose one of: new, called, met, closed.',
    });
    for (const [path, body] of [
      ['stage', { stage: 'met' }],
      ['notes', { text: 'x' }],
      ['reminder', { day: null }],
      ['notes/one/delete', undefined],
    ] as const) {
      expect((await post(`nobody/${path}`, body)).status).toBe(404);
    }
    expect(await audited()).toEqual([]);
  });

  it('keeps private notes, exports them, and deletes them one by one', async () => {
    const id = await send({});
    expect(await post(`${id}/notes`, { text: ' Likes\nporches\0. ' })).toMatchObject({ status: 200 });
    expect(await post(`${id}/notes`, { text: '\0 ' })).toMatchObject({ status: 422 });
    expect(await post(`${id}/notes`, { text: 'x'.repeat(4_001) })).toMatchObject({
      status: 422,
      error: expect.stringContaining('4,000'),
    });
    // A note of the maximum length is accepted, whatever its characters.
    expect(await post(`${id}/notes`, { text: '家'.repeat(4_000) })).toMatchObject({ status: 200 });
    const { privateNotes } = await story(id);
    const note = privateNotes.find(({ text }) => text.startsWith('Likes'));
    expect(note).toMatchObject({ author: client.operator.name, text: 'Likes\nporches.', at: now });
    expect(JSON.stringify(await get(`leads/${id}/export.json`))).toContain('Likes\\nporches.');
    const csv = await (await client.fetch('/api/admin/leads/export.csv')).text();
    expect(csv).toContain('Likes\nporches.');
    expect(await post(`${id}/notes/${note?.id ?? ''}/delete`)).toMatchObject({ status: 200 });
    expect(await post(`${id}/notes/${note?.id ?? ''}/delete`)).toMatchObject({ status: 404 });
    expect((await story(id)).privateNotes).toHaveLength(1);
    const log = await audited();
    expect(log.map(({ action }) => action)).toContain('lead-note-removed');
    expect(JSON.stringify(log)).not.toContain('porches');
  });

  it('shows new leads and reminders on the first screen', async () => {
    const [due, later, far] = [await send({}), await send({}), await send({})];
    await held();
    expect(await post(`${due}/reminder`, { day: '2026-11-22', about: ' Call ' })).toMatchObject({
      status: 200,
    });
    await post(`${later}/reminder`, { day: '2026-11-29' });
    await post(`${far}/reminder`, { day: '2026-11-30' });
    await post(`${far}/stage`, { stage: 'closed' });
    expect(await post(`${due}/reminder`, { day: 'tomorrow' })).toMatchObject({ status: 422 });
    const today = await get<TodayData>('today');
    expect(today).toMatchObject({ day: '2026-11-22', freshTotal: 2 });
    expect(today.fresh.map(({ id }) => id).toSorted()).toEqual([due, later].toSorted());
    expect(today.reminders.map(({ lead, day, about, due }) => [lead.id, day, about, due])).toEqual([
      [due, '2026-11-22', 'Call', true],
      [later, '2026-11-29', '', false],
    ]);
    await post(`${due}/reminder`, { day: null });
    expect((await get<TodayData>('today')).reminders.map(({ lead }) => lead.id)).toEqual([later]);
  });

  it('counts all reminders, also those that the first screen leaves out', async () => {
    const leads = Array.from({ length: 502 }, (_, index) =>
      leadOf({ id: `many-${index}`, session: `many-${index}` }),
    );
    const { query } = app.database;
    await query.insertInto('leads').values(leads).execute();
    await query
      .insertInto('lead_follow_ups')
      .values(
        leads.map(({ id }, index) => ({
          lead_id: id,
          stage: 'new',
          remind_on: index === 0 ? '2026-11-25' : '2026-11-21',
          remind_about: null,
          updated_at: now,
        })),
      )
      .execute();
    const { reminders, reminderTotal, dueTotal } = await get<TodayData>('today');
    expect([reminders.length, reminderTotal, dueTotal]).toEqual([500, 502, 501]);
  });

  it('releases several leads at once, and says which were no longer held', async () => {
    const [one, other, open] = [await held(), await held(), await send({})];
    expect(await post('release', { ids: [one, other, other, open, 'nobody'] })).toEqual({
      status: 200,
      released: 2,
      skipped: 2,
    });
    expect([await story(one), await story(other)]).toMatchObject([{ status: 'open' }, { status: 'open' }]);
    expect((await audited()).filter(({ action }) => action === 'lead-released')).toHaveLength(2);
    expect(await post('release', { ids: [] })).toMatchObject({ status: 422 });
    expect(await post('release', { ids: ['\0'] })).toMatchObject({ status: 422 });
  });

  it('deletes notes and reminders with their lead', async () => {
    const [id, kept] = [await send({}), await send({})];
    for (const each of [id, kept]) {
      await post(`${each}/notes`, { text: `About ${each}` });
      await post(`${each}/reminder`, { day: '2026-11-23', about: 'Call' });
    }
    expect((await post(`${id}/delete`)).status).toBe(200);
    const { query } = app.database;
    expect(await query.selectFrom('lead_notes').select('lead_id').execute()).toEqual([{ lead_id: kept }]);
    expect(await query.selectFrom('lead_follow_ups').select('lead_id').execute()).toEqual([
      { lead_id: kept },
    ]);
    // A server of the previous version deletes only the lead.
    await query.deleteFrom('leads').where('id', '=', kept).execute();
    expect(await deleteExpiredRows(query, now)).toBe(2n);
    expect(await query.selectFrom('lead_notes').select('lead_id').execute()).toEqual([]);
  });

  it('counts visits by page, excluding bots and prerendered pages', async () => {
    const open = (path: string, headers: Record<string, string> = {}) =>
      fetch(app.url + path, { headers: { 'user-agent': PHONE, ...headers } });
    const pages = async () => {
      await app.visits.flush();
      return (await get<SiteOverview>('overview?days=7')).pages;
    };
    // The first response is rendered, the second one comes from memory.
    for (const path of ['/sell', '/sell?utm_source=news']) expect((await open(path)).status).toBe(200);
    await open('/sell', { 'user-agent': 'Googlebot/2.1' });
    await open('/sell', { 'sec-purpose': 'prefetch;prerender' });
    expect((await open('/nothing-here')).status).toBe(404);
    await send({});
    expect(await pages()).toEqual([{ path: '/sell', visits: 2, leads: 1 }]);
    // A prerendered page counts when it is shown. Navigation within the application counts when the page's content is
    // read.
    const shown = (path: string, headers: Record<string, string> = {}) =>
      fetch(`${app.url}/api/visit`, {
        method: 'POST',
        body: path,
        headers: { 'user-agent': PHONE, 'content-type': 'text/plain', ...headers },
      });
    expect((await shown('/sell')).status).toBe(204);
    await shown('/invented');
    const foreign = await shown('/sell', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' });
    expect(foreign.status).toBe(403);
    await open('/wp-json/wp/v2/pages?path=%2Fsell');
    expect(await pages()).toEqual([{ path: '/sell', visits: 4, leads: 1 }]);
    expect((await get<SiteOverview>('overview?days=7')).visitsSince).toBe('2026-11-22');
  });

  it('keeps the counted visits when they cannot be stored', async () => {
    await app.database.query.deleteFrom('page_visits').execute();
    const { visits } = app;
    visits.count('/buy', { method: 'GET', headers: { 'user-agent': PHONE } });
    await app.database.query.schema.alterTable('page_visits').renameTo('gone').execute();
    await visits.flush();
    await app.database.query.schema.alterTable('gone').renameTo('page_visits').execute();
    expect(app.events()).toContainEqual(expect.objectContaining({ event: 'visits-not-stored' }));
    await visits.flush();
    expect(await app.database.query.selectFrom('page_visits').selectAll().execute()).toEqual([
      { day: '2026-11-22', path: '/buy', visits: 1 },
    ]);
  });
});
