import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { deleteOldLeads } from '../../server/leads/store/delete-leads.ts';
import { consentTexts, consentVersion } from '../../src/contracts/leads/consent.ts';
import { onEachEngine } from './database-engines.ts';
import { createConsentWordings, type ConsentWordings } from '../../server/leads/store/consent-wordings.ts';
import { createLogger } from '../../server/platform/logging/create-logger.ts';
import { leadBrowser, storedRows } from './post-lead.ts';
import { runApp, type RunningApp } from './running-app.ts';

onEachEngine((newDatabase) => {
  let app: RunningApp;
  let brokerage: string;
  let now = Date.UTC(2026, 5, 1, 12);
  beforeEach(async () => {
    app = await runApp({ ...(await newDatabase()), LEAD_RATE_LIMIT: '1000' }, undefined, { now: () => now });
    brokerage = app.content.frame().settings.brokerage.name;
  });
  afterEach(() => app.stop());

  describe('consent', () => {
    it('is stored for each box, ticked or not, with version, wording, page, phone number and browser', async () => {
      const version = consentVersion(brokerage);
      const body = {
        session: randomUUID(),
        phone: '(515) 555-0123',
        page: '/buy?email=secret#x',
        consent: { version, marketing: false, service: true },
      };
      const browser = leadBrowser(app, 'Mozilla/5.0 (evidence)');
      await browser.post(body);
      await browser.post(body);
      const { leads, consents, consentTexts: kept } = await storedRows(app);
      const common = {
        lead_id: leads[0]?.id,
        version,
        phone: '+15155550123',
        email: null,
        page: '/buy',
        ip: '127.0.0.1',
        user_agent: 'Mozilla/5.0 (evidence)',
        at: now,
      };
      expect(consents).toMatchObject([
        { ...common, kind: 'marketing', given: 0 },
        { ...common, kind: 'service', given: 1 },
      ]);
      const texts = consentTexts(brokerage);
      expect(kept).toMatchObject([
        { kind: 'marketing', version, text: texts.marketing },
        { kind: 'service', version, text: texts.service },
      ]);
    });

    it('has its wording stored as soon as a server shows it', async () => {
      await app.intake.start();
      await app.intake.start();
      const version = consentVersion(brokerage);
      expect((await storedRows(app)).consentTexts.map((row) => row.version)).toEqual([version, version]);
    });

    describe('of each brokerage name, although nobody answered it in time', () => {
      const names = ['First Homes', 'Second Homes', 'Third Homes'];
      let name = '';
      let notify = () => {};
      let wordings: ConsentWordings;
      beforeEach(() => {
        const { settings } = app.content.frame();
        name = names[0] ?? '';
        wordings = createConsentWordings({
          database: app.database,
          log: createLogger('silent'),
          content: {
            settings: () => ({ ...settings, brokerage: { ...settings.brokerage, name } }),
            onChange: (listener) => {
              notify = listener;
              return () => (notify = () => {});
            },
          },
          now: () => now,
          onFailure: () => {},
        });
      });
      afterEach(() => wordings.stop());
      const changeTo = (next: string) => {
        name = next;
        notify();
      };
      const texts = async () =>
        new Map(
          (await storedRows(app)).consentTexts
            .filter(({ kind }) => kind === 'marketing')
            .map(({ version, text }) => [version, text]),
        );
      const expected = new Map(names.map((each) => [consentVersion(each), consentTexts(each).marketing]));

      it('has its wording stored', async () => {
        await wordings.start();
        for (const each of names) changeTo(each);
        await expect.poll(texts).toEqual(expected);
      });

      it('has its wording stored once that works again, or with the next consent', async () => {
        const { schema } = app.database.query;
        await schema.alterTable('consent_texts').renameTo('gone').execute();
        await wordings.start();
        for (const each of names) changeTo(each);
        const rows = wordings.rowsToStore([consentVersion('Third Homes')]);
        expect(new Set(rows.map(({ version }) => version))).toEqual(new Set(expected.keys()));
        await schema.alterTable('gone').renameTo('consent_texts').execute();
        await wordings.start();
        expect(await texts()).toEqual(expected);
        expect(wordings.rowsToStore([...expected.keys()])).toEqual([]);
      });
    });

    it('given to an outdated wording is stored with the version that was shown', async () => {
      const consent = { version: 'older', marketing: true, service: true };
      expect((await leadBrowser(app).post({ phone: '5155550123', consent })).status).toBe(200);
      const { consents, consentTexts: kept } = await storedRows(app);
      expect(consents.map(({ version }) => version)).toEqual(['older', 'older']);
      expect(kept).toHaveLength(2);
      expect(app.events().some(({ event }) => event === 'consent-wording-not-current')).toBe(true);
    });
  });

  describe('a changed consent', () => {
    const version = 'v1';
    const yes = { version, marketing: true, service: true };
    const no = { version, marketing: false, service: true };
    const rows = async () => {
      const { leads, consents, deliveries } = await storedRows(app);
      const marketing = consents.filter(({ kind }) => kind === 'marketing').toSorted((a, b) => a.at - b.at);
      return {
        revision: leads[0]?.revision,
        given: marketing.map(({ given }) => given),
        delivered: deliveries.map(({ destination, revision }) => [destination, revision]),
      };
    };

    it('is stored and delivered once', async () => {
      const browser = leadBrowser(app);
      const body = { session: randomUUID(), phone: '5155550123' };
      await browser.post({ ...body, consent: yes });
      await browser.post({ ...body, consent: no });
      await browser.post({ ...body, consent: no });
      expect(await rows()).toMatchObject({
        revision: 2,
        given: [1, 0],
        delivered: [
          ['crm', 1],
          ['crm', 2],
        ],
      });
      const { events } = await storedRows(app);
      expect(events.map(({ kind }) => kind)).toEqual(['received', 'changed']);
    });

    it('is not recorded if a later step repeats the same answer', async () => {
      const browser = leadBrowser(app);
      const body = { session: randomUUID(), phone: '5155550123', firstName: 'Ann', consent: yes };
      const { body: stored } = await browser.post({ ...body, step: 2 });
      await Promise.all([1, 2, 3].map((n) => browser.post({ ...body, page: `/buy?n=${n}` })));
      await browser.put(String(stored['contactId']), body);
      const { delivered } = await rows();
      await browser.post({ ...body, step: 2 });
      expect((await rows()).delivered).toEqual(delivered);
    });
  });

  describe('a subscription', () => {
    const subscribe = (email: string, more: object = {}) =>
      leadBrowser(app).post(
        {
          form: 'market-report-form',
          step: 2,
          session: randomUUID(),
          name: 'Ann Lee',
          email,
          areas: 'all',
          ...more,
        },
        '/api/market-reports',
      );

    it('restarts after an unsubscription, and otherwise continues', async () => {
      await subscribe('ann@example.com');
      await subscribe('bob@example.com');
      await app.database.query
        .updateTable('subscriptions')
        .set({ unsubscribed_at: now })
        .where('email', '=', 'bob@example.com')
        .execute();
      const before = now;
      now += 86_400_000;
      await subscribe('ANN@example.com', { areas: 'ankeny' });
      await subscribe('bob@example.com');
      expect((await storedRows(app)).subscriptions).toMatchObject([
        { email: 'ann@example.com', areas: 'ankeny', since: before, unsubscribed_at: null },
        { email: 'bob@example.com', since: now, unsubscribed_at: null },
      ]);
    });

    it('of a suspicious lead does not undo an unsubscription', async () => {
      await subscribe('ann@example.com');
      await app.database.query.updateTable('subscriptions').set({ unsubscribed_at: now }).execute();
      await subscribe('ann@example.com', { website: 'spam' });
      expect((await storedRows(app)).subscriptions).toMatchObject([{ unsubscribed_at: now }]);
    });
  });

  describe('old leads', () => {
    it('are deleted if delivered or cancelled; the consent record stays, without the lead', async () => {
      const names = ['old', 'waiting', 'held', 'young'];
      for (const name of names) {
        if (name === 'young') now += 10 * 86_400_000;
        await leadBrowser(app).post({
          session: randomUUID(),
          email: `${name}@example.com`,
          consent: { version: 'v1', marketing: true, service: true },
          ...(name === 'held' ? { website: 'x' } : {}),
        });
      }
      const { leads } = await storedRows(app);
      const done = leads.filter(({ email }) => email?.startsWith('old') || email?.startsWith('young'));
      await app.database.query
        .updateTable('deliveries')
        .set({ state: 'delivered' })
        .where(
          'lead_id',
          'in',
          done.map(({ id }) => id),
        )
        .execute();
      expect(await deleteOldLeads(app.database, now - 86_400_000)).toBe(1);
      const after = await storedRows(app);
      expect(after.leads.map(({ email }) => email)).toEqual([
        'waiting@example.com',
        'held@example.com',
        'young@example.com',
      ]);
      const gone = leads[0]?.id;
      for (const rows of [after.submissions, after.deliveries, after.events]) {
        expect(rows.some(({ lead_id }) => lead_id === gone)).toBe(false);
      }
      expect(after.consents.filter(({ lead_id }) => lead_id === null)).toMatchObject([
        { email: 'old@example.com' },
        { email: 'old@example.com' },
      ]);
      expect(after.consents).toHaveLength(8);
    });

    it('stay while a reminder of them is due or to come', async () => {
      await leadBrowser(app).post({ email: 'ann@example.com' });
      const [lead] = (await storedRows(app)).leads;
      await app.database.query.deleteFrom('deliveries').execute();
      const remind = (day: string) =>
        app.database.query
          .insertInto('lead_follow_ups')
          .values({ lead_id: lead?.id ?? '', stage: 'called', remind_on: day, updated_at: now })
          .onConflict((conflict) => conflict.column('lead_id').doUpdateSet({ remind_on: day }))
          .execute();
      const day = (at: number) => new Date(at).toISOString().slice(0, 10);
      await remind(day(now + 30 * 86_400_000));
      expect(await deleteOldLeads(app.database, now + 1)).toBe(0);
      // One that was forgotten for as long as leads are kept does not count.
      await remind(day(now - 2 * 86_400_000));
      expect(await deleteOldLeads(app.database, now + 1)).toBe(1);
    });

    it('are deleted however many there are', async () => {
      await leadBrowser(app).post({ email: 'ann@example.com' });
      const [lead] = (await storedRows(app)).leads;
      if (!lead) throw new Error('The lead is not stored.');
      await app.database.query.deleteFrom('deliveries').execute();
      const copies = Array.from({ length: 450 }, (_, at) => ({
        ...lead,
        id: `copy${at}`,
        session: `copy${at}`,
      }));
      for (let at = 0; at < copies.length; at += 50) {
        await app.database.query
          .insertInto('leads')
          .values(copies.slice(at, at + 50))
          .execute();
      }
      expect(await deleteOldLeads(app.database, now + 1)).toBe(451);
    });
  });

  it('nothing personal is logged', async () => {
    const person = {
      firstName: 'Annabella',
      lastName: 'Leebrook',
      email: 'annabella@example.com',
      phone: '515-555-0123',
    };
    const browser = leadBrowser(app);
    const { body } = await browser.post({ ...person, notes: 'Likes porches', session: randomUUID() });
    await browser.put(String(body['contactId']), { ...person, email: 'not an address' });
    await browser.put('someone-else', person);
    await app.database.query.schema.alterTable('lead_events').renameTo('gone').execute();
    await browser.post({ ...person, session: randomUUID() });
    const log = JSON.stringify(app.events());
    expect(log).toContain('lead-stored');
    expect(log).toContain('lead-not-stored');
    expect(log).not.toMatch(/annabella|leebrook|555.?0123|porches|127\.0\.0\.1/i);
  });
});
