import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  cancelDelivery,
  retryDeliveries,
  retryDelivery,
  releaseLead,
} from '../../server/leads/manage/change-lead.ts';
import { createCrmReadyCheck } from '../../server/leads/deliver/circuit.ts';
import { createDeliveryAlerts } from '../../server/leads/deliver/delivery-alerts.ts';
import { createDeliveryLane } from '../../server/leads/deliver/delivery-lane.ts';
import { createPrivateTokenAccess } from '../../server/crm/crm-access.ts';
import { DeliveryError } from '../../server/leads/deliver/delivery.ts';
import { readDeliverySummary } from '../../server/leads/manage/delivery-summary.ts';
import type { MailContext, Mailers } from '../../server/leads/mail/mailers.ts';
import type { DestinationAlertSender } from '../../server/leads/mail/operator-alerts.ts';
import type { DestinationAlert } from '../../server/leads/mail/operator-mail-text.ts';
import { openBench, type DeliveryBench } from './delivery-test-bench.ts';

const MINUTE = 60_000;

let bench: DeliveryBench;

/**
 * Creates mailers that record alerts instead of sending them. `send` may throw to simulate a fault. If `isNeeded` is
 * false, there is nothing to send.
 */
function mails(send: (context: MailContext, n: number) => Promise<void> | void = () => {}, isNeeded = true) {
  const sent: (MailContext & { revision: number })[] = [];
  let calls = 0;
  const mailers: Mailers = {
    alert: async ({ revision }, context) => {
      calls += 1;
      await send(context, calls);
      sent.push({ ...context, revision });
      return isNeeded;
    },
    identity: async () => true,
    confirmation: async () => true,
  };
  return { mailers, sent, calls: () => calls };
}

/** Creates operator alerts that record the kind of each notice. */
function toldAlerts() {
  const told: (keyof DestinationAlertSender)[] = [];
  const tell = (kind: keyof DestinationAlertSender) => async () => void told.push(kind);
  return { told, attention: tell('attention'), outage: tell('outage'), reconnect: tell('reconnect') };
}

describe.each(['sqlite', 'postgres'] as const)('on %s', (engine) => {
  beforeEach(async () => {
    bench = await openBench(engine);
  });
  afterEach(() => bench.stop());

  const circuit = () =>
    bench.database.query
      .selectFrom('destinations')
      .selectAll()
      .where('name', '=', 'alert')
      .executeTakeFirst();

  test('e-mails wait until they can name the agent, and no attempt is counted', async () => {
    let ready = false;
    const { mailers, calls } = mails();
    const worker = bench.worker({ mailers, mailReady: () => ready });
    await bench.addLead({}, ['alert', 'confirmation']);
    await worker.drain();
    expect(await bench.deliveries()).toMatchObject([
      { state: 'waiting', attempts: 0 },
      { state: 'waiting', attempts: 0 },
    ]);
    expect(calls()).toBe(0);
    ready = true;
    await worker.drain();
    expect(await bench.deliveries()).toMatchObject([{ state: 'delivered' }, { state: 'delivered' }]);
  });

  test('a started worker delivers when it is woken, and stops after completing deliveries in flight', async () => {
    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const { mailers, sent } = mails(() => held);
    const worker = bench.worker({ mailers });
    worker.start();
    await bench.addLead({}, ['alert']);
    worker.wake();
    await expect.poll(() => bench.deliveries()).toMatchObject([{ state: 'sending' }]);
    let over = false;
    const stopped = worker.stop().then(() => (over = true));
    await bench.deliveries();
    expect(over).toBe(false);
    letGo();
    await stopped;
    await bench.addLead({}, ['alert']);
    worker.wake();
    expect(sent).toHaveLength(1);
    const states = (await bench.deliveries()).map((row) => row.state);
    expect(states.toSorted()).toEqual(['delivered', 'waiting']);
  });

  test('slow renewal of credentials delays only the CRM, and does not delay a stop', async () => {
    let come = () => {};
    const coming = new Promise<{ token: string; locationId: string }>((resolve) => {
      come = () => resolve({ token: 'new', locationId: 'ours' });
    });
    const { mailers, sent } = mails();
    const access = { ...createPrivateTokenAccess({ token: null }), credentials: () => coming };
    const worker = bench.worker({ mailers, crm: access });
    worker.start();
    for (const count of [1, 2, 3]) {
      await bench.addLead({}, ['crm', 'alert']);
      worker.wake();
      await expect.poll(() => sent.length).toBe(count);
    }
    const other = bench.worker({ crm: access });
    other.start();
    await other.stop();
    const attempts = async () =>
      (await bench.deliveries()).filter(
        ({ destination, attempts: tried }) => destination === 'crm' && tried > 0,
      );
    expect(await attempts()).toEqual([]);
    come();
    // Nothing listens at the CRM's address, so the test can only observe the attempt.
    await expect.poll(attempts).not.toEqual([]);
    await worker.stop();
  });

  test('three workers together deliver each of 60 once', async () => {
    for (let n = 0; n < 60; n += 1) await bench.addLead({}, ['alert']);
    const { mailers, sent } = mails(() => new Promise((resolve) => setTimeout(resolve, 2)));
    await Promise.all(Array.from({ length: 3 }, () => bench.worker({ mailers }).drain()));
    expect(sent).toHaveLength(60);
    expect(new Set(sent.map(({ deliveryId }) => deliveryId)).size).toBe(60);
    const rows = await bench.deliveries();
    expect(rows.filter((row) => row.state !== 'delivered')).toEqual([]);
  });

  test('an expired lease is claimed again, and the late first worker records nothing', async () => {
    const id = await bench.addLead({}, ['alert']);
    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const late = mails(() => held);
    const lateWorker = bench.worker({ mailers: late.mailers });
    const lateDrain = lateWorker.drain();
    await expect.poll(late.calls).toBe(1);
    const { mailers, sent } = mails();
    bench.clock.now += 59_000;
    await bench.worker({ mailers }).drain();
    expect(sent).toEqual([]);
    bench.clock.now += 2000;
    await bench.worker({ mailers }).drain();
    expect(sent).toHaveLength(1);
    letGo();
    await lateDrain;
    expect(await bench.deliveries(id)).toMatchObject([{ state: 'delivered', attempts: 1 }]);
    expect(bench.events()).toContainEqual(expect.objectContaining({ event: 'delivery-lease-lost' }));
  });

  test('the back-off doubles with every attempt, up to 15 minutes', async () => {
    await bench.addLead({}, ['alert']);
    const { mailers } = mails(() => {
      throw new DeliveryError('transient', 'Busy.');
    });
    const worker = bench.worker({ mailers });
    const waits: number[] = [];
    for (let n = 0; n < 12; n += 1) {
      await worker.drain();
      const [row] = await bench.deliveries();
      const wait = (row?.next_attempt_at ?? 0) - bench.clock.now;
      waits.push(wait / 1000);
      bench.clock.now += wait;
      await bench.database.query.updateTable('destinations').set({ state: 'closed', failures: 0 }).execute();
    }
    expect(waits).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900]);
  });

  test('an outage opens the circuit: one probe at a time, no attempts counted, everything delivered afterwards', async () => {
    for (let n = 0; n < 40; n += 1) await bench.addLead({}, ['alert']);
    let isDown = true;
    const { mailers, calls, sent } = mails(() => {
      if (isDown) throw new DeliveryError('transient', 'Down.');
    });
    const worker = bench.worker({ mailers });
    const other = bench.worker({ mailers });
    await worker.drain();
    expect(await circuit()).toMatchObject({ state: 'open', reason: 'Down.' });
    const first = calls();
    expect(first).toBeLessThanOrEqual(7);
    const attempts = (await bench.deliveries()).map((row) => row.attempts);
    // The outage lasts one day.
    const day = 24 * 60;
    for (let minutes = 0; minutes < day; minutes += 3) {
      await worker.drain();
      await other.drain();
      bench.clock.now += 3 * MINUTE;
    }
    expect(calls() - first).toBeGreaterThan(100);
    expect(calls() - first).toBeLessThanOrEqual(day / 5 + 10);
    const after = (await bench.deliveries()).map((row) => row.attempts);
    const sorted = (list: readonly number[]) => list.toSorted((a, b) => a - b);
    expect(sorted(after)).toEqual(sorted(attempts));
    isDown = false;
    bench.clock.now += 6 * MINUTE;
    await worker.drain();
    expect(sent).toHaveLength(40);
    expect(await circuit()).toMatchObject({ state: 'closed', failures: 0 });
    expect(bench.events()).toContainEqual(expect.objectContaining({ event: 'circuit-closed' }));
  });

  test('a delivery that fails before the destination is called says nothing about an outage', async () => {
    for (let n = 0; n < 10; n += 1) await bench.addLead({}, ['alert']);
    let fault = new DeliveryError('transient', 'Down.');
    const { mailers, calls } = mails(() => {
      const thrown = fault;
      fault = new DeliveryError('transient', 'Down.');
      throw thrown;
    });
    const worker = bench.worker({ mailers });
    await worker.drain();
    expect(await circuit()).toMatchObject({ state: 'open' });
    bench.clock.now += 6 * MINUTE;
    const before = calls();
    fault = new DeliveryError('lasting', 'Nobody gets it.', { inconclusive: true });
    await worker.drain();
    // The next delivery is the probe instead, and the others go on waiting.
    expect(calls() - before).toBe(2);
    expect(await circuit()).toMatchObject({ state: 'open' });
    const states = (await bench.deliveries()).map(({ state }) => state);
    expect(states.filter((state) => state === 'attention')).toHaveLength(1);
    expect(states.filter((state) => state === 'waiting')).toHaveLength(9);
  });

  test('a delivery with nothing to send does not end an outage', async () => {
    for (let n = 0; n < 10; n += 1) await bench.addLead({}, ['alert']);
    const down = mails(() => {
      throw new DeliveryError('transient', 'Down.');
    });
    await bench.worker({ mailers: down.mailers }).drain();
    expect(await circuit()).toMatchObject({ state: 'open' });
    bench.clock.now += 6 * MINUTE;
    await bench.worker({ mailers: mails(() => {}, false).mailers }).drain();
    expect(await circuit()).toMatchObject({ state: 'open' });
  });

  /** Creates a worker whose deliveries of these leads always fail, as in an outage. */
  async function workerWithout(leads: readonly string[], alerts = toldAlerts()) {
    const poisoned = new Set(
      (await Promise.all(leads.map((id) => bench.deliveries(id)))).flat().map(({ id }) => id),
    );
    const { mailers, sent, calls } = mails(({ deliveryId }) => {
      if (poisoned.has(deliveryId)) throw new DeliveryError('transient', 'Always.');
    });
    return { worker: bench.worker({ mailers, alerts }), sent, calls, told: alerts.told };
  }

  test('a delivery that always fails is not an outage: others are delivered at once, and it needs an operator after a day', async () => {
    const bad = await bench.addLead({}, ['alert']);
    const { worker, sent, told } = await workerWithout([bad]);
    const states = new Set<string | undefined>();
    for (let hours = 0; hours < 25; hours += 0.25) {
      await worker.drain();
      states.add((await circuit())?.state);
      bench.clock.now += 15 * MINUTE;
      if (hours % 5 !== 0) continue;
      await bench.addLead({}, ['alert']);
      await worker.drain();
      expect(sent).toHaveLength(hours / 5 + 1);
    }
    expect([...states]).toEqual(['closed']);
    expect(await bench.deliveries(bad)).toMatchObject([{ state: 'attention', last_error: 'Always.' }]);
    expect(told).toEqual(['attention']);
  });

  test('a delivery that always fails needs an operator after a day, even without any other lead', async () => {
    const bad = await bench.addLead({}, ['alert']);
    const { worker, calls, told } = await workerWithout([bad]);
    for (let hours = 0; hours < 25; hours += 0.25) {
      await worker.drain();
      bench.clock.now += 15 * MINUTE;
    }
    expect(await bench.deliveries(bad)).toMatchObject([{ state: 'attention', attempts: calls() }]);
    expect(told).toEqual(['attention']);
  });

  test('several deliveries that always fail look like an outage only until a few others succeed', async () => {
    const bad = [await bench.addLead({}, ['alert']), await bench.addLead({}, ['alert'])];
    const { worker, sent, told } = await workerWithout(bad);
    for (let minutes = 0; minutes < 90; minutes += 5) {
      await worker.drain();
      bench.clock.now += 5 * MINUTE;
    }
    expect(await circuit()).toMatchObject({ state: 'open' });
    expect(told).toEqual(['outage']);
    for (let others = 1; others <= 3; others += 1) {
      await bench.addLead({}, ['alert']);
      for (let tries = 0; sent.length < others; tries += 1) {
        expect(tries).toBeLessThan(4);
        bench.clock.now += 6 * MINUTE;
        await worker.drain();
      }
    }
    for (let hours = 0; hours < 25; hours += 0.25) {
      bench.clock.now += 15 * MINUTE;
      await worker.drain();
      expect(await circuit()).toMatchObject({ state: 'closed' });
    }
    const states = (await Promise.all(bad.map((id) => bench.deliveries(id))))
      .flat()
      .map(({ state }) => state);
    expect(states).toEqual(['attention', 'attention']);
    expect(told).toEqual(['outage', 'attention']);
  });

  test('the last lead of an outage is probed until it succeeds, and operators are notified of the outage once', async () => {
    const last = await bench.addLead({}, ['alert']);
    const other = await bench.addLead({}, ['alert']);
    let isDown = true;
    const { mailers, sent } = mails(() => {
      if (isDown) throw new DeliveryError('transient', 'Down.');
    });
    const alerts = toldAlerts();
    const worker = bench.worker({ mailers, alerts });
    for (let minutes = 0; minutes < 30; minutes += 5) {
      await worker.drain();
      bench.clock.now += 5 * MINUTE;
    }
    expect(await circuit()).toMatchObject({ state: 'open' });
    const [row] = await bench.deliveries(other);
    expect(await cancelDelivery(bench.database, row?.id ?? '', bench.clock.now)).toBe(true);
    for (let hours = 0; hours < 25; hours += 0.25) {
      bench.clock.now += 15 * MINUTE;
      await worker.drain();
    }
    expect(await bench.deliveries(last)).toMatchObject([{ state: 'waiting' }]);
    expect(alerts.told).toEqual(['outage']);
    isDown = false;
    bench.clock.now += 6 * MINUTE;
    await worker.drain();
    expect(sent).toHaveLength(1);
    expect(await bench.deliveries(last)).toMatchObject([{ state: 'delivered' }]);
    expect(await circuit()).toMatchObject({ state: 'closed' });
  });

  test('operators are notified once per outage when a circuit is open for an hour, by one of the servers', async () => {
    let isDown = true;
    const { mailers } = mails(() => {
      if (isDown) throw new DeliveryError('transient', 'Down.');
    });
    const alerts = toldAlerts();
    const servers = [bench.worker({ mailers, alerts }), bench.worker({ mailers, alerts })];
    const pass = async (minutes: number) => {
      for (let minute = 0; minute < minutes; minute += 5) {
        await Promise.all(servers.map((server) => server.drain()));
        bench.clock.now += 5 * MINUTE;
      }
    };
    const outage = async (minutes: number) => {
      isDown = true;
      for (let n = 0; n < 10; n += 1) await bench.addLead({}, ['alert']);
      await pass(minutes);
      isDown = false;
      await pass(10);
      expect(await circuit()).toMatchObject({ state: 'closed' });
    };
    await outage(45);
    expect(alerts.told).toEqual([]);
    await outage(300);
    expect(alerts.told).toEqual(['outage']);
    await outage(70);
    expect(alerts.told).toEqual(['outage', 'outage']);
  });

  test('only the newest revision of a lead is delivered, and the earlier ones are settled', async () => {
    const id = await bench.addLead({}, ['alert']);
    await bench.changeLead(id, { message: 'More' }, ['alert']);
    const { mailers, sent } = mails();
    await bench.worker({ mailers }).drain();
    expect(sent).toMatchObject([{ revision: 2 }]);
    expect(await bench.deliveries(id)).toMatchObject([{ state: 'delivered' }, { state: 'delivered' }]);
    const stories = await bench.database.query.selectFrom('lead_events').select('kind').execute();
    expect(stories.map((one) => one.kind).toSorted()).toEqual(['delivered', 'delivery-superseded']);
  });

  test('a revision made while an earlier one is in flight waits for it', async () => {
    const id = await bench.addLead({}, ['alert']);
    let running = 0;
    let most = 0;
    const { mailers, sent } = mails(async (_context, n) => {
      running += 1;
      most = Math.max(most, running);
      if (n === 1) {
        await bench.changeLead(id, { message: 'More' }, ['alert']);
        await other.drain();
      }
      running -= 1;
    });
    const other = bench.worker({ mailers });
    await bench.worker({ mailers }).drain();
    expect(most).toBe(1);
    expect(sent.map(({ revision }) => revision)).toEqual([1, 2]);
  });

  test('a failed older revision neither blocks a newer one nor outlives it', async () => {
    const id = await bench.addLead({}, ['alert']);
    const { mailers, sent } = mails((_context, n) => {
      if (n === 1) throw new DeliveryError('lasting', 'Not this.');
    });
    const worker = bench.worker({ mailers });
    await worker.drain();
    expect(await bench.deliveries(id)).toMatchObject([{ state: 'attention', last_error: 'Not this.' }]);
    await bench.changeLead(id, {}, ['alert']);
    await worker.drain();
    expect(sent).toHaveLength(1);
    expect(await bench.deliveries(id)).toMatchObject([{ state: 'delivered' }, { state: 'delivered' }]);
  });

  test.each([
    ['forwards', 10 * 365 * 24 * 60 * MINUTE],
    ['backwards', -10 * 365 * 24 * 60 * MINUTE],
  ])('if the clock jumps %s, deliveries neither stall nor repeat', async (_name, jump) => {
    const waiting = await bench.addLead({}, ['alert']);
    const { mailers, sent, calls } = mails((_context, n) => {
      if (n === 1) throw new DeliveryError('transient', 'Busy.');
    });
    const worker = bench.worker({ mailers });
    await worker.drain();
    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const slow = mails(() => held);
    const crashed = await bench.addLead({}, ['confirmation']);
    const slowWorker = bench.worker({
      mailers: {
        ...slow.mailers,
        alert: async () => true,
        confirmation: (lead, context) => slow.mailers.alert(lead, context),
      },
    });
    const slowDrain = slowWorker.drain();
    await expect.poll(slow.calls).toBe(1);
    bench.clock.now += jump;
    slowWorker.wake();
    await worker.drain();
    expect(calls()).toBe(2);
    expect(sent).toHaveLength(1);
    expect(await bench.deliveries(waiting)).toMatchObject([{ state: 'delivered' }]);
    letGo();
    await slowDrain;
    expect(slow.calls()).toBe(1);
    expect(await bench.deliveries(crashed)).toMatchObject([{ state: 'delivered' }]);
  });

  test('operators are notified once an hour, and again if a notice failed', async () => {
    const told: DestinationAlert[] = [];
    let fails = true;
    const alerts = {
      attention: async (alert: DestinationAlert) => {
        if (fails) throw new DeliveryError('transient', 'No mail.');
        told.push(alert);
      },
      outage: async () => {},
      reconnect: async () => {},
    };
    const { mailers } = mails(() => {
      throw new DeliveryError('lasting', 'Refused for rosalind.quigley@example.com, (515) 555-0142.');
    });
    await bench.addLead({}, ['alert']);
    await bench.worker({ mailers, alerts }).drain();
    expect(await circuit()).toMatchObject({ alerted_at: null });
    fails = false;
    const worker = bench.worker({ mailers, alerts });
    for (let n = 0; n < 3; n += 1) {
      await bench.addLead({}, ['alert']);
      await worker.drain();
      bench.clock.now += 10 * MINUTE;
    }
    expect(told).toEqual([
      { destination: 'alert', reason: 'Refused for [e-mail], ([number].', attention: 2, waiting: 0 },
    ]);
    expect(bench.logText()).not.toMatch(/rosalind|555.0142/);
  });

  test('a destination that asks for a day of patience is asked again after two hours, and not before', async () => {
    const id = await bench.addLead({}, ['alert']);
    const { mailers, calls, sent } = mails((_context, n) => {
      // Ends the test if the delivery is always due.
      if (n < 20) throw new DeliveryError('transient', 'Too many.', { retryAfterMs: 24 * 60 * MINUTE });
    });
    const worker = bench.worker({ mailers });
    await worker.drain();
    bench.clock.now += 119 * MINUTE;
    await worker.drain();
    expect(calls()).toBe(1);
    expect(await bench.deliveries(id)).toMatchObject([{ state: 'waiting', attempts: 1 }]);
    bench.clock.now += 2 * MINUTE;
    await worker.drain();
    expect(calls()).toBe(2);
    expect(sent).toEqual([]);
  });

  test('of several servers, one reports that the credentials are refused, and once', async () => {
    const { mailers } = mails(() => {
      throw new DeliveryError('refused', 'Wrong password.');
    });
    const alerts = toldAlerts();
    const servers = [1, 2, 3].map(() => bench.worker({ mailers, alerts }));
    await bench.addLead({}, ['alert']);
    let monotonicNow = performance.now();
    const monotonic = vi.spyOn(performance, 'now').mockImplementation(() => monotonicNow);
    onTestFinished(() => monotonic.mockRestore());
    for (let minutes = 0; minutes < 300; minutes += 15) {
      await Promise.all(servers.map((server) => server.drain()));
      bench.clock.now += 15 * MINUTE;
      monotonicNow += 15 * MINUTE;
    }
    expect(alerts.told).toEqual(['reconnect']);
  });

  test.each([
    ['a delivery that needs an operator', new DeliveryError('lasting', 'No such address.'), 'attention'],
    ['refused credentials', new DeliveryError('refused', 'Wrong password.'), 'reconnect'],
  ] as const)(
    'a server that starts reports %s if the one before stopped in the quiet hour',
    async (_, second, kind) => {
      let error = new DeliveryError('lasting', 'No such address.');
      const { mailers } = mails(() => {
        throw error;
      });
      const alerts = toldAlerts();
      const before = bench.worker({ mailers, alerts });
      await bench.addLead({}, ['alert']);
      await before.drain();
      bench.clock.now += 20 * MINUTE;
      error = second;
      await bench.addLead({}, ['alert']);
      await before.drain();
      expect(alerts.told).toEqual(['attention']);
      for (let starts = 0; starts < 3; starts += 1) {
        bench.clock.now += 61 * MINUTE;
        await bench.worker({ mailers, alerts }).drain();
      }
      expect(alerts.told).toEqual(['attention', kind]);
    },
  );

  test('an outage is reported although a delivery needed an operator when it began', async () => {
    let error = new DeliveryError('lasting', 'No such address.');
    const { mailers } = mails(() => {
      throw error;
    });
    const alerts = toldAlerts();
    const worker = bench.worker({ mailers, alerts });
    await bench.addLead({}, ['alert']);
    await worker.drain();
    bench.clock.now += 20 * MINUTE;
    await bench.addLead({}, ['alert']);
    await worker.drain();
    error = new DeliveryError('transient', 'Down.');
    for (let n = 0; n < 6; n += 1) await bench.addLead({}, ['alert']);
    let monotonicNow = performance.now();
    const monotonic = vi.spyOn(performance, 'now').mockImplementation(() => monotonicNow);
    onTestFinished(() => monotonic.mockRestore());
    for (let minutes = 0; minutes < 130; minutes += 5) {
      await worker.drain();
      bench.clock.now += 5 * MINUTE;
      monotonicNow += 5 * MINUTE;
    }
    expect(await circuit()).toMatchObject({ state: 'open' });
    expect(alerts.told).toEqual(['attention', 'outage']);
  });

  test('operators are not notified of what was solved before the notice could be sent', async () => {
    const told: DestinationAlert[] = [];
    const alerts = { ...toldAlerts(), attention: async (alert: DestinationAlert) => void told.push(alert) };
    const { mailers } = mails(() => {
      throw new DeliveryError('lasting', 'Refused.');
    });
    const worker = bench.worker({ mailers, alerts });
    await bench.addLead({}, ['alert']);
    await worker.drain();
    const later = await bench.addLead({}, ['alert']);
    const startedAt = performance.now();
    await worker.drain();
    expect(told).toHaveLength(1);
    for (const { id } of await bench.deliveries()) {
      expect(await cancelDelivery(bench.database, id, bench.clock.now)).toBe(true);
    }
    bench.clock.now += 61 * MINUTE;
    const monotonic = vi.spyOn(performance, 'now').mockReturnValue(startedAt + 61 * MINUTE);
    onTestFinished(() => monotonic.mockRestore());
    await worker.drain();
    expect(told).toHaveLength(1);
    // The hour without notices has not begun again.
    await bench.changeLead(later, {}, ['alert']);
    await worker.drain();
    expect(told).toMatchObject([{ attention: 1 }, { attention: 1 }]);
  });

  test('a lead that is released while its delivery finds it held is delivered', async () => {
    const id = await bench.addLead({ status: 'quarantined' }, ['alert']);
    const { log, clock } = bench;
    const now = () => clock.now;
    const { query } = bench.database;
    const alerts = createDeliveryAlerts({ query, log, now, alerts: undefined });
    const { signal } = new AbortController();
    const services = { database: bench.database, log, now, random: () => 1, alerts, mails: true, signal };
    const lane = createDeliveryLane(services, {
      destination: 'alert',
      limit: 1,
      credentials: async () => 'same',
      onEnd: () => {},
      read: async () => {
        expect(await releaseLead(bench.database, id, clock.now)).toBe(true);
        return { isHeld: true, revision: 1, subscriber: undefined, personal: [], deliver: async () => ({}) };
      },
    });
    expect(await lane.claim()).toBe(1);
    await lane.settled();
    expect(await bench.deliveries(id)).toMatchObject([{ state: 'waiting' }]);
    const { mailers, sent } = mails();
    await bench.worker({ mailers }).drain();
    expect(sent).toHaveLength(1);
  });

  test('operators list, release, cancel and retry deliveries', async () => {
    // A quarantined lead is held whatever the state of its delivery row.
    const held = await bench.addLead({ status: 'quarantined', suspicions: '["too-fast"]' }, ['alert']);
    const { query } = bench.database;
    const { mailers, sent } = mails((_context, n) => {
      if (n === 2) throw new DeliveryError('lasting', 'Broken.');
    });
    const worker = bench.worker({ mailers });
    await worker.drain();
    expect(sent).toEqual([]);
    expect(await readDeliverySummary(query)).toMatchObject({
      counts: [{ destination: 'alert', state: 'held', count: 1 }],
      quarantined: [{ id: held }],
    });
    expect(await releaseLead(bench.database, held, bench.clock.now)).toBe(true);
    expect(await releaseLead(bench.database, held, bench.clock.now)).toBe(false);
    await worker.drain();
    expect(sent).toHaveLength(1);
    const broken = await bench.addLead({}, ['alert']);
    await worker.drain();
    const [row] = await bench.deliveries(broken);
    expect(await readDeliverySummary(query)).toMatchObject({
      attention: [{ id: row?.id, last_error: 'Broken.' }],
    });
    expect(await cancelDelivery(bench.database, row?.id ?? '', bench.clock.now)).toBe(true);
    expect(await retryDeliveries(bench.database, bench.clock.now)).toBe(0);
    await worker.drain();
    expect(sent).toHaveLength(1);
    expect(await retryDelivery(bench.database, row?.id ?? '', bench.clock.now)).toBe(true);
    await worker.drain();
    expect(sent).toHaveLength(2);
    const stories = await query
      .selectFrom('lead_events')
      .select('kind')
      .where('lead_id', '=', broken)
      .execute();
    expect(stories.map((one) => one.kind).toSorted()).toEqual([
      'delivered',
      'delivery-attention',
      'delivery-cancelled',
      'delivery-retried',
    ]);
  });

  test('without a CRM leads wait, and the visitor is informed', async () => {
    await bench.addLead();
    await bench.worker().drain();
    expect(await bench.deliveries()).toMatchObject([{ state: 'waiting', attempts: 0 }]);
    expect(await createCrmReadyCheck(bench.database.query, createPrivateTokenAccess({ token: null }))()).toBe(
      false,
    );
    const access = createPrivateTokenAccess({ token: { key: 'k', locationId: 'l' } });
    expect(await createCrmReadyCheck(bench.database.query, access)()).toBe(true);
    await bench.database.query
      .insertInto('destinations')
      .values({
        name: 'crm',
        state: 'open',
        failures: 5,
        open_until: 0,
        reason: null,
        changed_at: 0,
        alerted_at: null,
      })
      .execute();
    expect(await createCrmReadyCheck(bench.database.query, access)()).toBe(false);
  });
});
