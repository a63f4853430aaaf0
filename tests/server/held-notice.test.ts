import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openBench, type DeliveryBench } from './delivery-test-bench.ts';

const MINUTE = 60_000;

let bench: DeliveryBench;

describe.each(['sqlite', 'postgres'] as const)('on %s', (engine) => {
  beforeEach(async () => {
    bench = await openBench(engine);
  });
  afterEach(() => bench.stop());

  const hold = () => bench.addLead({ status: 'quarantined', suspicions: '["honeypot"]' }, []);

  test('operators are notified of held leads at most once an hour, and of each lead only once', async () => {
    const told: number[] = [];
    const alertHeld = async (held: number) => void told.push(held);
    const [one, other] = [bench.worker({ alertHeld }), bench.worker({ alertHeld })];
    const pass = async (minutes: number) => {
      bench.clock.now += minutes * MINUTE;
      await Promise.all([one.drain(), other.drain()]);
    };
    await bench.addLead({}, []);
    await pass(1);
    expect(told).toEqual([]);
    await hold();
    await pass(1);
    expect(told).toEqual([1]);
    for (let n = 0; n < 5; n += 1) {
      await hold();
      await pass(10);
    }
    expect(told).toEqual([1]);
    await pass(10);
    expect(told).toEqual([1, 6]);
    await pass(600);
    // A restarted worker does not repeat the notice.
    await bench.worker({ alertHeld }).drain();
    expect(told).toEqual([1, 6]);
  });

  test('a notice that failed is sent later; with nobody to notify, nothing is recorded', async () => {
    await hold();
    await bench.worker().drain();
    const told: number[] = [];
    let fails = true;
    const worker = bench.worker({
      alertHeld: async (held) => {
        if (fails) throw new Error('No mail.');
        told.push(held);
      },
    });
    await worker.drain();
    expect(bench.events()).toContainEqual(
      expect.objectContaining({ event: 'operators-not-notified', kind: 'held' }),
    );
    fails = false;
    bench.clock.now += MINUTE;
    await worker.drain();
    expect(told).toEqual([1]);
  });
});
