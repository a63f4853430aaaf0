import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startCrmSandbox, type CrmSandbox } from '../crm-sandbox/crm-sandbox.ts';
import { unsubscribeLink } from '../../server/leads/mail/unsubscribe-link.ts';
import { onEachEngine } from './database-engines.ts';
import { leadBrowser, storedRows } from './post-lead.ts';
import { runApp, type RunningApp } from './running-app.ts';
import { signIn } from './sign-in.ts';

onEachEngine((newDatabase) => {
  let app: RunningApp;
  let crm: CrmSandbox;
  beforeEach(async () => {
    crm = await startCrmSandbox();
    app = await runApp({ ...(await newDatabase()), ...crm.settings }, undefined, { deliver: true });
  });
  afterEach(async () => {
    await app.stop();
    await crm.stop();
  });

  const eventsOf = (requestId: string | null) =>
    app.events().filter((event) => requestId !== null && event['requestId'] === requestId);
  const named = (requestId: string | null, name: string) =>
    eventsOf(requestId).filter(({ event }) => event === name);

  const namesOf = (requestId: string) =>
    eventsOf(requestId)
      .map(({ event }) => String(event))
      .toSorted();

  it('one request id is passed from the request through the database to the deliveries, their log and the workflow', async () => {
    const browser = leadBrowser(app);
    const session = randomUUID();
    const send = (requestId: string, body: object) =>
      browser.send('POST', '/api/ghl/contact', { session, ...body }, { 'x-request-id': requestId });
    const first = await send('edge-first-step', { step: 1, email: 'ann@example.com' });
    expect(first.headers.get('x-request-id')).toBe('edge-first-step');
    await expect.poll(() => named('edge-first-step', 'delivery-delivered').length).toBe(2);
    const { contactId } = first.body;
    await send('edge-second-step', {
      step: 2,
      contactId,
      firstName: 'Ann',
      lastName: 'Lee',
      email: 'ann@example.com',
    });
    await expect.poll(() => named('edge-second-step', 'delivery-delivered').length).toBe(2);

    const { leads, submissions, deliveries } = await storedRows(app);
    expect(leads.map(({ request_id }) => request_id)).toEqual(['edge-first-step']);
    expect(submissions.map(({ step, request_id }) => [step, request_id])).toEqual([
      ['1', 'edge-first-step'],
      ['2', 'edge-second-step'],
    ]);
    expect(
      deliveries.map(({ destination, request_id }) => `${destination} ${request_id}`).toSorted(),
    ).toEqual([
      'crm edge-first-step',
      'crm edge-second-step',
      'workflow edge-first-step',
      'workflow edge-second-step',
    ]);
    for (const id of ['edge-first-step', 'edge-second-step']) {
      await expect
        .poll(() => namesOf(id))
        .toEqual(['delivery-delivered', 'delivery-delivered', 'lead-stored', 'request']);
      const about = { leadId: contactId, requestId: id };
      expect(named(id, 'lead-stored')).toMatchObject([about]);
      expect(named(id, 'request')).toMatchObject([{ route: '/api/ghl/contact', status: 200 }]);
      expect(named(id, 'delivery-delivered')).toMatchObject([about, about]);
    }
    expect(crm.state.triggerCalls.map(({ headers }) => headers['x-request-id'])).toEqual([
      'edge-first-step',
      'edge-second-step',
    ]);
  });

  it('a failed delivery is logged with the id of its request', async () => {
    crm.faults.set({ down: true });
    const { headers } = await leadBrowser(app).post({ email: 'ann@example.com' });
    const id = headers.get('x-request-id');
    expect(id).toMatch(/^[\w-]{36}$/);
    await expect.poll(() => named(id, 'delivery-failed').length).toBeGreaterThan(0);
  });

  it('leads that cannot be stored, and leads from forms without JavaScript, have request ids, too', async () => {
    const page = await (await fetch(`${app.url}/contact`)).text();
    const placement = /name="_placement" value="([^"]+)"/.exec(page)?.[1] ?? '';
    const body = new URLSearchParams({
      _placement: placement,
      firstName: 'Ann',
      lastName: 'Lee',
      email: 'ann@example.com',
      phone: '(515) 555-0123',
      message: 'Hello',
    });
    const posted = await fetch(`${app.url}/contact`, {
      method: 'POST',
      body,
      headers: { 'x-request-id': 'edge-posted-form' },
    });
    expect([posted.status, posted.headers.get('x-request-id')]).toEqual([200, 'edge-posted-form']);
    expect((await storedRows(app)).leads[0]?.request_id).toBe('edge-posted-form');

    await app.database.query.schema.alterTable('submissions').renameTo('gone').execute();
    const failed = await leadBrowser(app).post({ email: 'bob@example.com' });
    expect(failed.status).toBe(503);
    expect(named(failed.headers.get('x-request-id'), 'lead-not-stored')).toHaveLength(1);
    await app.database.query.schema.alterTable('gone').renameTo('submissions').execute();
  });

  it('an unsubscription is delivered with the id of its request', async () => {
    await leadBrowser(app).post(
      {
        form: 'market-report-form',
        step: 2,
        session: randomUUID(),
        name: 'Ann',
        email: 'ann@example.com',
        areas: 'all',
      },
      '/api/market-reports',
    );
    const delivered = () => app.events().filter(({ event }) => event === 'delivery-delivered');
    await expect.poll(() => delivered().length).toBe(2);
    const { pathname, search } = new URL(unsubscribeLink(app.url, 'ann@example.com', app.secrets));
    const id = 'edge-unsubscribes';
    await fetch(app.url + pathname + search, { method: 'POST', headers: { 'x-request-id': id } });
    await expect.poll(() => named(id, 'delivery-delivered').length).toBe(1);
    expect(named(id, 'unsubscribed')).toHaveLength(1);
  });

  it('operator actions are recorded with their request ids', async () => {
    const { body } = await leadBrowser(app).post({ email: 'ann@example.com' });
    const operator = await signIn(app);
    const resolved = await operator.send('POST', `/api/admin/leads/${String(body['contactId'])}/resolve`);
    expect(resolved.status).toBe(200);
    const audit = await app.database.query.selectFrom('audit').selectAll().orderBy('at').execute();
    expect(audit.map(({ action }) => action)).toEqual(['signed-in', 'lead-resolved']);
    expect(audit[1]?.request_id).toBe(resolved.headers.get('x-request-id'));
    expect(named(audit[0]?.request_id ?? null, 'operator-signed-in')).toHaveLength(1);
  });
});
