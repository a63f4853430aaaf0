import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { readConfig } from '../../server/platform/config/config.ts';
import { createPrivateTokenAccess } from '../../server/crm/crm-access.ts';
import { startCrmSandbox, type CrmSandbox } from '../crm-sandbox/crm-sandbox.ts';
import { ensureCircuitRow } from '../../server/leads/deliver/circuit.ts';
import { cancelDelivery, retryDeliveries } from '../../server/leads/manage/change-lead.ts';
import { deleteOldLeads } from '../../server/leads/store/delete-leads.ts';
import { createLeadIntake } from '../../server/leads/store/lead-intake.ts';
import { changeSubscription } from '../../server/leads/store/subscriptions.ts';
import { deleteLeadOnRequest } from '../../server/operators/inbox/lead-actions.ts';
import { openBench, type DeliveryBench } from './delivery-test-bench.ts';

const EMAIL = 'rosalind.quigley@example.com';
const genuineFetch = globalThis.fetch;
const MINUTE = 60_000;
const OPERATOR = {
  id: 'operator-1',
  email: 'operator@example.com',
  name: 'Olive',
  role: 'operator' as const,
  requestId: 'r1',
};

let crm: CrmSandbox;
let bench: DeliveryBench;

describe.each(['sqlite', 'postgres'] as const)('on %s', (engine) => {
  beforeEach(async () => {
    crm = await startCrmSandbox({ limits: { burst: 10_000, daily: 200_000 } });
    bench = await openBench(engine);
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    const { violations } = crm.state;
    const told = /rosalind|quigley/i.exec(bench.logText());
    await crm.stop();
    await bench.stop();
    if (violations.length > 0) throw new Error(`Not as the CRM documents: ${JSON.stringify(violations)}`);
    if (told) throw new Error(`The log tells of the visitor: ${told[0]}`);
  });

  const worker = (options: { stopTimeoutMs?: number } = {}) => {
    const { HIGHLEVEL_API_BASE: apiBase, GHL_API_KEY: key, GHL_LOCATION_ID: locationId } = crm.settings;
    return bench.worker({
      config: { crm: { apiBase, inboundWebhookUrl: null } },
      crm: createPrivateTokenAccess({ token: { key, locationId } }),
      ...options,
    });
  };
  const tags = () => [...crm.state.contacts.values()].map((contact) => contact.tags);
  const subscription = () =>
    bench.database.query.selectFrom('subscriptions').selectAll().executeTakeFirstOrThrow();
  const change = (subscribed: boolean) =>
    changeSubscription(bench.database.query, {
      email: EMAIL,
      subscribed,
      requestId: null,
      now: bench.clock.now,
    });
  const undelivered = () =>
    bench.database.query
      .selectFrom('deliveries')
      .selectAll()
      .where('destination', '=', 'subscription')
      .where('state', '<>', 'delivered')
      .execute();
  const calls = () => crm.state.requests.length;

  /** Adds a subscriber and delivers their lead to the CRM. */
  async function subscribe(): Promise<string> {
    const id = await bench.addLead({ tags: '["Website Lead","Market Report"]' });
    await bench.database.query
      .insertInto('subscriptions')
      .values({ email: EMAIL, lead_id: id, name: 'Rosalind Quigley', areas: 'all', since: 1 })
      .execute();
    await worker().drain();
    expect(tags()).toEqual([['website lead', 'market report']]);
    return id;
  }

  async function deleteOld(): Promise<void> {
    expect(await deleteOldLeads(bench.database, bench.clock.now + 1)).toBe(1);
  }

  test('unsubscribing and resubscribing update the CRM contact even after retention has deleted the lead', async () => {
    await subscribe();
    await deleteOld();
    // The agent has changed the address in the CRM, so the contact can only be found by its id.
    for (const contact of crm.state.contacts.values()) contact.email = 'another@example.com';
    await change(false);
    await worker().drain();
    expect(tags()).toEqual([['website lead', 'market report unsubscribed']]);
    expect(await undelivered()).toEqual([]);
    const before = calls();
    await worker().drain();
    expect(calls()).toBe(before);
    await change(true);
    await worker().drain();
    expect(tags()).toEqual([['website lead', 'market report']]);
  });

  test('retention keeps a lead that changes at the same moment', async () => {
    const id = await subscribe();
    const { query } = bench.database;
    // With SQLite, the deletion waits for the end of the transaction in any case.
    const waiting = async () => {
      if (engine === 'sqlite') return 1;
      const { rows } = await sql`
        select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
      `.execute(query);
      return rows.length;
    };
    bench.clock.now += MINUTE;
    let deletion: Promise<number> | undefined;
    await query.transaction().execute(async (transaction) => {
      // As an unsubscription does: it locks and changes the lead, then the subscription.
      await transaction
        .updateTable('leads')
        .set({ updated_at: bench.clock.now })
        .where('id', '=', id)
        .execute();
      deletion = deleteOldLeads(bench.database, bench.clock.now);
      await expect.poll(waiting).toBe(1);
      await transaction.updateTable('subscriptions').set({ unsubscribed_at: 2 }).execute();
    });
    expect(await deletion).toBe(0);
    expect(await query.selectFrom('leads').select('id').execute()).toEqual([{ id }]);
    expect(await subscription()).toMatchObject({ lead_id: id, unsubscribed_at: 2 });
  });

  test('deleting a lead also ends its subscription in the CRM', async () => {
    const id = await subscribe();
    const deleted = await deleteLeadOnRequest(bench.database, id, {
      operator: OPERATOR,
      now: bench.clock.now,
    });
    expect(deleted).toMatchObject({ optOutKept: true });
    await worker().drain();
    expect(tags()).toEqual([['website lead', 'market report unsubscribed']]);
    expect(await subscription()).toMatchObject({ name: null, areas: null });
    await change(false);
    expect(await undelivered()).toEqual([]);
  });

  test('a pending unsubscription is delivered even if the lead is deleted', async () => {
    const id = await subscribe();
    await change(false);
    await deleteLeadOnRequest(bench.database, id, { operator: OPERATOR, now: bench.clock.now });
    await worker().drain();
    expect(tags()).toEqual([['website lead', 'market report unsubscribed']]);
  });

  test('an unsubscription of a held lead is delivered, and nothing else of the lead', async () => {
    const id = await subscribe();
    const { query } = bench.database;
    await query
      .updateTable('leads')
      .set({ status: 'quarantined', first_name: 'Changed' })
      .where('id', '=', id)
      .execute();
    await change(false);
    await worker().drain();
    expect(tags()).toEqual([['website lead', 'market report unsubscribed']]);
    expect([...crm.state.contacts.values()][0]?.properties).toMatchObject({ firstName: 'Rosalind' });
  });

  test('a recreated contact is found by its address; a deleted one needs no update', async () => {
    await subscribe();
    await deleteOld();
    const known = [...crm.state.contacts.values()];
    for (const contact of known) {
      crm.state.contacts.delete(contact.id);
      crm.state.contacts.set('madeAnew', { ...contact, id: 'madeAnew' });
    }
    await change(false);
    await worker().drain();
    expect(tags()).toEqual([['website lead', 'market report unsubscribed']]);
    crm.state.contacts.clear();
    await change(true);
    await worker().drain();
    expect(tags()).toEqual([]);
    expect(await undelivered()).toEqual([]);
  });

  test('delivery is retried after CRM faults, and waits until a CRM is connected', async () => {
    await subscribe();
    await deleteOld();
    await change(false);
    await bench.worker().drain();
    crm.faults.set({ down: true });
    await worker().drain();
    expect(bench.events()).toContainEqual(
      expect.objectContaining({ event: 'delivery-failed', destination: 'subscription' }),
    );
    expect(await undelivered()).toMatchObject([{ state: 'waiting', attempts: 1 }]);
    crm.faults.clear();
    await worker().drain();
    expect(tags()).toEqual([['website lead', 'market report']]);
    bench.clock.now += 5 * MINUTE;
    await Promise.all([worker().drain(), worker().drain()]);
    expect(tags()).toEqual([['website lead', 'market report unsubscribed']]);
    expect(await undelivered()).toEqual([]);
  });

  test('only the location of the contact is updated; while it is not connected, an operator decides', async () => {
    await subscribe();
    await deleteOld();
    await change(false);
    const before = calls();
    const { HIGHLEVEL_API_BASE: apiBase, GHL_API_KEY: key } = crm.settings;
    const moved = {
      config: { crm: { apiBase, inboundWebhookUrl: null } },
      crm: createPrivateTokenAccess({ token: { key, locationId: 'another' } }),
    };
    await bench.worker(moved).drain();
    expect(calls()).toBe(before);
    expect(await undelivered()).toMatchObject([
      { state: 'attention', last_error: expect.stringContaining('which cannot be reached now') },
    ]);
    await retryDeliveries(bench.database, bench.clock.now);
    await bench
      .worker({ ...moved, crmOf: (locationId) => createPrivateTokenAccess({ token: { key, locationId } }) })
      .drain();
    expect(tags()).toEqual([['website lead', 'market report unsubscribed']]);
    expect(await undelivered()).toEqual([]);
  });

  test('a subscription change waits while the CRM’s circuit is open, and can be the probe that closes it', async () => {
    await subscribe();
    await deleteOld();
    await change(false);
    const circuit = () =>
      bench.database.query.selectFrom('destinations').selectAll().where('name', '=', 'crm').execute();
    await ensureCircuitRow(bench.database.query, 'crm', bench.clock.now);
    const before = calls();
    crm.faults.set({ down: true });
    await bench.database.query
      .updateTable('destinations')
      .set({ state: 'open', failures: 5, open_until: bench.clock.now + MINUTE })
      .execute();
    await worker().drain();
    expect(calls()).toBe(before);
    crm.faults.clear();
    bench.clock.now += MINUTE;
    await worker().drain();
    expect(tags()).toEqual([['website lead', 'market report unsubscribed']]);
    expect(await circuit()).toMatchObject([{ state: 'closed', failures: 0 }]);
  });

  test('a change that an operator cancels is not delivered, but the next one is', async () => {
    await subscribe();
    await deleteOld();
    await change(false);
    const [delivery] = await undelivered();
    expect(await cancelDelivery(bench.database, delivery?.id ?? '', bench.clock.now)).toBe(true);
    await worker().drain();
    expect(tags()).toEqual([['website lead', 'market report']]);
    await change(true);
    await change(false);
    // Each change replaces the previous one, which has not been delivered yet.
    expect(await undelivered()).toMatchObject([{ state: 'waiting', email: EMAIL, lead_id: null }]);
    await worker().drain();
    expect(tags()).toEqual([['website lead', 'market report unsubscribed']]);
  });

  test('a stopping worker leaves the change to the next one', async () => {
    await subscribe();
    await deleteOld();
    await change(false);
    crm.faults.set({ delayMs: 60_000 });
    const before = calls();
    const stopped = worker({ stopTimeoutMs: 50 });
    stopped.start();
    await expect.poll(calls).toBeGreaterThan(before);
    await stopped.stop();
    await expect.poll(undelivered).toMatchObject([{ state: 'waiting' }]);
    crm.faults.clear();
    await worker().drain();
    expect(tags()).toEqual([['website lead', 'market report unsubscribed']]);
  });

  test('a change made while the CRM is being updated is delivered, too', async () => {
    await subscribe();
    await deleteOld();
    await change(false);
    crm.faults.set({ delayMs: 1_000 });
    const before = calls();
    const told = worker().drain();
    await expect.poll(calls).toBeGreaterThan(before);
    await change(true);
    await told;
    expect(tags()).toEqual([['website lead', 'market report']]);
    expect(await undelivered()).toEqual([]);
  });

  /** Holds the first tags request with this method. When it arrives, resolves to a function that releases it. */
  function holdUp(method: string): Promise<() => void> {
    return new Promise((there) => {
      const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
        if (init?.method === method && new Request(url).url.endsWith('/tags')) {
          spy.mockRestore();
          await new Promise<void>((go) => there(() => go()));
        }
        return genuineFetch(url, init);
      });
    });
  }

  test('subscribing during the delivery of an unsubscription subscribes in the CRM, too', async () => {
    await subscribe();
    await deleteOld();
    await change(false);
    const held = holdUp('DELETE');
    const told = worker().drain();
    const go = await held;
    bench.clock.now += 1000;
    const { now } = bench.clock;
    const intake = createLeadIntake({
      config: readConfig({}),
      database: bench.database,
      log: bench.log,
      secret: 'A secret that only tests share, of some length.',
      now: () => now,
      crmReady: () => true,
      wake: () => {},
    });
    await intake.accept(
      {
        form: 'market-report-form',
        step: 'subscription',
        session: 'another session',
        email: EMAIL,
        firstName: 'Rosalind',
        tags: ['Website Lead', 'Market Report'],
        suspicions: [],
      },
      { requestId: 'r1', ip: '192.0.2.1', userAgent: 'Browser', browserKey: null, now },
    );
    await worker().drain();
    go();
    await told;
    await worker().drain();
    expect(tags()).toEqual([['website lead', 'market report']]);
    expect((await subscription()).unsubscribed_at).toBeNull();
    expect(await undelivered()).toEqual([]);
  });

  test('unsubscribing during the delivery of another lead unsubscribes in the CRM, too', async () => {
    await subscribe();
    await bench.addLead({ tags: '["Website Lead"]' });
    const held = holdUp('POST');
    const brought = worker().drain();
    const go = await held;
    await change(false);
    await worker().drain();
    expect(tags()).toEqual([['website lead', 'market report unsubscribed']]);
    go();
    await brought;
    await worker().drain();
    expect(tags()).toEqual([['website lead', 'market report unsubscribed']]);
    expect(await undelivered()).toEqual([]);
  });

  test('unsubscribing waits for a simultaneous update or deletion of the lead', async () => {
    const id = await subscribe();
    let leaving: Promise<void> | undefined;
    await bench.database.query.transaction().execute(async (transaction) => {
      // Like the server, this transaction updates the lead first, then its subscription.
      await transaction.updateTable('leads').set({ page: '/sell' }).where('id', '=', id).execute();
      leaving = change(false);
      await delay(200);
      await transaction.updateTable('subscriptions').set({ areas: 'some' }).execute();
    });
    await leaving;
    expect(await subscription()).toMatchObject({ areas: 'some', unsubscribed_at: bench.clock.now });
  });
});
