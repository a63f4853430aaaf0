import { describe, expect, test } from 'vitest';
import { createPrivateTokenAccess } from '../../server/crm/crm-access.ts';
import { startCrmSandbox } from '../crm-sandbox/crm-sandbox.ts';
import { openBench } from './delivery-test-bench.ts';

const LEADS = 200;

describe.each(['sqlite', 'postgres'] as const)('on %s', (engine) => {
  test('after an outage, through faults of every kind, each lead is one contact with one note', async () => {
    const crm = await startCrmSandbox({ limits: { burst: 1_000_000, daily: 10_000_000 } });
    const bench = await openBench(engine);
    const { HIGHLEVEL_API_BASE: apiBase, GHL_API_KEY: key, GHL_LOCATION_ID: locationId } = crm.settings;
    const token = { key, locationId };
    const workers = Array.from({ length: 2 }, () =>
      bench.worker({
        config: { crm: { apiBase, inboundWebhookUrl: null } },
        crm: createPrivateTokenAccess({ token }),
        random: Math.random,
        // Some contacts are created by somebody else in the meantime.
        placementTags: async () => ['Website Lead', 'Buyer', '/buy'],
      }),
    );
    const work = () => Promise.all(workers.map((worker) => worker.drain()));
    for (let n = 0; n < LEADS; n += 1) {
      await bench.addLead({ email: `rosalind.${n}@example.com`, phone: null, phone_e164: null });
    }

    crm.faults.set({ down: true });
    for (let minute = 0; minute < 60; minute += 1) {
      await work();
      bench.clock.now += 60_000;
    }
    // The calls in flight when the outage began, plus one probe every few minutes.
    expect(crm.state.requests.length).toBeLessThan(60);

    crm.faults.clear();
    crm.faults.set({
      errorRate: 0.1,
      timeoutAfterWriteRate: 0.05,
      hangMs: 50,
      unprocessableAfterWriteRate: 0.05,
      duplicateRate: 0.05,
      garbage: 'html',
      garbageRate: 0.03,
    });
    const open = async () => (await bench.deliveries()).filter(({ state }) => state !== 'delivered');
    for (let tries = 0; tries < 500 && (await open()).length > 0; tries += 1) {
      await work();
      bench.clock.now += 20_000;
    }
    expect(await open()).toEqual([]);
    expect(crm.state.contacts.size).toBe(LEADS);
    expect(new Set(crm.state.notes.map((note) => note.contactId)).size).toBe(LEADS);
    expect(crm.state.notes).toHaveLength(LEADS);
    const tags = new Set([...crm.state.contacts.values()].map((contact) => contact.tags.join()));
    expect([...tags]).toEqual(['website lead,buyer,/buy']);
    expect(crm.state.violations).toEqual([]);
    await bench.stop();
    await crm.stop();
  });
});
