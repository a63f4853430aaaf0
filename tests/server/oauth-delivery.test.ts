import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createOauthAccess } from '../../server/crm/crm.ts';
import { createCrmGrants, type CrmGrants } from '../../server/crm/oauth/crm-grants.ts';
import { startCrmSandbox, type CrmSandbox } from '../crm-sandbox/crm-sandbox.ts';
import { createCrmReadyCheck } from '../../server/leads/deliver/circuit.ts';
import type { DeliveryWorker } from '../../server/leads/deliver/delivery-worker.ts';
import { retryDelivery } from '../../server/leads/manage/change-lead.ts';
import type { DestinationAlert } from '../../server/leads/mail/operator-mail-text.ts';
import { openBench, type DeliveryBench } from './delivery-test-bench.ts';
import { REDIRECT, SECRET } from './grant-test-bench.ts';
import { assertNoSecretsLeaked } from './assert-no-secrets-leaked.ts';

const HOUR = 3_600_000;
const SCOPES = [
  'contacts.readonly',
  'contacts.write',
  'locations.readonly',
  'locations/customFields.readonly',
];

let bench: DeliveryBench;
let crm: CrmSandbox;
let grants: CrmGrants;
let told: string[];
let [first, second]: string[] = [];

describe.each(['sqlite', 'postgres'] as const)('on %s', (engine) => {
  beforeEach(async () => {
    bench = await openBench(engine);
    crm = await startCrmSandbox({ now: () => bench.clock.now, limits: { burst: 10_000, daily: 200_000 } });
    [first, second] = [...crm.state.locations.keys()];
    told = [];
    const { GHL_CLIENT_ID: clientId, GHL_CLIENT_SECRET: clientSecret } = crm.settings;
    grants = createCrmGrants({
      config: {
        apiBase: crm.url,
        oauth: { marketplaceBase: crm.url, clientId, clientSecret, scopes: SCOPES },
      },
      query: bench.database.query,
      secrets: [SECRET],
      log: bench.log,
      now: () => bench.clock.now,
      random: () => 1,
    });
  });
  afterEach(async () => {
    await grants.stop();
    await crm.stop();
    await bench.stop();
    assertNoSecretsLeaked(crm, bench.logText());
    if (/rosalind/i.test(bench.logText())) throw new Error('The log tells of the visitor.');
  });

  const access = (locationId: string | null = null) => createOauthAccess({ grants, locationId });
  const worker = (locationId: string | null = null): DeliveryWorker =>
    bench.worker({
      config: { crm: { apiBase: crm.url, inboundWebhookUrl: null } },
      crm: access(locationId),
      crmOf: access,
      alerts: {
        attention: () => Promise.resolve(),
        outage: () => Promise.resolve(),
        reconnect: ({ reason }: DestinationAlert) => Promise.resolve(void told.push(reason)),
      },
    });
  const connect = (locationId = first ?? '') => {
    const { code } = crm.approve({ locationId, scopes: SCOPES, redirectUri: REDIRECT });
    return grants.connect({ code: code.value, redirectUri: REDIRECT, connectedBy: null });
  };
  const whereTo = () => [...crm.state.contacts.values()].map((contact) => contact.locationId);
  const choose = (locationId = '') => grants.choose(locationId, () => Promise.resolve());
  const person = (name: string) => ({ email: `rosalind.${name}@example.com`, phone: null, phone_e164: null });
  const states = async () => (await bench.deliveries()).map(({ state, attempts }) => [state, attempts]);

  test('leads wait until a location is connected, and are then delivered to it', async () => {
    const leads = worker();
    const ready = createCrmReadyCheck(bench.database.query, access());
    await bench.addLead();
    await leads.drain();
    expect(await states()).toEqual([['waiting', 0]]);
    expect(await ready()).toBe(false);
    await connect();
    await leads.drain();
    expect(await states()).toEqual([['delivered', 1]]);
    expect(whereTo()).toEqual([first]);
    expect(await access().state()).toBe('ready');
  });

  test('with several locations, leads go to the configured one, otherwise to the one connected first', async () => {
    await connect(second);
    bench.clock.now += 1000;
    await connect(first);
    await bench.addLead({ email: 'rosalind.one@example.com', phone: null, phone_e164: null });
    await worker().drain();
    await bench.addLead({ email: 'rosalind.two@example.com', phone: null, phone_e164: null });
    await worker(first).drain();
    expect(whereTo()).toEqual([second, first]);
    await bench.addLead();
    await worker('elsewhere').drain();
    expect((await states()).filter(([state]) => state === 'waiting')).toEqual([['waiting', 0]]);
  });

  test('after a revocation leads wait without attempts, operators are notified, and reconnecting delivers them', async () => {
    await connect();
    const leads = worker();
    crm.revoke(crm.state.grants[0]?.id ?? '');
    for (let n = 0; n < 5; n += 1) await bench.addLead({ email: `rosalind${n}@example.com` });
    await leads.drain();
    for (let minute = 0; minute < 30; minute += 1) {
      bench.clock.now += 60_000;
      await leads.drain();
    }
    expect(await states()).toEqual(Array.from({ length: 5 }, () => ['waiting', 0]));
    expect(await access().state()).toBe('reconnect-needed');
    expect(told).toHaveLength(1);
    expect(told[0]).toContain('/admin/ghl');
    expect(crm.state.requests.length).toBeLessThan(30);
    const [circuit] = await bench.database.query.selectFrom('destinations').selectAll().execute();
    expect(circuit).toMatchObject({ name: 'crm', state: 'refused' });
    await connect();
    await leads.drain();
    expect(await states()).toEqual(Array.from({ length: 5 }, () => ['delivered', 1]));
    expect(await access().state()).toBe('ready');
  });

  test('operators are notified of a refused renewal before it affects a lead', async () => {
    await connect();
    const leads = worker();
    crm.revoke(crm.state.grants[0]?.id ?? '');
    bench.clock.now += 19 * HOUR;
    await grants.renewDue();
    await leads.drain();
    expect(told).toHaveLength(1);
    expect(told[0]).toContain('taken back in HighLevel');
  });

  test('a fresh token that gets a 401 is renewed once, then leads wait without attempts until the CRM accepts it', async () => {
    await connect();
    const leads = worker();
    for (let n = 0; n < 3; n += 1) await bench.addLead({ email: `rosalind${n}@example.com` });
    crm.faults.set({ unauthorized: true, only: 'GET /' });
    await leads.drain();
    const tokenCalls = () => crm.state.requests.filter(({ path }) => path === '/oauth/token').length;
    expect(tokenCalls()).toBe(2);
    expect(await states()).toEqual(Array.from({ length: 3 }, () => ['waiting', 0]));
    const [row] = await grants.locations();
    expect(row).toMatchObject({ state: 'reconnect', fault: 'access', reason: expect.stringMatching(/401/) });
    expect(told).toHaveLength(1);
    crm.faults.clear();
    bench.clock.now += 16 * 60_000;
    await leads.drain();
    expect(await states()).toEqual(Array.from({ length: 3 }, () => ['delivered', 1]));
    expect((await grants.locations())[0]).toMatchObject({ state: 'ready', reason: null });
    expect(tokenCalls()).toBe(2);
  });

  test('a token rejected in the middle of a delivery is renewed, and the delivery completes', async () => {
    await connect();
    await bench.addLead();
    crm.faults.set({ unauthorized: true, only: 'POST /contacts/', times: 1 });
    await worker().drain();
    expect(await states()).toEqual([['delivered', 1]]);
    expect(crm.state.contacts.size).toBe(1);
    expect(crm.state.notes).toHaveLength(1);
    expect((await grants.locations())[0]).toMatchObject({ state: 'ready' });
  });

  test('while an outage prevents token renewal, leads wait without attempts', async () => {
    await connect();
    const leads = worker();
    bench.clock.now += 100 * HOUR;
    crm.faults.set({ down: true });
    await bench.addLead();
    for (let minute = 0; minute < 10; minute += 1) {
      await leads.drain();
      bench.clock.now += 60_000;
    }
    expect(await states()).toEqual([['waiting', 0]]);
    crm.faults.clear();
    bench.clock.now += 5 * 60_000;
    await leads.drain();
    expect(await states()).toEqual([['delivered', 1]]);
    expect(told).toEqual([]);
  });

  test('a brief fault of the leads’ location never diverts them to another one', async () => {
    await connect(first);
    bench.clock.now += 1000;
    await connect(second);
    const leads = worker();
    await bench.addLead(person('one'));
    crm.faults.set({ unauthorized: true, only: 'GET /' });
    await leads.drain();
    expect((await grants.locations())[0]).toMatchObject({ id: first, state: 'reconnect' });
    crm.faults.clear();
    await bench.addLead(person('two'));
    await leads.drain();
    expect(whereTo()).toEqual([]);
    bench.clock.now += 1000;
    await connect(first);
    await leads.drain();
    expect(await states()).toEqual([
      ['delivered', 1],
      ['delivered', 1],
    ]);
    await bench.addLead(person('three'));
    await leads.drain();
    expect(whereTo()).toEqual([first, first, first]);
  });

  test('leads go to their location until its access token expires, then they wait', async () => {
    await connect(first);
    bench.clock.now += 1000;
    await connect(second);
    const leads = worker();
    crm.faults.set({ errorRate: 1, errorStatus: 400, only: 'POST /oauth' });
    bench.clock.now += 19 * HOUR;
    await grants.renewDue();
    const [row] = await grants.locations();
    expect(row).toMatchObject({ id: first, state: 'reconnect', fault: 'refresh' });
    expect(row && (await grants.usable(row))).toBe(true);
    await bench.addLead(person('one'));
    await leads.drain();
    bench.clock.now += 6 * HOUR;
    await bench.addLead(person('two'));
    await leads.drain();
    expect(row && (await grants.usable(row))).toBe(false);
    expect(whereTo()).toEqual([first]);
  });

  test('an operator’s choice sends pending and new leads to another location', async () => {
    await connect(first);
    bench.clock.now += 1000;
    await connect(second);
    const leads = worker();
    await bench.addLead(person('one'));
    await leads.drain();
    crm.faults.set({ unauthorized: true, only: 'GET /' });
    await bench.addLead(person('two'));
    await leads.drain();
    crm.faults.clear();
    expect(await choose(first)).toBe(false);
    expect(await choose('elsewhere')).toBe(false);
    expect(await choose(second)).toBe(true);
    await leads.drain();
    expect(whereTo()).toEqual([first, second]);
    // An operator's choice stays in effect even if locations are connected again.
    await connect(second);
    await connect(first);
    await bench.addLead(person('three'));
    await leads.drain();
    expect(await choose(first)).toBe(true);
    await bench.addLead(person('four'));
    await leads.drain();
    expect(whereTo()).toEqual([first, second, second, first]);
  });

  test('a lead that is already in one location never goes to another by itself', async () => {
    await connect(first);
    bench.clock.now += 1000;
    await connect(second);
    const leads = worker();
    const names = () => [...crm.state.contacts.values()].map(({ properties }) => properties['lastName']);
    const id = await bench.addLead(person('one'));
    await leads.drain();
    await choose(second);
    await bench.changeLead(id, { last_name: 'Second' });
    await leads.drain();
    expect(whereTo()).toEqual([first]);
    expect(names()).toEqual(['Second']);

    await grants.remove(first ?? '', () => Promise.resolve());
    await bench.changeLead(id, { last_name: 'Third' });
    await bench.addLead(person('two'));
    await leads.drain();
    expect(whereTo()).toEqual([first, second]);
    const stray = (await bench.deliveries(id)).at(-1);
    expect(stray).toMatchObject({ state: 'attention' });
    expect(stray?.last_error).toContain(`Connect ${first} at /admin/ghl and retry`);

    await connect(first);
    await retryDelivery(bench.database, stray?.id ?? '', bench.clock.now);
    await leads.drain();
    expect(whereTo()).toEqual([first, second]);
    expect(names()).toEqual(['Third', 'Quigley']);
  });

  test('a lead whose location denies access needs an operator, and does not delay others', async () => {
    await connect(first);
    bench.clock.now += 1000;
    await connect(second);
    const leads = worker();
    const id = await bench.addLead(person('one'));
    await leads.drain();
    await choose(second);
    crm.revoke(crm.state.grants[0]?.id ?? '');
    await bench.changeLead(id, { message: 'Second step.' });
    await leads.drain();
    expect((await bench.deliveries(id)).at(-1)).toMatchObject({ state: 'attention' });
    expect((await grants.locations())[0]).toMatchObject({ id: first, state: 'reconnect' });
    await bench.addLead(person('two'));
    await leads.drain();
    expect(whereTo()).toEqual([first, second]);
    expect(await access().state()).toBe('ready');
  });
});
