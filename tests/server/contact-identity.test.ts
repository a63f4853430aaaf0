import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createPrivateTokenAccess } from '../../server/crm/crm-access.ts';
import { startCrmSandbox, type CrmSandbox } from '../crm-sandbox/crm-sandbox.ts';
import { retryDeliveries } from '../../server/leads/manage/change-lead.ts';
import type { Mailers } from '../../server/leads/mail/mailers.ts';
import { changeSubscription, queueSubscriptionDelivery } from '../../server/leads/store/subscriptions.ts';
import { deleteOldLeads } from '../../server/leads/store/delete-leads.ts';
import { deleteLeadOnRequest } from '../../server/operators/inbox/lead-actions.ts';
import { openBench, type DeliveryBench } from './delivery-test-bench.ts';

const ALICE = {
  first_name: 'Alice',
  last_name: 'Cooper',
  email: 'alice@example.com',
  phone: '(515) 555-0142',
  phone_e164: '+15155550142',
};
const MALLORY = { ...ALICE, first_name: 'Mallory', last_name: 'Miller', email: 'mallory@example.net' };

const OPERATOR = {
  id: 'operator-1',
  email: 'operator@example.com',
  name: 'Olive',
  role: 'operator' as const,
  requestId: 'r1',
};

const genuineFetch = globalThis.fetch;

let crm: CrmSandbox;
let bench: DeliveryBench;

describe.each(['sqlite', 'postgres'] as const)('on %s', (engine) => {
  beforeEach(async () => {
    crm = await startCrmSandbox({ limits: { burst: 10_000, daily: 200_000 } });
    bench = await openBench(engine);
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    const { violations, requests } = crm.state;
    const upserts = requests.filter(({ path }) => path.startsWith('/contacts/upsert'));
    await crm.stop();
    await bench.stop();
    if (violations.length > 0) throw new Error(`Not as the CRM documents: ${JSON.stringify(violations)}`);
    if (upserts.length > 0) throw new Error('An upsert was used: it overwrites contacts.');
  });

  function worker(mailers?: Mailers) {
    const { HIGHLEVEL_API_BASE: apiBase, GHL_API_KEY: key, GHL_LOCATION_ID: locationId } = crm.settings;
    return bench.worker({
      config: { crm: { apiBase, inboundWebhookUrl: null } },
      crm: createPrivateTokenAccess({ token: { key, locationId } }),
      mailers,
    });
  }
  const contacts = () => [...crm.state.contacts.values()];
  const notes = () => crm.state.notes.map(({ body }) => body);
  const changes = () => crm.state.requests.filter(({ method }) => method === 'PUT');
  /** Blocks matching requests until two of them have arrived. Returns a function that counts the requests. */
  function holdUntilTwo(method: string, path: RegExp): () => number {
    const { promise: both, resolve } = Promise.withResolvers<void>();
    let count = 0;
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
      if (init?.method === method && path.test(new URL(new Request(url).url).pathname)) {
        count += 1;
        if (count === 2) resolve();
        await both;
        // Its time limit has begun before the wait.
        return genuineFetch(url, { ...init, signal: null });
      }
      return genuineFetch(url, init);
    });
    return () => count;
  }
  function only() {
    const [contact, ...others] = contacts();
    if (!contact) throw new Error('There is no contact.');
    expect(others).toEqual([]);
    return contact;
  }
  const identity = () => {
    const { email, phone, properties } = only();
    return [properties['firstName'], properties['lastName'], email, phone];
  };
  const UNCHANGED = ['Alice', 'Cooper', 'alice@example.com', '+15155550142'];

  test.each([
    ['with her number and another address', MALLORY],
    ['with her number alone', { ...MALLORY, email: null }],
    [
      'with her address and another number',
      { ...ALICE, phone: '(515) 555-0199', phone_e164: '+15155550199' },
    ],
    [
      'with her address and another name',
      { ...MALLORY, email: 'Alice@Example.com', phone: null, phone_e164: null },
    ],
  ])('a stranger %s does not change a client; the agent is asked to check', async (_name, stranger) => {
    await bench.addLead(ALICE);
    await worker().drain();
    const before = structuredClone(only());
    await bench.addLead({ ...stranger, source: 'Elsewhere', tags: '["Seller"]' });
    await worker().drain();
    expect(identity()).toEqual(UNCHANGED);
    expect(only()).toEqual({ ...before, tags: [...before.tags, 'check identity'] });
    expect(changes()).toEqual([]);
    expect(notes()).toHaveLength(2);
    expect(notes()[1]).toContain(`Name: ${stranger.first_name} ${stranger.last_name}\n`);
    expect(notes()[1]).toContain('Tags not added to the contact: Seller\n');
    if (stranger.email) expect(notes()[1]).toContain(`E-mail: ${stranger.email}\n`);
    if (stranger.phone) expect(notes()[1]).toContain(`Phone: ${stranger.phone}\n`);
  });

  test('missing details of a contact are filled in', async () => {
    await bench.addLead({ ...ALICE, first_name: null, last_name: null, email: null, source: null });
    await worker().drain();
    await bench.addLead({ ...ALICE, source: 'Sell Page' });
    await worker().drain();
    expect(identity()).toEqual(UNCHANGED);
    expect(only().properties['source']).toBe('Sell Page');
    expect(only().tags).not.toContain('check identity');
  });

  test('later steps of a lead update its own values, unless someone else has changed them', async () => {
    const id = await bench.addLead({
      ...ALICE,
      first_name: null,
      last_name: null,
      email: 'alcie@example.com',
    });
    await worker().drain();
    await bench.changeLead(id, ALICE);
    await worker().drain();
    expect(identity()).toEqual(UNCHANGED);
    expect(only().tags).not.toContain('check identity');
    only().email = 'corrected@example.com';
    await bench.changeLead(id, { email: 'again@example.com', last_name: 'Cooper-Hart' });
    await worker().drain();
    expect(identity()).toEqual(['Alice', 'Cooper-Hart', 'corrected@example.com', '+15155550142']);
    expect(only().tags).toContain('check identity');
    expect(notes()).toHaveLength(1);
    expect(notes()[0]).toContain('E-mail: again@example.com');
  });

  test('a second step does not overwrite values that existed before the first one', async () => {
    await bench.addLead(ALICE);
    await worker().drain();
    const stranger = await bench.addLead(ALICE);
    await worker().drain();
    await bench.changeLead(stranger, { email: 'mallory@example.net' });
    await worker().drain();
    expect(identity()).toEqual(UNCHANGED);
    expect(only().tags).toContain('check identity');
  });

  test('an e-mail address and a phone number of two different contacts: neither changes, and the agent is asked to check', async () => {
    await bench.addLead({ ...ALICE, phone: null, phone_e164: null });
    await bench.addLead({ ...MALLORY });
    await worker().drain();
    await bench.addLead(ALICE);
    await worker().drain();
    const [alice, mallory] = contacts().toSorted((one, other) =>
      (one.email ?? '') < (other.email ?? '') ? -1 : 1,
    );
    expect(contacts()).toHaveLength(2);
    expect(alice).toMatchObject({ email: 'alice@example.com' });
    expect(alice?.phone).toBeUndefined();
    expect(alice?.tags).toContain('check identity');
    expect(mallory).toMatchObject({ email: 'mallory@example.net', phone: '+15155550142' });
  });

  test('two servers that deliver two people with the same number at once create one complete contact with both in its notes', async () => {
    const bob = { ...ALICE, first_name: 'Bob', email: 'bob@example.com' };
    await bench.addLead(ALICE);
    // Both servers search and find nobody before either of them creates the contact.
    const held = holdUntilTwo('POST', /^\/contacts\/$/);
    const first = worker().drain();
    await expect.poll(held).toBe(1);
    await bench.addLead(bob);
    await Promise.all([first, worker().drain()]);
    const creations = crm.state.requests.filter(
      ({ method, path }) => method === 'POST' && path === '/contacts/',
    );
    expect(creations.map(({ status }) => String(status)).toSorted()).toEqual(['201', '400']);
    expect([UNCHANGED, ['Bob', 'Cooper', 'bob@example.com', '+15155550142']]).toContainEqual(identity());
    expect(only().tags).toContain('check identity');
    expect(changes()).toEqual([]);
    expect(notes().filter((body) => body.includes('E-mail: alice@example.com'))).toHaveLength(1);
    expect(notes().filter((body) => body.includes('E-mail: bob@example.com'))).toHaveLength(1);
    expect(await bench.deliveries()).toMatchObject([{ state: 'delivered' }, { state: 'delivered' }]);
  });

  test('if two servers fill the same empty field at once, the agent is asked to check', async () => {
    await bench.addLead({ ...ALICE, first_name: null, last_name: null, email: null });
    await worker().drain();
    await bench.addLead(ALICE);
    // Both servers read the contact before either of them changes it.
    const held = holdUntilTwo('PUT', /^\/contacts\/[^/]+$/);
    const first = worker().drain();
    await expect.poll(held).toBe(1);
    await bench.addLead({ ...ALICE, first_name: 'Bob', email: 'bob@example.com' });
    await Promise.all([first, worker().drain()]);
    expect(changes()).toHaveLength(2);
    expect([UNCHANGED, ['Bob', 'Cooper', 'bob@example.com', '+15155550142']]).toContainEqual(identity());
    expect(only().tags).toContain('check identity');
    expect(notes()).toHaveLength(3);
  });

  test('people who share a phone number do not change each other’s subscription', async () => {
    const { query } = bench.database;
    const subscribe = (email: string, lead_id: string, unsubscribed_at: number | null) =>
      query
        .insertInto('subscriptions')
        .values({ email, lead_id, name: null, areas: 'all', since: 1, unsubscribed_at })
        .execute();
    const tags = '["Website Lead","Market Report"]';
    await subscribe(ALICE.email, await bench.addLead({ ...ALICE, tags }), 5);
    await worker().drain();
    expect(only().tags).toEqual(['website lead', 'market report unsubscribed']);
    const bob = { ...ALICE, first_name: 'Bob', email: 'bob@example.com', tags };
    await subscribe(bob.email, await bench.addLead(bob), null);
    await worker().drain();
    const after = ['website lead', 'market report unsubscribed', 'check identity'];
    expect(only().tags).toEqual(after);
    const again = { email: bob.email, requestId: null, now: bench.clock.now };
    await query.transaction().execute((transaction) => queueSubscriptionDelivery(transaction, again));
    await worker().drain();
    expect(only().tags).toEqual(after);
  });

  test.each([
    ['name', { first_name: 'Bob' }],
    ['number', { phone: '(515) 555-0199', phone_e164: '+15155550199' }],
  ])('an unsubscription reaches the CRM if the contact has another %s', async (_part, other) => {
    const { query } = bench.database;
    await bench.addLead({ ...ALICE, tags: '["Website Lead","Market Report"]' });
    await worker().drain();
    const id = await bench.addLead({ ...ALICE, ...other, tags: '["Market Report"]' });
    await query
      .insertInto('subscriptions')
      .values({ email: ALICE.email, lead_id: id, name: null, areas: 'all', since: 1 })
      .execute();
    await worker().drain();
    expect(only().tags).toEqual(['website lead', 'market report', 'check identity']);
    await changeSubscription(query, {
      email: ALICE.email,
      subscribed: false,
      requestId: null,
      now: bench.clock.now,
    });
    await worker().drain();
    expect(only().tags).toEqual(['website lead', 'check identity', 'market report unsubscribed']);
    expect(identity()).toEqual(UNCHANGED);
    expect(notes().join()).not.toContain('Tags not added to the contact: Market Report Unsubscribed');
  });

  test.each(['an operator', 'retention'])(
    'a subscription of a lead that %s deletes does not change another person’s contact',
    async (who) => {
      const { query } = bench.database;
      const tags = '["Market Report"]';
      await bench.addLead({ ...ALICE, tags });
      await worker().drain();
      const id = await bench.addLead({ ...MALLORY, tags });
      await query
        .insertInto('subscriptions')
        .values({ email: MALLORY.email, lead_id: id, name: null, areas: 'all', since: 1 })
        .execute();
      await worker().drain();
      const after = ['market report', 'check identity'];
      expect(only().tags).toEqual(after);
      if (who === 'an operator')
        await deleteLeadOnRequest(bench.database, id, { operator: OPERATOR, now: 1 });
      else {
        expect(await deleteOldLeads(bench.database, bench.clock.now + 1)).toBe(2);
        const left = { email: MALLORY.email, subscribed: false, requestId: null, now: bench.clock.now };
        await changeSubscription(query, left);
      }
      await worker().drain();
      expect(only().tags).toEqual(after);
      // The subscriber's own contact is found by its address.
      only().email = MALLORY.email;
      const again = { email: MALLORY.email, requestId: null, now: bench.clock.now };
      await query.transaction().execute((transaction) => queueSubscriptionDelivery(transaction, again));
      await worker().drain();
      expect(only().tags).toEqual(['check identity', 'market report unsubscribed']);
    },
  );

  test('the agent gets one e-mail per lead, however often its delivery is repeated', async () => {
    const sent: string[] = [];
    const mailers: Mailers = {
      alert: async () => true,
      identity: async (lead) => sent.push(lead.id) > 0,
      confirmation: async () => true,
    };
    await bench.addLead(ALICE);
    await worker(mailers).drain();
    expect(sent).toEqual([]);
    const stranger = await bench.addLead(MALLORY);
    crm.faults.set({ errorRate: 1, errorStatus: 500, only: 'POST /contacts/', times: 2 });
    for (let tries = 0; tries < 4; tries += 1) {
      await Promise.all([worker(mailers).drain(), worker(mailers).drain()]);
      bench.clock.now += 60_000;
    }
    await bench.changeLead(stranger, { notes: 'More' });
    await worker(mailers).drain();
    await retryDeliveries(bench.database, bench.clock.now);
    await worker(mailers).drain();
    expect(sent).toEqual([stranger]);
    const story = await bench.database.query
      .selectFrom('lead_events')
      .select('detail')
      .where('lead_id', '=', stranger)
      .where('kind', '=', 'delivered')
      .execute();
    expect(JSON.parse(story[0]?.detail ?? '{}')).toMatchObject({
      destination: 'crm',
      differs: ['name', 'email'],
    });
    expect(bench.logText()).not.toMatch(/mallory|alice/i);
  });

  test('without a mail server, no delivery waits for one', async () => {
    await bench.addLead(ALICE);
    await bench.addLead(MALLORY);
    await worker().drain();
    expect((await bench.deliveries()).map(({ destination }) => destination)).toEqual(['crm', 'crm']);
  });
});
