import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import product from '../../package.json' with { type: 'json' };
import { openDatabase } from '../../server/database/open-database.ts';
import { startSite } from '../browser/support/start-site.ts';
import { onEachEngine } from './database-engines.ts';
import { startFakeSite } from './support/fake-site.ts';
import { runApp, type RunningApp } from './running-app.ts';
import { runPostgres, type RunningPostgres } from './run-postgres.ts';
import { addOperator, PASSWORD, signIn } from './sign-in.ts';

/** A URL at which nothing listens. */
const NOWHERE = 'http://127.0.0.1:9';

let app: RunningApp | undefined;
afterEach(async () => {
  await app?.stop();
  app = undefined;
});

async function ask(url: string) {
  const answer = await fetch(url);
  return {
    status: answer.status,
    body: await answer.json(),
    control: answer.headers.get('cache-control'),
    cookie: answer.headers.get('set-cookie'),
  };
}

const LIVES = {
  status: 200,
  body: { status: 'ok', version: product.version, commit: null },
  control: 'no-store',
  cookie: null,
};
const ALL_OK = {
  server: 'ok',
  database: 'ok',
  tables: 'ok',
  storage: 'ok',
  content: 'ok',
  redirects: 'ok',
};
const READY = {
  status: 200,
  body: { status: 'ok', checks: ALL_OK },
  control: 'no-store',
  cookie: null,
};

function unready(checks: object) {
  return {
    status: 503,
    body: {
      status: 'not ready',
      checks: { ...ALL_OK, ...checks },
    },
    control: 'no-store',
    cookie: null,
  };
}

function changes(app: RunningApp) {
  return app
    .events()
    .flatMap(({ event }) => (event === 'not-ready' || event === 'ready-again' ? [event] : []));
}

onEachEngine((newDatabase) => {
  it('a started server is live and ready, without credentials', async () => {
    app = await runApp(await newDatabase());
    expect(await ask(`${app.url}/healthz`)).toEqual(LIVES);
    // The check waits two seconds for the database, which may be too short on a busy machine.
    await expect.poll(() => ask(`${app?.url}/readyz`)).toEqual(READY);
    await expect.poll(async () => (await fetch(`${app?.url}/readyz`, { method: 'HEAD' })).status).toBe(200);
    expect(changes(app)).toEqual([]);
  });

  it('tables of an older version make it unready, and those of a newer version do not', async () => {
    app = await runApp(await newDatabase());
    const migrations = 'kysely_migration';
    const { query } = app.database;
    const row = { name: '9-later', timestamp: new Date().toISOString() };
    await query.withTables<{ [migrations]: typeof row }>().insertInto(migrations).values(row).execute();
    await expect.poll(() => ask(`${app?.url}/readyz`)).toEqual(READY);
    await query.withTables<{ [migrations]: typeof row }>().deleteFrom(migrations).execute();
    await expect.poll(() => ask(`${app?.url}/readyz`)).toEqual(unready({ tables: 'are not up to date' }));
    expect(await ask(`${app.url}/healthz`)).toEqual(LIVES);
  });

  it('a server that is shutting down says so, and keeps responding', async () => {
    let stopping = false;
    app = await runApp(await newDatabase(), undefined, { isStopping: () => stopping });
    await expect.poll(() => ask(`${app?.url}/readyz`)).toEqual(READY);
    stopping = true;
    await expect.poll(() => ask(`${app?.url}/readyz`)).toEqual(unready({ server: 'is stopping' }));
    expect(await ask(`${app.url}/healthz`)).toEqual(LIVES);
    expect((await fetch(`${app.url}/`)).status).toBe(200);
  });
});

describe('while the database is unavailable', () => {
  let postgres: RunningPostgres;
  beforeAll(async () => {
    postgres = await runPostgres();
  });
  afterAll(() => postgres.stop());

  it('PostgreSQL: the server is live and shows pages, is not ready, and recovers by itself', async () => {
    app = await runApp({ DATABASE_URL: await postgres.database() });
    await expect.poll(() => ask(`${app?.url}/readyz`)).toEqual(READY);
    const before = changes(app).length;
    await postgres.pause();
    expect(await ask(`${app.url}/readyz`)).toEqual(
      unready({ database: 'does not answer', tables: 'unknown' }),
    );
    expect((await ask(`${app.url}/readyz`)).status).toBe(503);
    expect(await ask(`${app.url}/healthz`)).toEqual(LIVES);
    expect((await fetch(`${app.url}/`)).status).toBe(200);
    await postgres.resume();
    await expect.poll(() => ask(`${app?.url}/readyz`), { interval: 250 }).toEqual(READY);
    expect(changes(app).slice(before)).toEqual(['not-ready', 'ready-again']);
  });

  it('SQLite: the server is live and shows pages, and is not ready', async () => {
    app = await runApp();
    await app.database.close();
    expect(await ask(`${app.url}/readyz`)).toEqual(
      unready({ database: 'does not answer', tables: 'unknown' }),
    );
    expect(await ask(`${app.url}/healthz`)).toEqual(LIVES);
    expect((await fetch(`${app.url}/`)).status).toBe(200);
  });

  it('readiness checks neither wait for a hanging database nor send further queries', async () => {
    app = await runApp({ DATABASE_URL: await postgres.database() });
    const { query } = app.database;
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    let isLocked = () => {};
    const locked = new Promise<void>((resolve) => (isLocked = resolve));
    const lock = query.transaction().execute(async (transaction) => {
      await transaction.schema.alterTable('kysely_migration').addColumn('held', 'text').execute();
      isLocked();
      await held;
    });
    await locked;
    const url = `${app.url}/readyz`;
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask(url)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
    // Twenty pending readiness checks must not occupy all database connections.
    expect(await ask(`${app.url}/healthz`)).toEqual(LIVES);
    expect(await query.selectFrom('leads').select('id').execute()).toEqual([]);
    release();
    await lock;
    await expect.poll(() => ask(url)).toEqual(READY);
  });
});

describe('a database that can be read but not written', () => {
  const lead = (at: number) =>
    fetch(`${app?.url}/api/contact`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: `ann${at}@example.com` }),
    }).then((answer) => answer.status);

  const refusals = () => app?.events().filter(({ event }) => event === 'lead-not-stored') ?? [];
  const refused = () => refusals().reduce((sum, { leads }) => sum + Number(leads), 0);

  /** Posts leads until one is refused. The first ones may fit into free space in existing pages. */
  const untilRefused = async () => {
    let at = 1000;
    while ((await lead(at)) === 200) at += 1;
    await expect.poll(() => refused()).toBe(1);
  };

  it.each([
    ['full', 'max_page_count = 1', 'max_page_count = 1073741823', 'full', /^The storage is full/],
    ['read-only', 'query_only = on', 'query_only = off', 'read-only', /^The storage is read-only/],
  ])('is not ready, informs operators, and recovers by itself: %s', async (...given) => {
    const [, fault, repair, problem, words] = given;
    app = await runApp({ LEAD_RATE_LIMIT: '1000' });
    const { query } = app.database;
    const client = await signIn(app);
    // Make the session due for renewal: sessions are extended at most once a minute.
    await query
      .updateTable('sessions')
      .set({ expires_at: Date.now() + 60_000 })
      .execute();
    const brokenAt = performance.now();
    await sql.raw(`pragma ${fault}`).execute(query);
    await untilRefused();

    expect(await Promise.all(Array.from({ length: 40 }, (_, at) => lead(at)))).toEqual(Array(40).fill(503));
    expect(await ask(`${app.url}/readyz`)).toEqual(unready({ storage: problem }));
    expect(await ask(`${app.url}/healthz`)).toEqual(LIVES);

    const overview = await client.fetch('/api/admin/overview');
    expect(overview.status).toBe(200);
    const { checks }: { checks: { id: string }[] } = await overview.json();
    expect(checks.find(({ id }) => id === 'database')).toMatchObject({
      state: 'fail',
      detail: expect.stringMatching(words),
      fix: expect.stringContaining('DATA_DIR'),
    });

    await expect.poll(() => refused()).toBe(41);
    // The log has at most one line per second, not one or two per lead.
    const seconds = (performance.now() - brokenAt) / 1_000;
    expect(refusals().length).toBeLessThan(seconds + 2);
    expect(app.events().filter(({ route, status }) => route === '/api/contact' && status === 503)).toEqual(
      [],
    );

    await sql.raw(`pragma ${repair}`).execute(query);
    // The site must recover without a new lead.
    await expect.poll(() => ask(`${app?.url}/readyz`)).toEqual(READY);
    expect(await query.selectFrom('sessions').select('sid_hash').execute()).toHaveLength(1);
    expect(await lead(1)).toBe(200);
    expect(changes(app)).toEqual(['not-ready', 'ready-again']);
  });

  it('refuses sign-ins with the cause and the fix', async () => {
    app = await runApp();
    await addOperator(app);
    await sql.raw('pragma query_only = on').execute(app.database.query);
    const entering = await fetch(`${app.url}/api/operators/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: app.url },
      body: JSON.stringify({ email: 'operator@example.com', password: PASSWORD }),
    });
    expect(entering.status).toBe(503);
    expect(entering.headers.get('retry-after')).toBe('30');
    expect(await entering.json()).toEqual({
      error: expect.stringMatching(/^The storage is read-only.*Make the database in DATA_DIR writable/),
    });

    expect((await ask(`${app.url}/readyz`)).status).toBe(503);
    expect(app.events().filter(({ event }) => event === 'request-failed')).toEqual([]);
  });

  it('does not count as writable because an already stored lead is repeated', async () => {
    app = await runApp({ LEAD_RATE_LIMIT: '1000' });
    expect(await lead(1)).toBe(200);
    await sql.raw('pragma max_page_count = 1').execute(app.database.query);
    await untilRefused();
    // This lead is already stored, so nothing is written.
    expect(await lead(1)).toBe(200);
    expect(await ask(`${app.url}/readyz`)).toEqual(unready({ storage: 'full' }));
  });
});

it('while WordPress was never read it is not ready, and then becomes ready by itself', async () => {
  const wordpress = await startFakeSite();
  wordpress.misbehaviour = { status: 500 };
  app = await runApp({ WORDPRESS_API_URL: wordpress.url }, undefined, { unread: true });
  expect((await fetch(`${app.url}/about`)).status).toBe(503);
  expect(await ask(`${app.url}/readyz`)).toEqual(unready({ content: 'has not been read yet' }));
  expect(await ask(`${app.url}/healthz`)).toEqual(LIVES);
  wordpress.misbehaviour = null;
  await app.content.check();
  expect((await fetch(`${app.url}/about`)).status).toBe(200);
  expect(await ask(`${app.url}/readyz`)).toEqual(READY);
  await wordpress.stop();
});

it('while the redirects were never read it is not ready, and no path counts as absent', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'lintel-health-'));
  const before = await openDatabase({ dataDir, databaseUrl: null }, pino({ level: 'silent' }));
  await before.query.schema.alterTable('redirects').renameTo('redirects_away').execute();
  await before.close();
  app = await runApp({ DATA_DIR: dataDir });
  const { query } = app.database;
  expect((await fetch(`${app.url}/no-such-page`)).status).toBe(503);
  expect((await fetch(`${app.url}/about`)).status).toBe(200);
  expect(await ask(`${app.url}/readyz`)).toEqual(unready({ redirects: 'have not been read yet' }));
  await query.schema.alterTable('redirects_away').renameTo('redirects').execute();
  await query
    .insertInto('redirects')
    .values({ from_path: '/no-such-page', to_path: '/about', created_at: 0, created_by: null })
    .execute();
  // The first answer may come before the table is read.
  await expect.poll(() => ask(`${app?.url}/readyz`)).toEqual(READY);
  const moved = await fetch(`${app.url}/no-such-page`, { redirect: 'manual' });
  expect([moved.status, moved.headers.get('location')]).toEqual([301, '/about']);
  await app.stop();
  app = undefined;
  await rm(dataDir, { recursive: true });
});

it('with WordPress and the CRM down it is ready: pages are shown and leads are stored', async () => {
  const wordpress = await startFakeSite();
  app = await runApp(
    {
      WORDPRESS_API_URL: wordpress.url,
      GHL_API_KEY: 'pit-nothing',
      GHL_LOCATION_ID: 'nowhere',
      HIGHLEVEL_API_BASE: NOWHERE,
    },
    undefined,
    { deliver: true },
  );
  wordpress.misbehaviour = { status: 500 };
  await app.content.check();
  expect(app.content.health().lastFault).toContain('fails (500)');
  expect((await fetch(`${app.url}/about`)).status).toBe(200);
  const answer = await fetch(`${app.url}/api/contact`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'ann@example.com' }),
  });
  expect(answer.status).toBe(200);
  const failed = () => app?.events().some(({ event }) => event === 'delivery-failed');
  await expect.poll(failed).toBe(true);
  expect(await ask(`${app.url}/readyz`)).toEqual(READY);
  expect(await ask(`${app.url}/healthz`)).toEqual(LIVES);
  await wordpress.stop();
});

describe('a server that receives a stop signal', () => {
  it('keeps responding for DRAIN_SECONDS, and reports that it is not ready', async () => {
    const site = await startSite({ DRAIN_SECONDS: '600' });
    expect(await ask(`${site.url}/readyz`)).toEqual(READY);
    site.askToStop();
    await expect.poll(() => ask(`${site.url}/readyz`)).toEqual(unready({ server: 'is stopping' }));
    expect(await ask(`${site.url}/healthz`)).toMatchObject({ status: 200, body: { status: 'ok' } });
    expect((await fetch(`${site.url}/`)).status).toBe(200);
    await site.kill();
  });

  it('exits by itself afterwards', async () => {
    const site = await startSite({ DRAIN_SECONDS: '0.2' });
    site.askToStop();
    await expect
      .poll(() =>
        fetch(`${site.url}/healthz`).then(
          () => 'answers',
          () => 'is gone',
        ),
      )
      .toBe('is gone');
    await site.stop();
  });
});
