import { randomUUID } from 'node:crypto';
import type { Insertable } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../../server/database/schema/schema.ts';
import type { SiteOverview } from '../../src/contracts/operators/site-calls.ts';
import { onEachEngine } from './database-engines.ts';
import { runApp, type RunningApp } from './running-app.ts';
import { signIn } from './sign-in.ts';

// Half past midnight in the site's time zone. The counts must not depend on the server's time zone.
const now = Date.parse('2026-11-21T06:30:00Z');
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const lead = (at: number, values: Partial<Insertable<Database['leads']>> = {}) => ({
  id: randomUUID(),
  session: randomUUID(),
  browser_key: 'key',
  open_until: 0,
  form: 'lead-form',
  tags: '[]',
  revision: 1,
  progress: 'details' as const,
  local_only: 0,
  status: 'open' as const,
  created_at: at,
  updated_at: at,
  ...values,
});

const delivery = (
  of: { id: string; created_at: number },
  values: Partial<Insertable<Database['deliveries']>>,
) => ({
  id: randomUUID(),
  lead_id: of.id,
  destination: 'crm' as const,
  revision: 1,
  state: 'waiting' as const,
  attempts: 0,
  next_attempt_at: 0,
  created_at: of.created_at,
  ...values,
});

onEachEngine((newDatabase) => {
  let app: RunningApp;
  let cookie: string;
  beforeAll(async () => {
    app = await runApp(await newDatabase(), undefined, { now: () => now });
    ({ cookie } = await signIn(app));
    const { query } = app.database;
    const today = lead(now - 10 * 60_000, { source: 'Buy Page (/buy)' });
    const yesterday = lead(now - HOUR, { source: 'Buy Page (/buy)' });
    const sixDays = lead(now - 6 * DAY, { source: '  ' });
    const sevenDays = lead(now - 7 * DAY, { source: 'Sell Page' });
    const spam = lead(now - 60_000, { status: 'quarantined', source: 'Spam' });
    const closedSpam = lead(now - 30_000, { status: 'resolved', rejected_at: now, source: 'Spam' });
    await query
      .insertInto('leads')
      .values([today, yesterday, sixDays, sevenDays, spam, closedSpam])
      .execute();
    await query
      .insertInto('deliveries')
      .values([
        delivery(today, { state: 'waiting' }),
        // The second revision was delivered later, but only the first delivery of a lead counts.
        delivery(yesterday, { state: 'delivered', delivered_at: yesterday.created_at + 2_000 }),
        delivery(yesterday, { revision: 2, state: 'delivered', delivered_at: yesterday.created_at + 90_000 }),
        delivery(yesterday, {
          destination: 'alert',
          state: 'delivered',
          delivered_at: yesterday.created_at + 1,
        }),
        delivery(sixDays, { state: 'delivered', delivered_at: sixDays.created_at + 40_000 }),
        delivery(sevenDays, { state: 'attention' }),
        delivery(spam, { state: 'held' }),
      ])
      .execute();
  });
  afterAll(() => app.stop());

  const ask = (query: string) =>
    fetch(`${app.url}/api/admin/overview${query}`, { headers: { Cookie: cookie } });
  const overview = async (query = ''): Promise<SiteOverview> => (await ask(query)).json();

  it('is for operators only, and never cached', async () => {
    expect((await fetch(`${app.url}/api/admin/overview`)).status).toBe(401);
    expect((await ask('')).headers.get('Cache-Control')).toBe('no-store');
  });

  it('counts by day in the site’s time zone, including empty days, excluding quarantined leads', async () => {
    const { days, lastLeadAt } = await overview('?days=7');
    expect(days).toEqual([
      { day: '2026-11-15', leads: 1 },
      { day: '2026-11-16', leads: 0 },
      { day: '2026-11-17', leads: 0 },
      { day: '2026-11-18', leads: 0 },
      { day: '2026-11-19', leads: 0 },
      { day: '2026-11-20', leads: 1 },
      { day: '2026-11-21', leads: 1 },
    ]);
    expect(lastLeadAt).toBe(now - 10 * 60_000);
  });

  it('shows 30 days by default, and refuses unsupported ranges', async () => {
    expect((await overview()).days).toHaveLength(30);
    expect((await overview('?days=90')).days).toHaveLength(90);
    const refused = await ask('?days=1000000');
    expect(refused.status).toBe(422);
    expect(await refused.json()).toEqual({ error: 'Ask for 7, 30 or 90 days: ?days=30.' });
  });

  it('counts by source, the most frequent first', async () => {
    expect((await overview('?days=7')).sources).toEqual([
      { source: 'Buyer consultation', leads: 2 },
      { source: 'No source', leads: 1 },
    ]);
  });

  it('measures the time until a lead’s first delivery to the CRM', async () => {
    expect((await overview('?days=7')).timeToCrm).toEqual({ median: 2_000, p95: 40_000, count: 2 });
  });

  it('shows pending deliveries and current problems', async () => {
    const { deliveries, checks } = await overview('?days=7');
    expect(deliveries).toEqual({ waiting: 1, attention: 1, held: 1, oldestWaitingAt: now - 10 * 60_000 });
    const state = Object.fromEntries(checks.map((check) => [check.id, check.state]));
    expect(state).toMatchObject({ crm: 'fail', deliveries: 'fail', quarantine: 'warn', database: 'ok' });
  });
});
