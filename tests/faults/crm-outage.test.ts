import { expect, test } from 'vitest';
import { startCrmSandbox } from '../crm-sandbox/crm-sandbox.ts';
import { timeLimit } from '../setup/time-limits.ts';
import { runApp } from '../server/running-app.ts';
import { compareWithCrm } from './support/crm-figures.ts';
import { compareWithStore, startCrowd } from './support/lead-crowd.ts';
import { printFigures } from './support/print-figures.ts';

const LEADS = 300;

test(
  `the CRM is down for ${LEADS} leads, then up with faults: each is delivered once`,
  async () => {
    // These limits are far above HighLevel's, which would make this test take an hour. 429 responses are injected
    // instead.
    const crm = await startCrmSandbox({ limits: { burst: 1_000_000, daily: 10_000_000 } });
    const { HIGHLEVEL_API_BASE, GHL_API_KEY, GHL_LOCATION_ID } = crm.settings;
    crm.faults.set({ down: true });
    const app = await runApp(
      {
        TRUST_PROXY: '1',
        LEAD_RATE_LIMIT: '1000000',
        HIGHLEVEL_API_BASE,
        GHL_API_KEY,
        GHL_LOCATION_ID,
      },
      undefined,
      { deliver: true },
    );
    const crowd = startCrowd({ urls: () => [app.url], browsers: 8, name: 'outage', visitors: LEADS });
    await crowd.done;
    expect(crm.state.contacts.size).toBe(0);
    const callsWhileDown = crm.state.requests.length;

    const up = performance.now();
    crm.faults.set({
      down: false,
      errorRate: 0.1,
      errorStatus: 503,
      tooManyRequestsRate: 0.005,
      delayMs: 5000,
      delayRate: 0.005,
      duplicateRate: 0.1,
      timeoutAfterWriteRate: 0.03,
      hangMs: 500,
      garbage: 'html',
      garbageRate: 0.01,
    });
    const unfinished = () =>
      app.database.query
        .selectFrom('deliveries')
        .select('id')
        .where('state', '<>', 'delivered')
        .limit(1)
        .execute();
    await expect.poll(unfinished, { timeout: timeLimit(400_000), interval: 250 }).toEqual([]);
    const seconds = Math.round((performance.now() - up) / 1000);

    const emails = crowd.acknowledged.map(({ email }) => email);
    const inStore = await compareWithStore(app.database, crowd.acknowledged);
    const inCrm = compareWithCrm(crm, emails);
    const met = (fault: string) => crm.state.requests.filter((one) => one.fault?.startsWith(fault)).length;
    printFigures('The CRM down, then up with faults', {
      people: new Set(emails).size,
      'contacts, notes': `${crm.state.contacts.size}, ${crm.state.notes.length}`,
      'calls while down': callsWhileDown,
      'calls after it': crm.state.requests.length - callsWhileDown,
      errors: met('error'),
      '429s': met('too many'),
      'delays of 5 s': met('delay'),
      duplicates: met('duplicate'),
      'written, but no answer': met('time-out'),
      'answers of HTML': met('garbage'),
      'seconds until all were there': seconds,
    });
    await app.stop();
    await crm.stop();
    expect(inStore).toEqual({ missing: [], doubled: [] });
    expect(inCrm).toEqual({ missing: [], doubled: [] });
    expect(crm.state.contacts.size).toBe(LEADS);
    expect(crm.state.notes).toHaveLength(LEADS);
    expect(crm.state.violations).toEqual([]);
    // Every kind of fault occurred, and the site did not flood the CRM with calls during the outage.
    for (const fault of ['error', 'too many', 'delay', 'duplicate', 'time-out'])
      expect(met(fault)).toBeGreaterThan(0);
    expect(callsWhileDown).toBeLessThan(100);
  },
  timeLimit(480_000),
);
