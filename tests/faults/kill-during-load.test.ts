import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { startCrmSandbox } from '../crm-sandbox/crm-sandbox.ts';
import { openDatabase } from '../../server/database/open-database.ts';
import { startSite, type Site } from '../browser/support/start-site.ts';
import { runPostgres } from '../server/run-postgres.ts';
import { timeLimit } from '../setup/time-limits.ts';
import { compareWithCrm } from './support/crm-figures.ts';
import { compareWithStore, startCrowd } from './support/lead-crowd.ts';
import { printFigures } from './support/print-figures.ts';

/** Each start of a server takes more than a second of CPU time. `KILLS=20` repeats the tests more often. */
const KILLS = Number(process.env['KILLS'] ?? 10);
const SETTINGS = {
  TRUST_PROXY: '1',
  LEAD_RATE_LIMIT: '1000000',
  // Nothing answers there. Without content, a start renders no pages, which takes longer than the rest of it.
  WORDPRESS_API_URL: 'http://127.0.0.1:9',
};
const silent = pino({ level: 'silent' });

test(
  `killed ${KILLS} times during load, the server has every lead it acknowledged`,
  async () => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'lintel-kill-'));
    let site: Site | null = null;
    const crowd = startCrowd({ urls: () => (site ? [site.url] : []), browsers: 12, name: 'kill' });
    for (let kill = 0; kill < KILLS; kill += 1) {
      const running = await startSite({ ...SETTINGS, DATA_DIR: dataDir });
      const before = crowd.acknowledged.length;
      site = running;
      // Wait until leads are arriving, so that the kill interrupts them even on a slow machine.
      await expect.poll(() => crowd.acknowledged.length - before, { interval: 20 }).toBeGreaterThan(5);
      await delay(Math.random() * 500);
      await running.kill();
      site = null;
    }
    await crowd.stop();
    const database = await openDatabase({ dataDir, databaseUrl: null }, silent);
    const { missing, doubled } = await compareWithStore(database, crowd.acknowledged);
    const check = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(database.query);
    const held = await database.query
      .selectFrom('deliveries')
      .select('id')
      .where('state', '=', 'held')
      .execute();
    await database.close();
    await rm(dataDir, { recursive: true });
    printFigures(`SQLite: kill -9 during load, ${KILLS} times`, {
      acknowledged: crowd.acknowledged.length,
      'without an answer': crowd.broken(),
      missing: missing.length,
      'stored twice': doubled.length,
    });
    expect(crowd.acknowledged.length).toBeGreaterThan(KILLS * 5);
    expect(crowd.broken()).toBeGreaterThan(0);
    expect(crowd.refused).toEqual([]);
    expect(missing).toEqual([]);
    expect(doubled).toEqual([]);
    expect(held).toEqual([]);
    expect(check.rows).toEqual([{ integrity_check: 'ok' }]);
  },
  timeLimit(480_000),
);

test(
  `two servers on one PostgreSQL, killed ${KILLS} times, deliver every acknowledged person once`,
  async () => {
    const postgres = await runPostgres();
    const databaseUrl = await postgres.database();
    // High limits, because this test is not about rate limiting.
    const crm = await startCrmSandbox({ limits: { burst: 1_000_000, daily: 10_000_000 } });
    const { HIGHLEVEL_API_BASE, GHL_API_KEY, GHL_LOCATION_ID } = crm.settings;
    const start = () =>
      startSite({
        ...SETTINGS,
        DATABASE_URL: databaseUrl,
        SECRET_KEY: 'what both servers must have in common',
        HIGHLEVEL_API_BASE,
        GHL_API_KEY,
        GHL_LOCATION_ID,
      });
    const sites: (Site | null)[] = await Promise.all([start(), start()]);
    const urls = () => sites.flatMap((site) => site?.url ?? []);
    const crowd = startCrowd({ urls, browsers: 4, name: 'two', pause: 300 });
    const database = await openDatabase({ dataDir: '', databaseUrl }, silent);
    const sending = () =>
      database.query.selectFrom('deliveries').select('id').where('state', '=', 'sending').execute();
    let underWay = 0;
    const killOften = async (which: number) => {
      for (let kill = 0; kill < KILLS / 2; kill += 1) {
        const before = crowd.acknowledged.length;
        await expect.poll(() => crowd.acknowledged.length - before, { interval: 20 }).toBeGreaterThan(5);
        await delay(Math.random() * 800);
        await sites[which]?.kill();
        sites[which] = null;
        underWay += (await sending()).length;
        sites[which] = await start();
      }
    };
    await Promise.all([killOften(0), killOften(1)]);
    await crowd.stop();
    await Promise.all(sites.flatMap((site) => (site ? [site.stop()] : [])));
    // Deliveries in state `sending` now belong to killed servers. Expire their leases, as if both servers had been down
    // for long enough.
    const orphaned = await database.query
      .updateTable('deliveries')
      .set({ lease_until: Date.now() })
      .where('state', '=', 'sending')
      .executeTakeFirst();
    const last = await Promise.all([start(), start()]);
    await expect
      .poll(
        () =>
          database.query
            .selectFrom('deliveries')
            .select('id')
            .where('state', '<>', 'delivered')
            .limit(1)
            .execute(),
        { interval: 250, timeout: timeLimit(200_000) },
      )
      .toEqual([]);
    await Promise.all(last.map((site) => site.stop()));
    const inStore = await compareWithStore(database, crowd.acknowledged);
    const inCrm = compareWithCrm(
      crm,
      crowd.acknowledged.map(({ email }) => email),
    );
    await database.close();
    await crm.stop();
    await postgres.stop();
    printFigures(`PostgreSQL: two servers, kill -9 during load, ${KILLS} times`, {
      acknowledged: crowd.acknowledged.length,
      people: new Set(crowd.acknowledged.map(({ email }) => email)).size,
      'without an answer': crowd.broken(),
      'under way when killed': underWay,
      'left claimed at the end': Number(orphaned.numUpdatedRows),
      missing: inStore.missing.length,
      'not in the CRM': inCrm.missing.length,
      'twice in the CRM': inCrm.doubled.length,
    });
    expect(crowd.acknowledged.length).toBeGreaterThan(KILLS * 2);
    expect(underWay).toBeGreaterThan(0);
    expect(inStore).toEqual({ missing: [], doubled: [] });
    expect(inCrm).toEqual({ missing: [], doubled: [] });
    expect(crm.state.violations).toEqual([]);
  },
  timeLimit(480_000),
);
