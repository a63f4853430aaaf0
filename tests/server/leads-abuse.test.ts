import { randomUUID } from 'node:crypto';
import { afterEach, expect, it } from 'vitest';
import { onEachEngine } from './database-engines.ts';
import { releaseLead, resolveLead } from '../../server/leads/manage/change-lead.ts';
import { leadBrowser, storedRows } from './post-lead.ts';
import { runApp, type RunningApp } from './running-app.ts';

const PATH = '/api/ghl/contact';

onEachEngine((newDatabase) => {
  const apps: RunningApp[] = [];
  const open = async (settings: Record<string, string> = {}, now?: () => number) => {
    const app = await runApp({ ...(await newDatabase()), ...settings }, undefined, now ? { now } : {});
    apps.push(app);
    return app;
  };
  afterEach(async () => {
    for (const app of apps.splice(0)) await app.stop();
  });

  it('posts from another site’s page are refused; those from our own page or without an origin are not', async () => {
    const app = await open({ PUBLIC_URL: 'https://www.example.com' });
    const status = async (headers: Record<string, string>) => {
      const lead = { email: 'ann@example.com', session: randomUUID() };
      return (await leadBrowser(app).send('POST', PATH, lead, headers)).status;
    };
    expect(await status({})).toBe(200);
    expect(await status({ origin: 'https://www.example.com' })).toBe(200);
    expect(await status({ origin: 'https://evil.example' })).toBe(403);
    // The requested host is not trusted, because the sender controls the `Host` header.
    expect(await status({ origin: app.url })).toBe(403);
    expect(await status({ origin: 'http://www.example.com' })).toBe(403);
    expect(await status({ origin: 'https://www.example.com.evil.example' })).toBe(403);
    expect(await status({ origin: 'null' })).toBe(403);
    expect((await storedRows(app)).leads).toHaveLength(2);
  });

  it('behind a proxy, the public host counts', async () => {
    const app = await open({ TRUST_PROXY: '1' });
    const headers = {
      origin: 'https://homes.example',
      'x-forwarded-host': 'homes.example',
      'x-forwarded-proto': 'https',
    };
    const answer = await leadBrowser(app).send('POST', PATH, { email: 'ann@example.com' }, headers);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('set-cookie')).toMatch(/^__Host-visitor=.*Secure/);
  });

  it('too many posts from one IP address are refused for a while, with a message', async () => {
    const app = await open({ LEAD_RATE_LIMIT: '3' });
    const body = { email: 'ann@example.com', session: randomUUID() };
    for (let at = 0; at < 3; at += 1) expect((await leadBrowser(app).post(body)).status).toBe(200);
    const refused = await leadBrowser(app).post(body);
    expect(refused).toMatchObject({
      status: 429,
      body: { success: false, error: expect.stringContaining('Please try again in 10 minutes') },
    });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(500);
  });

  it('leads that look automated are stored and held, and the sender gets a normal response', async () => {
    const app = await open();
    const answers = [
      await leadBrowser(app).post({ email: 'a@example.com', website: 'https://spam.example' }),
      await leadBrowser(app).post({ email: 'b@example.com', elapsed: 1999 }),
      await leadBrowser(app).post({ email: 'c@example.com', elapsed: 2000, website: '' }),
    ];
    expect(answers.map(({ status, body }) => [status, body['success']])).toEqual([
      [200, true],
      [200, true],
      [200, true],
    ]);
    const { leads, deliveries, events } = await storedRows(app);
    expect(leads.map(({ status, suspicions }) => [status, suspicions])).toEqual([
      ['quarantined', '["honeypot"]'],
      ['quarantined', '["too-fast"]'],
      ['open', null],
    ]);
    expect(leads.map(({ id }) => deliveries.find(({ lead_id }) => lead_id === id)?.state)).toEqual([
      'held',
      'held',
      'waiting',
    ]);
    expect(events.filter(({ kind }) => kind === 'quarantined')).toHaveLength(2);
  });

  it('a held lead stays held, and one that becomes suspicious is held with its pending deliveries', async () => {
    const app = await open();
    const browser = leadBrowser(app);
    const [held, later] = [randomUUID(), randomUUID()];
    await browser.post({ session: held, email: 'a@example.com', website: 'x' });
    await browser.post({ session: held, step: 2, firstName: 'Ann' });
    await browser.post({ session: later, email: 'b@example.com' });
    await browser.post({ session: later, step: 2, firstName: 'Bob', website: 'x' });
    const { leads, deliveries } = await storedRows(app);
    expect(leads.map(({ status, first_name }) => [status, first_name])).toEqual([
      ['quarantined', 'Ann'],
      ['quarantined', 'Bob'],
    ]);
    expect(deliveries.map(({ state }) => state)).toEqual(['held', 'held', 'held', 'held']);
  });

  it('a suspicious subscription takes effect only after its release', async () => {
    const app = await open();
    const { database } = app;
    const report = { form: 'market-report-form', step: 2, name: 'Ann Lee', areas: 'all', website: 'x' };
    for (const email of ['spam@example.com', 'Person@example.com']) {
      await leadBrowser(app).post({ ...report, session: randomUUID(), email }, '/api/market-reports');
    }
    const { leads, subscriptions } = await storedRows(app);
    expect(leads).toMatchObject([{ status: 'quarantined' }, { status: 'quarantined' }]);
    expect(subscriptions).toEqual([]);
    const byEmail = (email: string) => leads.find((lead) => lead.email === email)?.id ?? '';
    expect(await resolveLead(database, byEmail('spam@example.com'), app.now())).toBe(true);
    expect(await releaseLead(database, byEmail('Person@example.com'), app.now())).toBe(true);
    expect((await storedRows(app)).subscriptions).toMatchObject([
      { email: 'person@example.com', lead_id: byEmail('Person@example.com'), unsubscribed_at: null },
    ]);
  });

  it('resolving a held lead also cancels deliveries that needed an operator before', async () => {
    const app = await open();
    const { query } = app.database;
    const browser = leadBrowser(app);
    const session = randomUUID();
    const { body } = await browser.post({ session, email: 'a@example.com' });
    await query.updateTable('deliveries').set({ state: 'attention' }).execute();
    await browser.post({ session, step: 2, firstName: 'Spam', website: 'x' });
    expect((await storedRows(app)).deliveries.map(({ state }) => state)).toEqual(['attention', 'held']);
    expect(await resolveLead(app.database, String(body['contactId']), app.now())).toBe(true);
    expect((await storedRows(app)).deliveries.map(({ state }) => state)).toEqual(['cancelled', 'cancelled']);
  });

  it.each([
    ['with the same suspicion', { website: 'x' }],
    ['with another suspicion', { elapsed: 1 }],
    ['without a suspicion', {}],
  ])('a lead that was resolved while held is held again by a submission %s', async (_how, more) => {
    const app = await open();
    const { database } = app;
    const browser = leadBrowser(app);
    const session = randomUUID();
    const first = { form: 'market-report-form', session, email: 'a@example.com', website: 'x' };
    const { body } = await browser.post(first);
    const id = String(body['contactId']);
    expect(await resolveLead(database, id, app.now())).toBe(true);
    const second = { ...first, website: '', step: 2, name: 'Ann Lee', areas: 'all', ...more };
    await browser.post(second, '/api/market-reports');
    const after = await storedRows(app);
    expect(after.leads).toMatchObject([{ status: 'quarantined', first_name: 'Ann', revision: 2 }]);
    expect(after.deliveries.map(({ state }) => state)).toEqual(['cancelled', 'held']);
    expect(after.subscriptions).toEqual([]);
    expect(after.events.filter(({ kind }) => kind === 'quarantined')).toHaveLength(2);

    // After its release, the lead counts as trusted.
    expect(await releaseLead(database, id, app.now())).toBe(true);
    await browser.post({ ...second, name: 'Ann Field', website: '', elapsed: 9000 }, '/api/market-reports');
    const trusted = await storedRows(app);
    expect(trusted.leads).toMatchObject([{ status: 'open', last_name: 'Field' }]);
    expect(trusted.deliveries.map(({ state }) => state)).toEqual(['cancelled', 'waiting', 'waiting']);
    expect(trusted.subscriptions).toMatchObject([{ lead_id: id }]);
  });

  it('more than ten forms from one IP address in ten minutes are held from the eleventh', async () => {
    let now = Date.UTC(2026, 5, 1);
    const app = await open({}, () => now);
    const browser = leadBrowser(app);
    for (let at = 1; at <= 12; at += 1) {
      await browser.post({ session: randomUUID(), email: `visitor${at}@example.com` });
      now += 1000;
    }
    const states = (await storedRows(app)).leads.map(({ status }) => status);
    expect(states).toEqual([...Array.from({ length: 10 }, () => 'open'), 'quarantined', 'quarantined']);
    now += 11 * 60_000;
    await browser.post({ session: randomUUID(), email: 'later@example.com' });
    expect((await storedRows(app)).leads.at(-1)?.status).toBe('open');
  });

  it('one number in more than five forms within an hour is held from the sixth, however it is written', async () => {
    const app = await open({ LEAD_RATE_LIMIT: '1000' });
    const written = [
      '5155550123',
      '(515) 555-0123',
      '+1 515 555 0123',
      '515.555.0123',
      '1-515-555-0123',
      '515 555 0123',
    ];
    for (const phone of written) await leadBrowser(app).post({ session: randomUUID(), phone });
    const { leads } = await storedRows(app);
    expect(leads.map(({ status }) => status)).toEqual([
      'open',
      'open',
      'open',
      'open',
      'open',
      'quarantined',
    ]);
    expect(leads.at(-1)?.suspicions).toBe('["contact-in-many-forms"]');
  });
});
