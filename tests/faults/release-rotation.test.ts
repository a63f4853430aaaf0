import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { knownMigrations } from '../../server/database/schema/migrate-database.ts';
import { openDatabase } from '../../server/database/open-database.ts';
import { PROJECT_ROOT } from '../../server/platform/root.ts';
import { startSite, type Site } from '../browser/support/start-site.ts';
import { newDatabase } from '../server/run-postgres.ts';
import { timeLimit } from '../setup/time-limits.ts';
import { compareWithStore, startCrowd } from './support/lead-crowd.ts';
import { printFigures } from './support/print-figures.ts';

/* A release and the one after it, which has one more migration, replace each other while leads arrive. */

const SETTINGS = {
  TRUST_PROXY: '1',
  LEAD_RATE_LIMIT: '1000000',
  SECRET_KEY: 'what both releases have in common, always',
};

let folder = '';
let after = '';
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'lintel-releases-'));
  after = path.join(folder, 'after');
  await mkdir(path.join(after, 'dist'), { recursive: true });
  await cp(path.join(PROJECT_ROOT, 'dist/server'), path.join(after, 'dist/server'), { recursive: true });
  for (const name of ['client', 'plugin', 'built-in-content.json']) {
    await symlink(path.join(PROJECT_ROOT, 'dist', name), path.join(after, 'dist', name));
  }
  for (const name of ['package.json', 'node_modules', 'public'])
    await symlink(path.join(PROJECT_ROOT, name), path.join(after, name));
  await addMigration(path.join(after, 'dist/server'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Adds a migration after the last one of a built server. */
async function addMigration(server: string): Promise<void> {
  const migration =
    '"99-tours":{async up(db){await db.schema.alterTable("leads").addColumn("tour","text").execute();' +
    'await db.schema.createTable("tours").addColumn("id","text").execute()}}';
  const last = (await knownMigrations()).at(-1) ?? '';
  let changed = 0;
  for (const name of await readdir(server)) {
    if (!name.endsWith('.js')) continue;
    const file = path.join(server, name);
    const code = await readFile(file, 'utf8');
    const patched = code.replace(`"${last}":`, (found) => `${migration},${found}`);
    if (patched === code) continue;
    await writeFile(file, patched);
    changed += 1;
  }
  expect(changed).toBe(1);
}

test.each([
  ['SQLite', 1],
  ['PostgreSQL', 2],
] as const)(
  'releases replace each other in both directions under load, on %s',
  async (engine, servers) => {
    const databaseUrl = engine === 'SQLite' ? null : await newDatabase(inject('postgresUrl'));
    const dataDir = await mkdtemp(path.join(folder, 'data-'));
    const start = (release: 'before' | 'after') =>
      startSite(
        { ...SETTINGS, ...(databaseUrl ? { DATABASE_URL: databaseUrl } : { DATA_DIR: dataDir }) },
        release === 'after' ? { script: [path.join(after, 'dist/server/start.js')], cwd: after } : {},
      );
    const sites: (Site | null)[] = [];
    for (let count = 0; count < servers; count += 1) sites.push(await start('before'));
    const urls = () => sites.flatMap((site) => site?.url ?? []);
    const crowd = startCrowd({ urls, browsers: 4, name: 'rotation', pause: 50 });
    const pages = visitPages(urls);
    const someTraffic = async () => {
      const [leads, seen] = [crowd.acknowledged.length, pages.count()];
      const least = () => Math.min(crowd.acknowledged.length - leads, pages.count() - seen);
      await expect.poll(least, { interval: 20 }).toBeGreaterThan(5);
    };
    for (const release of ['after', 'before'] as const) {
      // On the way back, each server crashes.
      const isKilled = release === 'before';
      for (const [index, site] of sites.entries()) {
        await someTraffic();
        // A load balancer sends nothing to a server that stops.
        if (!isKilled) sites[index] = null;
        await (isKilled ? site?.kill() : site?.stop());
        sites[index] = null;
        sites[index] = await start(release);
      }
      await someTraffic();
    }
    await crowd.stop();
    const wrong = await pages.stop();
    await Promise.all(sites.map(async (site) => site?.stop()));
    const database = await openDatabase({ dataDir, databaseUrl }, pino({ level: 'silent' }));
    const { missing, doubled } = await compareWithStore(database, crowd.acknowledged);
    const { rows } = await sql`select name from kysely_migration where name = '99-tours'`.execute(
      database.query,
    );
    await database.close();
    printFigures(`Releases in rotation, ${engine}`, {
      acknowledged: crowd.acknowledged.length,
      'without an answer': crowd.broken(),
      pages: pages.count(),
      missing: missing.length,
      'stored twice': doubled.length,
    });
    expect(rows).toHaveLength(1);
    expect([missing, doubled, crowd.refused, wrong]).toEqual([[], [], [], []]);
  },
  timeLimit(240_000),
);

/** Visits pages until it is stopped, which returns the wrong answers. A connection that breaks is no answer. */
function visitPages(urls: () => readonly string[]) {
  const wrong: string[] = [];
  let count = 0;
  const stopped = new AbortController();
  const visit = async () => {
    for (let turn = 0; !stopped.signal.aborted; turn += 1) {
      const [page, title] = turn % 2 === 0 ? ['/', '<h1'] : ['/about', 'About'];
      const url = urls()[turn % Math.max(1, urls().length)];
      await new Promise((resolve) => setTimeout(resolve, 20));
      if (url === undefined) continue;
      const answer = await fetch(url + page).catch(() => null);
      const text = await answer?.text().catch(() => null);
      if (!answer || text === null || text === undefined) continue;
      count += 1;
      if (answer.status !== 200 || !text.includes('</html>') || !text.includes(title)) {
        wrong.push(`${page}: ${answer.status}`);
      }
    }
  };
  const done = visit();
  return {
    count: () => count,
    async stop() {
      stopped.abort();
      await done;
      return wrong;
    },
  };
}
