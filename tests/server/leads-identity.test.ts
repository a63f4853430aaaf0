import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { onEachEngine } from './database-engines.ts';
import { leadBrowser, storedRows } from './post-lead.ts';
import { runApp, type RunningApp } from './running-app.ts';

const HOUR = 60 * 60_000;

onEachEngine((newDatabase) => {
  let app: RunningApp;
  let settings: Record<string, string>;
  let now: number;
  let ready: boolean;
  let woken: number;
  const options = { now: () => now, crmReady: () => ready, wake: () => (woken += 1) };

  beforeEach(async () => {
    now = Date.UTC(2026, 5, 1, 12);
    ready = true;
    woken = 0;
    settings = { ...(await newDatabase()), LEAD_RATE_LIMIT: '100000' };
    app = await runApp(settings, undefined, options);
  });
  afterEach(() => app.stop());

  const stepOne = (session: string) => ({
    form: 'lead-form',
    step: 1,
    session,
    page: '/buy',
    source: 'Buy Page',
    tags: ['Website Lead', 'Buyer'],
    email: 'ann@example.com',
  });
  const stepTwo = (session: string, contactId: unknown) => ({
    form: 'lead-form',
    step: 2,
    session,
    contactId,
    firstName: 'Ann',
    lastName: 'Lee',
    phone: '515-555-0123',
    source: 'Buy Page (/buy)',
    tags: ['Website Lead', 'Buyer', '/buy'],
    customData: { message: 'Hello', referralSource: 'Google' },
  });

  it('both steps are one lead, and the first values stay', async () => {
    const session = randomUUID();
    const browser = leadBrowser(app);
    const first = await browser.post(stepOne(session));
    now += 60_000;
    const second = await browser.post(stepTwo(session, first.body['contactId']));
    expect(second.body['contactId']).toBe(first.body['contactId']);
    const { leads, submissions, deliveries, events } = await storedRows(app);
    expect(leads).toMatchObject([
      {
        session,
        form: 'lead-form',
        email: 'ann@example.com',
        phone: '515-555-0123',
        first_name: 'Ann',
        referral_source: 'Google',
        contact_method: 'email',
        source: 'Buy Page (/buy)',
        tags: '["Website Lead","Buyer","/buy","Buy Page","buying"]',
        progress: 'details',
        revision: 2,
        created_at: now - 60_000,
        updated_at: now,
      },
    ]);
    expect(submissions.map(({ step }) => step)).toEqual(['1', '2']);
    expect(deliveries.map(({ revision, state, destination }) => [revision, state, destination])).toEqual([
      [1, 'waiting', 'crm'],
      [2, 'waiting', 'crm'],
    ]);
    expect(events.map(({ kind }) => kind)).toEqual(['received', 'changed']);
    expect(woken).toBe(2);
  });

  describe('a repeated submission', () => {
    it('is one lead with one response, even twenty times at once', async () => {
      for (const body of [stepOne(randomUUID()), { email: 'bob@example.com', tags: ['x'] }]) {
        const answers = await Promise.all(Array.from({ length: 20 }, () => leadBrowser(app).post(body)));
        expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1);
        expect(new Set(answers.map(({ headers }) => headers.get('set-cookie')?.split(';')[0])).size).toBe(1);
      }
      const { leads, submissions, deliveries } = await storedRows(app);
      expect([leads.length, submissions.length, deliveries.length]).toEqual([2, 2, 2]);
    });

    it('gets the same contact id and cookie after a lost response', async () => {
      const session = randomUUID();
      const first = await leadBrowser(app).post(stepOne(session));
      const again = leadBrowser(app);
      const second = await again.post(stepOne(session));
      expect(second.body).toEqual(first.body);
      expect((await again.put(String(second.body['contactId']), { firstName: 'Ann' })).status).toBe(200);
    });

    it('is recognized later, with another elapsed time', async () => {
      for (const body of [stepOne(randomUUID()), { email: 'bob@example.com', tags: ['x'] }]) {
        const first = await leadBrowser(app).post({ ...body, elapsed: 4000 });
        for (const sent of [{ elapsed: 9000 }, {}, { elapsed: 1 }]) {
          now += 1000;
          const again = await leadBrowser(app).post({ ...body, ...sent });
          expect(again.body).toEqual(first.body);
        }
      }
      const { leads, submissions, deliveries } = await storedRows(app);
      expect([leads.length, submissions.length, deliveries.length]).toEqual([2, 2, 2]);
      // A second click is not suspiciously fast. Only the elapsed time of the first submission counts.
      expect(leads.map(({ status }) => status)).toEqual(['open', 'open']);
    });

    it('without a session is recognized for ten minutes, even across a window boundary', async () => {
      const body = { email: 'ann@example.com', tags: [] };
      now = Math.ceil(now / 600_000) * 600_000 - 1;
      const first = await leadBrowser(app).post(body);
      now += 2;
      const second = await leadBrowser(app).post(body);
      expect(second.body).toEqual(first.body);
      now += 3 * 600_000;
      const third = await leadBrowser(app).post(body);
      expect(third.body['contactId']).not.toBe(first.body['contactId']);
      const other = await leadBrowser(app, 'Another browser').post(body);
      expect(other.body['contactId']).not.toBe(third.body['contactId']);
    });

    it('is recognized even after its day is over', async () => {
      const session = randomUUID();
      const first = await leadBrowser(app).post(stepOne(session));
      now += 48 * HOUR;
      expect((await leadBrowser(app).post(stepOne(session))).body).toEqual(first.body);
    });
  });

  describe('a correction', () => {
    it('updates the lead, keeps the contact id, and is delivered', async () => {
      const session = randomUUID();
      const browser = leadBrowser(app);
      const first = await browser.post(stepOne(session));
      await app.database.query.updateTable('deliveries').set({ state: 'delivered' }).execute();
      const second = await browser.post({ ...stepOne(session), email: 'anne@example.com' });
      expect(second.body['contactId']).toBe(first.body['contactId']);
      const { leads, deliveries } = await storedRows(app);
      expect(leads).toMatchObject([{ email: 'anne@example.com', revision: 2 }]);
      expect(deliveries.map(({ state }) => state)).toEqual(['delivered', 'waiting']);
    });

    it('back to the original value counts, too', async () => {
      const session = randomUUID();
      const browser = leadBrowser(app);
      for (const email of ['a@example.com', 'b@example.com', 'a@example.com', 'a@example.com']) {
        expect((await browser.post({ ...stepOne(session), email })).status).toBe(200);
      }
      const { leads, submissions } = await storedRows(app);
      expect(leads).toMatchObject([{ email: 'a@example.com', revision: 3 }]);
      expect(submissions).toHaveLength(3);
    });
  });

  describe('who may change a lead', () => {
    it('the browser with the cookie and the contact id', async () => {
      const browser = leadBrowser(app);
      const { body } = await browser.post({ email: 'ann@example.com' });
      expect((await browser.put(String(body['contactId']), { firstName: 'Ann' })).status).toBe(200);
      expect((await storedRows(app)).leads).toMatchObject([{ first_name: 'Ann', revision: 2 }]);
    });

    it('nobody with another cookie or none, even with the contact id', async () => {
      const { body } = await leadBrowser(app).post({ email: 'ann@example.com' });
      const stranger = leadBrowser(app, 'Stranger');
      for (const step of ['without a cookie', 'with a cookie of their own']) {
        const answer = await stranger.put(String(body['contactId']), { email: 'evil@example.com' });
        expect([step, answer.status, answer.body]).toEqual([
          step,
          410,
          {
            success: false,
            error: 'Missing contact information. Please try again.',
            message: 'Missing contact information. Please try again.',
            restart: true,
          },
        ]);
        await stranger.post({ email: 'stranger@example.com' });
      }
      expect((await storedRows(app)).leads.map(({ email }) => email)).toEqual([
        'ann@example.com',
        'stranger@example.com',
      ]);
    });

    it('nobody with a CRM id or an id that was never issued', async () => {
      const browser = leadBrowser(app);
      await browser.post({ email: 'ann@example.com' });
      await app.database.query.updateTable('leads').set({ crm_contact_id: 'crmContact1234567890' }).execute();
      for (const id of ['crmContact1234567890', 'local_AAAAAAAAAAAAAAAAAAAAAA', '%00', "'%20or%201=1"]) {
        expect((await browser.put(id, { email: 'evil@example.com' })).status).toBe(410);
      }
      expect((await storedRows(app)).leads).toMatchObject([{ email: 'ann@example.com', revision: 1 }]);
    });

    it('nobody after 24 hours', async () => {
      const session = randomUUID();
      const browser = leadBrowser(app);
      const { body } = await browser.post(stepOne(session));
      now += 24 * HOUR - 1;
      expect((await browser.post(stepTwo(session, body['contactId']))).status).toBe(200);
      now += 1;
      const late = { ...stepTwo(session, body['contactId']), firstName: 'Late' };
      expect(await browser.post(late)).toMatchObject({ status: 410, body: { restart: true } });
      expect((await storedRows(app)).leads).toMatchObject([{ first_name: 'Ann' }]);
    });

    it('but new values in an old session are a new lead, once', async () => {
      const session = randomUUID();
      const browser = leadBrowser(app);
      const { body } = await browser.post(stepOne(session));
      now += 25 * HOUR;
      const late = await browser.post({ ...stepOne(session), email: 'late@example.com' });
      const again = await browser.post({ ...stepOne(session), email: 'late@example.com' });
      expect(late.status).toBe(200);
      expect(late.body['contactId']).not.toBe(body['contactId']);
      expect(again.body).toEqual(late.body);
    });

    it.each([true, false])('all posts of an old session are one new lead, cookies: %s', async (cookies) => {
      const session = randomUUID();
      const form = 'market-report-form';
      const shared = leadBrowser(app);
      const browser = () => (cookies ? shared : leadBrowser(app));
      const first = await browser().post({ form, step: 1, session, email: 'ann@example.com' });
      now += 25 * HOUR;
      const { contactId } = first.body;
      const subscription = {
        form,
        step: 2,
        session,
        name: 'Ann Lee',
        email: 'ann@example.com',
        areas: 'all',
      };
      const path = '/api/market-reports';
      expect((await browser().post({ ...subscription, contactId }, path)).status).toBe(410);
      const anew = await browser().post(subscription, path);
      const update = { form, step: 2, session, firstName: 'Ann', email: 'ann@example.com', tags: ['Late'] };
      expect((await browser().put(String(contactId), { ...update, contactId })).status).toBe(410);
      now += 25 * HOUR;
      const details = await browser().post(update);
      expect(details.body['contactId']).toBe(anew.body['contactId']);
      expect((await storedRows(app)).leads.map(({ tags }) => tags.includes('Late'))).toEqual([false, true]);
    });

    it('a late repeat of a stored post is accepted, because its response was lost', async () => {
      const session = randomUUID();
      const form = 'market-report-form';
      const browser = leadBrowser(app);
      const { body } = await browser.post({ form, step: 1, session, email: 'ann@example.com', tags: ['a'] });
      const { contactId } = body;
      const subscription = {
        form,
        step: 2,
        session,
        name: 'Ann Lee',
        email: 'ann@example.com',
        areas: 'all',
      };
      await browser.post({ ...subscription, contactId }, '/api/market-reports');
      now += 25 * HOUR;
      expect((await browser.post({ ...subscription, contactId }, '/api/market-reports')).status).toBe(200);
      const update = {
        form,
        step: 2,
        session,
        contactId,
        firstName: 'Ann',
        lastName: 'Lee',
        email: 'ann@example.com',
        tags: ['a'],
        addTags: true,
        customData: { area_of_interest: 'all' },
      };
      const late = await browser.put(String(contactId), update);
      expect(late).toMatchObject({ status: 200, body: { contactId } });
      expect((await browser.put(String(contactId), { ...update, firstName: 'Eve' })).status).toBe(410);
      const { leads, deliveries } = await storedRows(app);
      expect(leads).toMatchObject([{ first_name: 'Ann', revision: 2 }]);
      expect(deliveries).toHaveLength(2);
    });

    it('step 2 without a contact id and contact details is sent back to step 1', async () => {
      const details = {
        form: 'lead-form',
        step: 2,
        session: randomUUID(),
        firstName: 'Ann',
        lastName: 'Lee',
      };
      expect(await leadBrowser(app).post(details)).toMatchObject({ status: 410, body: { restart: true } });
      expect((await storedRows(app)).leads).toEqual([]);
    });
  });

  describe('without a CRM', () => {
    it('contact ids start with local_, responses say so, and neither affects the lead', async () => {
      ready = false;
      const session = randomUUID();
      const browser = leadBrowser(app);
      const first = await browser.post(stepOne(session));
      expect(first.body).toMatchObject({
        success: true,
        contactId: expect.stringMatching(/^local_[\w-]{31}$/),
        isLocalOnly: true,
        apiMessage: expect.stringContaining('as soon as the connection is restored'),
      });
      ready = true;
      const second = await browser.post(stepTwo(session, first.body['contactId']));
      expect(second.body).toMatchObject({ contactId: first.body['contactId'], isLocalOnly: false });
      expect(second.body).not.toHaveProperty('apiMessage');
      expect((await storedRows(app)).deliveries.map(({ state }) => state)).toEqual(['waiting', 'waiting']);
    });
  });

  it('a lead goes to all configured destinations, and the visitor gets one confirmation', async () => {
    const busy = await runApp(
      {
        ...(await newDatabase()),
        GHL_INBOUND_WEBHOOK_URL: 'https://example.com/hook',
        SMTP_URL: 'smtp://127.0.0.1:1',
        CONFIRMATION_EMAIL: 'true',
      },
      undefined,
      options,
    );
    const session = randomUUID();
    const browser = leadBrowser(busy);
    await browser.post({ ...stepOne(session), email: undefined, phone: '5155550123' });
    await browser.post({ ...stepTwo(session, undefined), email: 'ann@example.com' });
    await browser.post({ ...stepTwo(session, undefined), email: 'anne@example.com' });
    const { deliveries } = await storedRows(busy);
    expect(deliveries.map(({ revision, destination }) => `${revision} ${destination}`)).toEqual([
      '1 alert',
      '1 crm',
      '1 workflow',
      '2 alert',
      '2 confirmation',
      '2 crm',
      '2 workflow',
      '3 alert',
      '3 crm',
      '3 workflow',
    ]);
    await busy.stop();
  });

  it('servers on one database that receive the same post at once store one lead', async () => {
    const dataDir = settings['DATABASE_URL'] ? {} : { DATA_DIR: app.config.dataDir };
    const other = await runApp({ ...settings, ...dataDir }, undefined, options);
    for (let round = 0; round < 10; round += 1) {
      const session = randomUUID();
      const answers = await Promise.all(
        Array.from({ length: 16 }, async (_, at) => {
          await delay(at % 3);
          return leadBrowser(at % 2 === 0 ? app : other).post(stepOne(session));
        }),
      );
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
      expect(new Set(answers.map(({ body }) => body['contactId'])).size).toBe(1);
      // Both servers receive both steps and a correction at the same time.
      const changes = await Promise.all(
        Array.from({ length: 8 }, (_, at) =>
          leadBrowser(at % 2 === 0 ? app : other).post({
            ...stepTwo(session, undefined),
            lastName: `Lee ${at % 4}`,
          }),
        ),
      );
      expect(changes.map(({ status }) => status)).toEqual(changes.map(() => 200));
    }
    const { leads, submissions, deliveries } = await storedRows(app);
    expect(leads).toHaveLength(10);
    for (const { id, revision } of leads) {
      const own = deliveries.filter(({ lead_id }) => lead_id === id);
      expect(own.map((each) => each.revision)).toEqual(own.map((_, at) => at + 1));
      expect(own).toHaveLength(revision);
      expect(submissions.filter(({ lead_id, step }) => lead_id === id && step === '1')).toHaveLength(1);
    }
    await other.stop();
  });
});
