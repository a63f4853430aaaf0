import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type {
  LeadCounts,
  LeadDeletion,
  LeadListResponse,
  LeadDetail,
} from '../../src/contracts/operators/operator-leads.ts';
import { consentVersion } from '../../src/contracts/leads/consent.ts';
import { newDeliveryRow } from '../../server/leads/store/batch-rows.ts';
import { changeSubscription } from '../../server/leads/store/subscriptions.ts';
import { leadCsvColumns } from '../../server/operators/inbox/export-leads.ts';
import { onEachEngine } from './database-engines.ts';
import { leadBrowser, storedRows } from './post-lead.ts';
import { runApp, type RunningApp } from './running-app.ts';
import { signIn, type OperatorClient } from './sign-in.ts';

const HOUR = 3_600_000;
const TABLES = [
  'leads',
  'submissions',
  'consents',
  'subscriptions',
  'deliveries',
  'lead_events',
  'crm_events',
  'audit',
  'lead_follow_ups',
  'lead_notes',
] as const;

onEachEngine((newDatabase) => {
  let app: RunningApp;
  let client: OperatorClient;
  let now = Date.now();
  beforeAll(async () => {
    app = await runApp({ ...(await newDatabase()), LEAD_RATE_LIMIT: '10000' }, undefined, {
      crmReady: () => true,
      now: () => now,
    });
    client = await signIn(app);
  });
  afterAll(() => app.stop());

  /** Deletes all leads, signs in again, and moves the clock past the rate limits. */
  const anew = async () => {
    now += HOUR + 1;
    for (const table of TABLES) await app.database.query.deleteFrom(table).execute();
    client = await signIn(app);
  };

  /** Submits a lead as a visitor's browser does, and returns its id. */
  const send = async (body: Record<string, unknown>, path?: string): Promise<string> => {
    const answer = await leadBrowser(app).post({ session: randomUUID(), elapsed: 60_000, ...body }, path);
    expect([answer.status, answer.body]).toMatchObject([200, {}]);
    return String(answer.body['contactId']);
  };
  const list = async (query = ''): Promise<LeadListResponse> => {
    const answer = await client.fetch(`/api/admin/leads?${query}`);
    expect(answer.status).toBe(200);
    return answer.json();
  };
  const readCounts = async (): Promise<LeadCounts> => (await client.fetch('/api/admin/leads/counts')).json();
  const names = async (query: string) =>
    (await list(query)).rows.map((row) => row.name ?? row.email ?? row.phone);
  const story = async (id: string): Promise<LeadDetail> => {
    const answer = await client.fetch(`/api/admin/leads/${id}`);
    expect(answer.status).toBe(200);
    return answer.json();
  };
  const post = async (path: string) => {
    const answer = await client.send('POST', `/api/admin/${path}`, undefined);
    return { status: answer.status, body: await answer.json() };
  };
  const act = (id: string, verb: string) => post(`leads/${id}/${verb}`);
  const actOn = (delivery: string | undefined, verb: string) => post(`deliveries/${delivery ?? ''}/${verb}`);
  const setDelivery = (id: string, change: Record<string, unknown>) =>
    app.database.query.updateTable('deliveries').set(change).where('lead_id', '=', id).execute();
  const audited = async () =>
    (await app.database.query.selectFrom('audit').selectAll().orderBy('at').execute()).filter(
      ({ action }) => action !== 'signed-in',
    );

  const person = (name: string, more: Record<string, unknown> = {}) => {
    const [firstName, lastName] = name.split(' ');
    return {
      form: 'lead-form',
      step: 2,
      firstName,
      lastName,
      email: `${name
        .normalize('NFD')
        .toLowerCase()
        .replace(/[^a-z ]/g, '')
        .replace(' ', '.')}@example.com`,
      source: 'Contact Page',
      page: '/contact',
      ...more,
    };
  };

  describe('the list', () => {
    beforeAll(async () => {
      await anew();
      await send(
        person('Ann Lee', { phone: '(515) 555-0123', customData: { message: '100% sure about a_b' } }),
      );
      now += HOUR;
      await send(person('Élodie Noël', { source: 'Buy Page', form: undefined, page: '/buy' }));
      now += HOUR;
      await send({ form: 'quick-lead-form', step: 1, phone: '515.555.7788', page: '/', source: 'Home Page' });
      now += HOUR;
      const spam = await send(person('Bot Bottom', { website: 'x' }));
      await setDelivery(spam, { state: 'held' });
    });

    it('shows all leads, newest first, with counts and the available filters', async () => {
      const answer = await list();
      expect(answer).toMatchObject({ total: 4, isMore: false, previous: null, next: null });
      const known = await readCounts();
      expect(known).toMatchObject({
        counts: { open: 3, quarantined: 1, resolved: 0, attention: 0, new: 3, called: 0, met: 0 },
        forms: ['api', 'lead-form', 'quick-lead-form'],
      });
      expect(known.sources.toSorted()).toEqual(['Buy Page', 'Contact Page', 'Home Page']);
      expect(answer.rows.map(({ name, delivery }) => [name, delivery])).toEqual([
        ['Bot Bottom', 'held'],
        [null, 'waiting'],
        ['Élodie Noël', 'waiting'],
        ['Ann Lee', 'waiting'],
      ]);
    });

    it.each([
      ['ann', ['Ann Lee']],
      ['LEE ann', ['Ann Lee']],
      ['ANN.LEE@EXAMPLE', ['Ann Lee']],
      ['élodie', ['Élodie Noël']],
      ['ÉLODIE NOËL', ['Élodie Noël']],
      ['100%', ['Ann Lee']],
      ['a_b', ['Ann Lee']],
      ['a%b', []],
      ['aXb', []],
      ['\\', []],
      ["'; drop table leads; --", []],
      ['5550123', ['Ann Lee']],
      ['+1 (515) 555-0123', ['Ann Lee']],
      ['555-77', ['515.555.7788']],
      ['515', ['515.555.7788', 'Ann Lee']],
      ['lee 0123', ['Ann Lee']],
    ])('finds %s', async (words, found) => {
      expect(await names(`q=${encodeURIComponent(words)}`)).toEqual(found);
    });

    it('filters by status, delivery, form, source and days, sorts, and ignores missing filters', async () => {
      expect(await names('status=quarantined')).toEqual(['Bot Bottom']);
      expect(await names('delivery=held')).toEqual(['Bot Bottom']);
      expect(await names('delivery=waiting&sort=oldest')).toEqual(['Ann Lee', 'Élodie Noël', '515.555.7788']);
      expect(await names('delivery=none')).toEqual([]);
      expect(await names('form=api&source=&q=')).toEqual(['Élodie Noël']);
      expect(await names('source=Buy%20Page')).toEqual(['Élodie Noël']);
      expect(await names('sort=name')).toEqual(['Bot Bottom', 'Ann Lee', 'Élodie Noël', '515.555.7788']);
      expect(await names('from=2001-01-01&to=2001-12-31')).toEqual([]);
      expect(await names('from=2001-01-01')).toHaveLength(4);
      const [first] = (await list('sort=oldest')).rows;
      await act(first?.id ?? '', 'resolve');
      expect(await names('sort=updated&status=resolved')).toEqual(['Ann Lee']);
      await setDelivery(first?.id ?? '', { state: 'attention' });
      expect(await names('delivery=attention')).toEqual(['Ann Lee']);
      expect(await names('delivery=waiting')).not.toContain('Ann Lee');
      // What waits beside it is counted on the first screen, so it is listed.
      await app.database.query
        .insertInto('deliveries')
        .values(
          newDeliveryRow({
            lead_id: first?.id ?? '',
            destination: 'alert',
            revision: 1,
            requestId: null,
            now,
          }),
        )
        .execute();
      expect(await names('delivery=waiting')).toContain('Ann Lee');
      expect(await names('delivery=held')).toEqual(['Bot Bottom']);
      expect((await readCounts()).counts).toMatchObject({
        open: 2,
        quarantined: 1,
        resolved: 1,
        attention: 1,
        new: 2,
      });
    });

    it.each([
      'status=new',
      'delivery=x',
      'stage=x',
      'from=yesterday',
      'to=2026-02-30',
      'after=1',
      'before=x.1',
      'after=1.%00',
      'sort=x',
      'q=a&q=b',
      `q=${'a'.repeat(201)}`,
    ])('refuses %s with a message', async (query) => {
      const answer = await client.fetch(`/api/admin/leads?${query}`);
      expect(answer.status).toBe(422);
      expect(await answer.json()).toEqual({
        error: expect.stringMatching(/filter ".+" cannot be read\. \w/),
      });
    });
  });

  it('pages', async () => {
    await anew();
    const [pattern] = [await send(person('Ann Lee'))];
    const row = await app.database.query
      .selectFrom('leads')
      .selectAll()
      .where('id', '=', pattern)
      .executeTakeFirstOrThrow();
    const more = Array.from({ length: 119 }, (_, index) => ({
      ...row,
      id: `lead-${String(index).padStart(3, '0')}`,
      session: `session-${index}`,
      created_at: row.created_at - 1000,
    }));
    await app.database.query.insertInto('leads').values(more).execute();
    // Many leads have the same time and the same name, so only their ids tell them apart.
    for (const sort of ['newest', 'oldest', 'updated', 'name']) {
      const pages = [await list(`sort=${sort}`)];
      for (let next = pages[0]?.next; next; next = pages.at(-1)?.next) {
        pages.push(await list(`sort=${sort}&after=${next}`));
      }
      expect(pages.map(({ rows, total }) => [rows.length, total])).toEqual(
        [50, 50, 20].map((rows) => [rows, 120]),
      );
      expect(new Set(pages.flatMap(({ rows }) => rows.map(({ id }) => id))).size).toBe(120);
      const [first, second, third] = pages;
      const back = await list(`sort=${sort}&before=${third?.previous}`);
      expect(back.rows).toEqual(second?.rows);
      const start = await list(`sort=${sort}&before=${back.previous}`);
      expect(start).toEqual(first);
      expect(start.previous).toBeNull();
      expect((await list(`sort=${sort}&after=${back.next}`)).rows).toEqual(third?.rows);
    }
    // Places that no longer exist show the first page.
    for (const gone of ['sort=name&after=.gone', 'after=0.gone', 'sort=oldest&before=0.gone']) {
      const { rows, previous } = await list(gone);
      expect([rows.length, previous]).toEqual([50, null]);
    }
    const everything: { id: string }[] = await (await client.fetch('/api/admin/leads/export.json')).json();
    expect(new Set(everything.map(({ id }) => id)).size).toBe(120);
  });

  describe('the history of a lead', () => {
    beforeEach(anew);

    it('contains everything about a lead', async () => {
      const touch = {
        landing: '/buy',
        referrer: 'https://search.example/',
        utm_source: 'news',
        at: new Date(now).toISOString(),
      };
      const id = await send(
        person('Ann Lee', {
          phone: '(515) 555-0123',
          customData: { message: 'Hello', inquiryType: 'buying' },
          consent: { version: 'v1', service: true, marketing: false },
          attribution: { first: touch, last: touch },
        }),
      );
      const [delivery] = await app.database.query
        .selectFrom('deliveries')
        .select('id')
        .where('lead_id', '=', id)
        .execute();
      await setDelivery(id, { state: 'attention', attempts: 3, last_error: 'HighLevel does not take it' });
      const told = await story(id);
      expect(told).toMatchObject({
        id,
        name: 'Ann Lee',
        firstName: 'Ann',
        lastName: 'Lee',
        email: 'ann.lee@example.com',
        phone: '(515) 555-0123',
        phoneE164: '+15155550123',
        message: 'Hello',
        status: 'open',
        delivery: 'attention',
        attribution: { first: touch, last: touch },
        suspicions: [],
        others: [],
        subscription: null,
        deliveries: [
          {
            id: delivery?.id,
            destination: 'crm',
            state: 'attention',
            attempts: 3,
            lastError: 'HighLevel does not take it',
            nextAttemptAt: null,
          },
        ],
        submissions: [{ step: '2', page: '/contact' }],
      });
      expect(told.consents).toHaveLength(2);
      expect(told.consents).toContainEqual(
        expect.objectContaining({
          kind: 'service',
          given: true,
          version: 'v1',
          page: '/contact',
          ip: expect.any(String),
        }),
      );
      expect(told.events.map(({ words }) => words)).toEqual(['Received from the lead form.']);

      const second = await send(person('Ann Lee', { form: undefined }));
      expect((await story(id)).others).toEqual([
        { id: second, createdAt: expect.any(Number), form: 'api', status: 'open', preview: null },
      ]);
    });

    it('has the consent text that was shown, and readable CRM events', async () => {
      const version = consentVersion(app.content.frame().settings.brokerage.name);
      const id = await send(
        person('Ann Lee', { phone: '5155550123', consent: { version, service: true, marketing: true } }),
      );
      await app.database.query
        .insertInto('lead_events')
        .values([
          {
            id: 'e1',
            lead_id: id,
            at: now + 1,
            kind: 'crm-tags-updated',
            detail: '{"added":["vip"],"removed":[]}',
          },
          {
            id: 'e2',
            lead_id: id,
            at: now + 2,
            kind: 'crm-appointment-created',
            detail: '{"startTime":"2026-12-01T16:00:00Z","status":"confirmed"}',
          },
          { id: 'e3', lead_id: id, at: now + 3, kind: 'something-new', detail: null },
        ])
        .execute();
      const { consents, events } = await story(id);
      expect(consents.map(({ text }) => text)).toEqual([
        expect.stringContaining('Message and data rates may apply'),
        expect.stringContaining('Message and data rates may apply'),
      ]);
      expect(events.slice(0, 3).map(({ words }) => words)).toEqual([
        'Something new.',
        expect.stringMatching(
          /^An appointment was made in the CRM for Dec 1, 2026, 10:00\sAM \(confirmed\)\.$/,
        ),
        'Tags were changed in the CRM. Added: vip.',
      ]);
    });

    it('is a readable 404 if there is no such lead', async () => {
      for (const id of ['nothing', '%00', "x'or'1"]) {
        const answer = await client.fetch(`/api/admin/leads/${id}`);
        expect([answer.status, await answer.json()]).toEqual([
          404,
          { error: expect.stringContaining('no such lead') },
        ]);
      }
    });
  });

  describe('actions on a lead', () => {
    beforeEach(anew);

    it('retries and cancels a delivery, and records it', async () => {
      const id = await send(person('Ann Lee'));
      await setDelivery(id, { state: 'attention', attempts: 9, next_attempt_at: now + HOUR });
      const delivery = (await story(id)).deliveries[0]?.id;
      expect((await actOn('another', 'retry')).status).toBe(404);
      expect(await actOn(delivery, 'retry')).toEqual({ status: 200, body: { ok: true } });
      expect((await story(id)).deliveries[0]).toMatchObject({
        state: 'waiting',
        attempts: 0,
        nextAttemptAt: now,
      });
      expect((await actOn(delivery, 'cancel')).status).toBe(200);
      expect((await actOn(delivery, 'cancel')).status).toBe(409);
      const told = await story(id);
      expect(told.deliveries[0]?.state).toBe('cancelled');
      expect(told.delivery).toBe('cancelled');
      expect(told.events.map(({ kind }) => kind)).toEqual(
        expect.arrayContaining(['delivery-retried', 'delivery-cancelled']),
      );
      expect(await audited()).toMatchObject([
        { action: 'delivery-retried', subject: id, operator_id: client.operator.id },
        { action: 'delivery-cancelled', subject: id },
      ]);
    });

    it('shows a subscription change without a lead until it is delivered, and retries and cancels it', async () => {
      const email = 'ann.lee@example.com';
      const change = (subscribed: boolean) =>
        changeSubscription(app.database.query, { email, subscribed, requestId: null, now });
      await change(false);
      const shown = async () => (await list()).subscriptions;
      expect(await shown()).toMatchObject([{ email, destination: 'subscription', state: 'waiting' }]);
      const [row] = await shown();
      await app.database.query
        .updateTable('deliveries')
        .set({ state: 'attention', attempts: 20, last_error: 'Why' })
        .execute();
      expect(await shown()).toMatchObject([{ state: 'attention', attempts: 20, lastError: 'Why' }]);
      expect((await actOn(row?.id, 'retry')).status).toBe(200);
      expect(await shown()).toMatchObject([{ state: 'waiting', attempts: 0 }]);
      expect((await actOn(row?.id, 'cancel')).status).toBe(200);
      expect(await shown()).toEqual([]);
      expect(await audited()).toMatchObject([
        { action: 'delivery-retried', subject: null, detail: expect.stringContaining(row?.id ?? '') },
        { action: 'delivery-cancelled', subject: null },
      ]);
      // The next change is queued again, and is also shown with a new lead that has the same address.
      await change(true);
      const id = await send(person('Ann Lee'));
      const [again] = await shown();
      expect((await story(id)).deliveries).toContainEqual(
        expect.objectContaining({ id: again?.id, destination: 'subscription', state: 'waiting' }),
      );
    });

    it('releases a lead from quarantine once, and starts its deliveries', async () => {
      const id = await send(person('Ann Lee', { website: 'x' }));
      expect(await story(id)).toMatchObject({
        status: 'quarantined',
        delivery: 'held',
        suspicions: ['A field that people cannot see was filled in.'],
      });
      expect((await act(id, 'release')).status).toBe(200);
      expect(await story(id)).toMatchObject({ status: 'open', delivery: 'waiting' });
      expect(await act(id, 'release')).toMatchObject({
        status: 409,
        body: { error: expect.stringContaining('not held back') },
      });
      expect(await audited()).toMatchObject([{ action: 'lead-released', subject: id }]);
    });

    it.each([
      ['before it asked for the report', -HOUR, null],
      ['after it asked for the report', HOUR, expect.any(Number)],
    ])(
      'a release decides correctly whether to subscribe an address that unsubscribed %s',
      async (_when, away, left) => {
        await app.database.query
          .insertInto('subscriptions')
          .values({
            email: 'ann@example.com',
            lead_id: null,
            name: null,
            areas: null,
            since: 1,
            unsubscribed_at: now + away,
          })
          .execute();
        const id = await send(
          {
            form: 'market-report-form',
            name: 'Ann',
            email: 'Ann@Example.com',
            phone: '5155550123',
            website: 'x',
            areas: 'ankeny',
          },
          '/api/market-reports',
        );
        expect((await storedRows(app)).subscriptions).toMatchObject([
          { lead_id: null, unsubscribed_at: now + away },
        ]);
        expect((await act(id, 'release')).status).toBe(200);
        expect((await story(id)).subscription).toMatchObject({
          email: 'ann@example.com',
          unsubscribedAt: left,
        });
      },
    );

    it('resolves and reopens a lead, and resolving cancels held deliveries', async () => {
      const [id, spam] = [await send(person('Ann Lee')), await send(person('Bea Kay', { website: 'x' }))];
      expect((await act(id, 'resolve')).status).toBe(200);
      expect((await act(id, 'resolve')).status).toBe(409);
      expect(await story(id)).toMatchObject({ status: 'resolved', delivery: 'waiting' });
      expect((await act(id, 'reopen')).status).toBe(200);
      expect((await act(id, 'reopen')).status).toBe(409);
      expect((await story(id)).status).toBe('open');
      expect((await act(spam, 'resolve')).status).toBe(200);
      expect(await story(spam)).toMatchObject({ status: 'resolved', delivery: 'cancelled' });
      const rejected = async () => (await storedRows(app)).leads.map((lead) => lead.rejected_at);
      expect(await rejected()).toEqual(expect.arrayContaining([null, now]));
      // Reopening releases the lead, because an operator has reviewed it.
      expect((await act(spam, 'reopen')).status).toBe(200);
      expect(await rejected()).toEqual([null, null]);
      expect(await story(spam)).toMatchObject({ status: 'open', delivery: 'waiting' });
      expect((await act(spam, 'resolve')).status).toBe(200);
      expect(await rejected()).toEqual([null, null]);
      expect((await audited()).map(({ action }) => action).toSorted()).toEqual([
        'lead-reopened',
        'lead-reopened',
        'lead-resolved',
        'lead-resolved',
        'lead-resolved',
      ]);
    });

    it('opens a closed lead when its visitor sends the second step', async () => {
      const session = randomUUID();
      const id = await send({ form: 'lead-form', step: 1, email: 'ann.lee@example.com', session });
      await act(id, 'resolve');
      expect(await send({ ...person('Ann Lee'), session })).toBe(id);
      const { status, events } = await story(id);
      expect(status).toBe('open');
      expect(events.map(({ words }) => words)).toContain('Reopened, because the visitor sent something new.');
      expect((await list('status=open')).rows.map((row) => row.id)).toEqual([id]);
    });

    it('deletes on request, keeps the consent records, and says what the CRM still has', async () => {
      const id = await send(
        person('Ann Lee', {
          phone: '5155550123',
          consent: { version: 'v1', service: true, marketing: false },
        }),
      );
      const other = await send(person('Bea Kay'));
      const { query } = app.database;
      await query
        .updateTable('leads')
        .set({ crm_contact_id: 'contact1', crm_location_id: 'location1' })
        .where('id', '=', id)
        .execute();
      await query
        .insertInto('subscriptions')
        .values({
          email: 'ann.lee@example.com',
          lead_id: id,
          name: 'Ann',
          areas: 'all',
          since: 1,
          unsubscribed_at: null,
        })
        .execute();
      await query
        .insertInto('crm_events')
        .values({
          id: 'c1',
          once_key: 'k1',
          type: 'ContactUpdate',
          location_id: 'location1',
          crm_contact_id: 'contact1',
          lead_id: id,
          body: '{"email":"ann.lee@example.com"}',
          occurred_at: 1,
          received_at: now,
        })
        .execute();
      await setDelivery(id, { state: 'sending', lease_owner: 'w', lease_until: now + 1000 });
      expect(await act(id, 'delete')).toMatchObject({
        status: 409,
        body: { error: expect.stringContaining('on its way') },
      });
      await setDelivery(id, { state: 'delivered' });
      const done: { status: number; body: LeadDeletion } = await act(id, 'delete');
      expect(done).toEqual({
        status: 200,
        body: {
          consentsKept: 2,
          optOutKept: true,
          crmContactId: 'contact1',
          crmContactUrl: 'https://app.gohighlevel.com/v2/location/location1/contacts/detail/contact1',
        },
      });
      const left = await storedRows(app);
      expect(left.leads.map((lead) => lead.id)).toEqual([other]);
      const deliveries = left.deliveries.filter(({ email }) => email === null);
      for (const rows of [left.submissions, deliveries, left.events]) {
        expect(rows.every((row) => row.lead_id === other)).toBe(true);
      }
      expect(left.deliveries.filter(({ email }) => email !== null)).toMatchObject([
        { email: 'ann.lee@example.com', lead_id: null, state: 'waiting' },
      ]);
      expect(left.subscriptions).toEqual([
        {
          email: 'ann.lee@example.com',
          lead_id: null,
          name: null,
          areas: null,
          since: 1,
          unsubscribed_at: now,
          crm_location_id: 'location1',
          crm_contact_id: 'contact1',
        },
      ]);
      expect(left.consents).toHaveLength(2);
      expect(
        left.consents.every((consent) => consent.lead_id === null && consent.phone === '+15155550123'),
      ).toBe(true);
      expect(await query.selectFrom('crm_events').selectAll().execute()).toMatchObject([
        { lead_id: null, body: '' },
      ]);
      expect((await act(id, 'delete')).status).toBe(404);
      expect(await audited()).toMatchObject([{ action: 'lead-deleted', subject: id, detail: null }]);
    });

    it('keeps an opt-out without the person’s name', async () => {
      const id = await send(person('Ann Lee'));
      await app.database.query
        .insertInto('subscriptions')
        .values({
          email: 'ann.lee@example.com',
          lead_id: id,
          name: 'Ann',
          areas: 'all',
          since: 1,
          unsubscribed_at: 2,
        })
        .execute();
      expect((await act(id, 'delete')).body).toMatchObject({ optOutKept: true });
      expect((await storedRows(app)).subscriptions).toEqual([
        {
          email: 'ann.lee@example.com',
          lead_id: null,
          name: null,
          areas: null,
          since: 1,
          unsubscribed_at: 2,
          crm_location_id: null,
          crm_contact_id: null,
        },
      ]);
    });

    it('needs a session and a same-origin request', async () => {
      const id = await send(person('Ann Lee'));
      for (const verb of ['retry', 'cancel', 'release', 'resolve', 'reopen', 'delete']) {
        const kind = verb === 'retry' || verb === 'cancel' ? 'deliveries' : 'leads';
        const path = `/api/admin/${kind}/${id}/${verb}`;
        expect((await fetch(app.url + path, { method: 'POST' })).status).toBe(401);
        const strange = await client.fetch(path, { method: 'POST', headers: { 'x-csrf-token': 'wrong' } });
        expect([verb, strange.status]).toEqual([verb, 403]);
      }
      for (const path of [
        'leads',
        `leads/${id}`,
        'leads/export.csv',
        'leads/export.json',
        `leads/${id}/export.json`,
      ]) {
        expect((await fetch(`${app.url}/api/admin/${path}`)).status).toBe(401);
      }
      expect((await story(id)).status).toBe('open');
    });
  });

  describe('exports', () => {
    beforeEach(anew);

    it('CSV: has every column, is safe for spreadsheets, applies the filter, and is recorded', async () => {
      await send(
        person('Ann Lee', {
          phone: '5155550123',
          customData: { message: '=HYPERLINK("https://evil.example")\nsecond, "quoted"' },
          consent: { version: 'v1', service: true, marketing: false },
        }),
      );
      await send(person('Bea Kay'));
      const answer = await client.fetch('/api/admin/leads/export.csv?q=ann');
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
      expect(answer.headers.get('content-disposition')).toMatch(
        /^attachment; filename="leads-\d{4}-\d\d-\d\d\.csv"$/,
      );
      expect(answer.headers.get('cache-control')).toBe('no-store');
      const bytes = Buffer.from(await answer.arrayBuffer());
      expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
      const records = readCsv(bytes.toString('utf8').slice(1));
      expect(records).toHaveLength(2);
      const [headers = [], values = []] = records;
      expect(headers).toEqual(leadCsvColumns.map(([header]) => header));
      expect(values).toHaveLength(headers.length);
      const row = Object.fromEntries(headers.map((header, index) => [header, values[index]]));
      expect(row).toMatchObject({
        first_name: 'Ann',
        message: '\'=HYPERLINK("https://evil.example")\nsecond, "quoted"',
        phone_e164: "'+15155550123",
        consent_service: 'yes',
        consent_marketing: 'no',
        consent_service_version: 'v1',
        delivery_crm: 'waiting',
        first_utm_source: '',
      });
      expect(await audited()).toMatchObject([
        { action: 'leads-exported', detail: JSON.stringify({ format: 'csv', leads: 1, filtered: true }) },
      ]);
    });

    it('JSON: has the complete history; an empty inbox is an empty list', async () => {
      expect(await (await client.fetch('/api/admin/leads/export.json')).json()).toEqual([]);
      const id = await send(person('Ann Lee'));
      const stories: LeadDetail[] = await (await client.fetch('/api/admin/leads/export.json')).json();
      const { others: _, subscription: __, ...own } = await story(id);
      expect(stories).toEqual([own]);
      expect((await client.fetch('/api/admin/leads/export.csv?sort=x')).status).toBe(422);
    });

    it('contains one person’s data unabridged', async () => {
      const id = await send(person('Ann Lee', { customData: { message: 'Hello' } }));
      const answer = await client.fetch(`/api/admin/leads/${id}/export.json`);
      expect(answer.headers.get('content-disposition')).toContain('attachment');
      expect(await answer.json()).toMatchObject({
        lead: { id, name: 'Ann Lee' },
        submissions: [{ step: '2', body: { firstName: 'Ann', message: 'Hello' } }],
        crmEvents: [],
      });
      expect((await client.fetch('/api/admin/leads/nothing/export.json')).status).toBe(404);
      expect(await audited()).toMatchObject([{ action: 'lead-exported', subject: id }]);
    });
  });
});

/** Parses CSV as defined in RFC 4180. */
function readCsv(text: string): string[][] {
  const records: string[][] = [];
  let record: string[] = [];
  for (const [, quoted = '', end] of text.matchAll(/"((?:[^"]|"")*)"(,|\r\n)/g)) {
    record.push(quoted.replaceAll('""', '"'));
    if (end !== ',') {
      records.push(record);
      record = [];
    }
  }
  return records;
}
