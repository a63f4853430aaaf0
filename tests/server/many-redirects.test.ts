import { once } from 'node:events';
import { createServer } from 'node:http';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import express, { type RequestHandler } from 'express';
import { Kysely, sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import type { RedirectListResponse as Listed } from '../../src/contracts/operators/site-calls.ts';
import { checkBackup } from '../../server/database/backup/read-backup.ts';
import { restorePostgres } from '../../server/database/backup/restore-postgres.ts';
import { restoreSqlite } from '../../server/database/backup/restore-sqlite.ts';
import { writeBackup } from '../../server/database/backup/write-backup.ts';
import { createPostgresDialect } from '../../server/database/engines/postgres-dialect.ts';
import { openSqlite } from '../../server/database/engines/open-sqlite.ts';
import { migrateDatabase, migrateTo } from '../../server/database/schema/migrate-database.ts';
import type { Database } from '../../server/database/schema/schema.ts';
import { createRedirectRoutes } from '../../server/operators/redirects/redirect-routes.ts';
import { createRedirectCache, readRedirectVersion } from '../../server/pages/operator-redirect-cache.ts';
import { CONDITION_LIMIT } from '../setup/time-limits.ts';
import { newMigratedDatabase, onEachEngine } from './database-engines.ts';
import { newDatabase as newPostgres } from './run-postgres.ts';
import { runApp, type RunningApp } from './running-app.ts';
import { signIn, type OperatorClient } from './sign-in.ts';

const log = pino({ level: 'silent' });

/** Stores redirects of `/old-00001` and so on to `/new-00001`, in one statement per thousand. */
async function storeRedirects(query: Kysely<Database>, count: number): Promise<void> {
  for (let start = 0; start < count; start += 1000) {
    const rows = Array.from({ length: Math.min(1000, count - start) }, (_, index) => {
      const number = String(start + index + 1).padStart(5, '0');
      return {
        from_path: `/old-${number}`,
        to_path: `/new-${number}`,
        created_by: 'Ann',
        created_at: start + index,
      };
    });
    await query.insertInto('redirects').values(rows).execute();
  }
}

describe.each(['sqlite', 'postgres'] as const)('on %s', (engine) => {
  let folder = '';
  let url = '';
  /** The statements of `query`. */
  let asked: string[] = [];
  let query: Kysely<Database>;
  const open = () =>
    new Kysely<Database>({
      dialect: engine === 'sqlite' ? openSqlite(folder) : createPostgresDialect(url, () => {}),
      log: (event) => void asked.push(event.query.sql),
    });
  const tableReads = () => asked.splice(0).filter((text) => /^select .* from "redirects"/.test(text));
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'lintel-redirects-'));
    if (engine === 'postgres') url = await newPostgres(inject('postgresUrl'));
    query = open();
    await migrateDatabase(query);
    asked = [];
  });
  afterEach(async () => {
    await query.destroy();
    await rm(folder, { recursive: true, force: true });
  });

  it('reads the redirects only when they have changed, whoever changed them', async () => {
    let now = 0;
    let changes = 0;
    const table = createRedirectCache({ query, log, now: () => now, onChange: () => (changes += 1) });
    // On a busy machine, a look at the database takes longer than a page waits for it.
    const expectTarget = async (at: string, target: string | null) => {
      now += 4000;
      await expect.poll(() => table.targetOf(at), { timeout: CONDITION_LIMIT }).toBe(target);
    };
    await storeRedirects(query, 2500);
    await expectTarget('/old-02500', '/new-02500');
    // One query per thousand.
    expect(tableReads()).toHaveLength(3);
    for (let look = 1; look <= 5; look += 1) {
      await expectTarget('/old-00001', '/new-00001');
      await expect.poll(() => asked.length, { timeout: CONDITION_LIMIT }).toBe(look);
    }
    expect(tableReads()).toEqual([]);
    await table.targetOf('/old-00001');
    expect([asked, changes]).toEqual([[], 0]);

    // As a server of the release before, a command or an administrator does it.
    const row = { from_path: '/by-hand', to_path: '/buy', created_by: null, created_at: 1 };
    await query.insertInto('redirects').values(row).execute();
    await expectTarget('/by-hand', '/buy');
    await query
      .updateTable('redirects')
      .set({ to_path: '/sell' })
      .where('from_path', '=', '/by-hand')
      .execute();
    await expectTarget('/by-hand', '/sell');
    await query.deleteFrom('redirects').where('from_path', '=', '/by-hand').execute();
    await expectTarget('/by-hand', null);
    expect(changes).toBe(3);
    // The same redirects with another version.
    await query.updateTable('redirects').set({ created_by: 'Bea' }).execute();
    await table.current();
    expect(changes).toBe(3);
    // The clock is set back.
    now = -4000;
    await query.deleteFrom('redirects').execute();
    await expectTarget('/old-00001', null);
  });

  it('applies an own change without reading the redirects, unless others changed them, too', async () => {
    const table = createRedirectCache({ query, log, now: () => 0 });
    await storeRedirects(query, 10);
    const { version } = await table.current();
    asked = [];
    await table.apply({
      before: version,
      after: 'next',
      targets: new Map([
        ['/old-00001', null],
        ['/old-00002', '/buy'],
      ]),
    });
    expect(asked).toEqual([]);
    expect([await table.targetOf('/old-00001'), await table.targetOf('/old-00002')]).toEqual([null, '/buy']);
    await table.apply({ before: 'of another server', after: 'later', targets: new Map() });
    expect(tableReads()).toHaveLength(1);
    expect(await table.targetOf('/old-00001')).toBe('/new-00001');
  });

  it('notices a restored backup, also of the release before', async () => {
    await storeRedirects(query, 3);
    const table = createRedirectCache({ query, log, now: () => 0 });
    const known = await table.current();
    const file = path.join(folder, 'now.backup');
    await writeBackup(query, engine, file);
    const restore = async (backup: string) => {
      await query.destroy();
      const checked = await checkBackup(backup);
      if (engine === 'sqlite') await restoreSqlite(folder, checked, true);
      else await restorePostgres(url, folder, checked, true);
      query = open();
    };
    await restore(file);
    const restored = await readRedirectVersion(query);
    expect(restored).not.toBe(known.version);
    await query.deleteFrom('redirects').execute();
    expect(await readRedirectVersion(query)).not.toBe(restored);

    const before = path.join(folder, 'before.backup');
    const [place, ...others] = [folder, url];
    folder = await mkdtemp(path.join(folder, 'before-'));
    if (engine === 'postgres') url = await newPostgres(inject('postgresUrl'));
    const former = open();
    await migrateTo(former, '93-many-leads');
    await storeRedirects(former, 2);
    await writeBackup(former, engine, before);
    await former.destroy();
    folder = place;
    url = others[0] ?? '';
    const last = await readRedirectVersion(query);
    await restore(before);
    expect(await readRedirectVersion(query)).not.toBe(last);
    expect((await createRedirectCache({ query, log }).current()).targets.size).toBe(2);
  });

  describe('with 20,000 redirects', () => {
    let app: RunningApp;
    beforeAll(async () => {
      app = await runApp();
    });
    afterAll(() => app.stop());

    it('adding and removing one reads none of them', async () => {
      await storeRedirects(query, 20_000);
      await query
        .insertInto('redirects')
        .values([
          { from_path: '/hop-1', to_path: '/hop-2?x=1', created_by: null, created_at: 1 },
          { from_path: '/hop-2', to_path: '/hop-3', created_by: null, created_at: 1 },
          { from_path: '/hop-3', to_path: '/buy', created_by: null, created_at: 1 },
          { from_path: '/early', to_path: '/L%61te/#x', created_by: null, created_at: 1 },
        ])
        .execute();
      const table = createRedirectCache({ query, log, now: () => 0 });
      await table.current();
      asked = [];
      const pass: RequestHandler = (_request, _response, next) => next();
      const nobody = () => Promise.resolve(null);
      const routes = createRedirectRoutes({
        database: { query, reads: query, engine },
        content: app.content,
        redirects: table,
        origins: () => [],
        guard: {
          page: pass,
          api: pass,
          editorPage: pass,
          editorApi: pass,
          openApi: pass,
          who: nobody,
          anyone: nobody,
        },
        now: () => 7,
      });
      const operator = { id: '1', name: 'Olive', email: 'o@example.com', role: 'operator', requestId: 'r' };
      const site = express().use((_request, response, next) => {
        response.locals['operator'] = operator;
        next();
      }, routes);
      const server = createServer(site).listen(0, '127.0.0.1');
      await once(server, 'listening');
      const address = server.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      const send = async (end: string, body: object) => {
        const answer = await fetch(`http://127.0.0.1:${port}/api/admin/redirects${end}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        });
        return [answer.status, await answer.json()];
      };
      try {
        expect(await send('', { from: '/late', to: '/hop-1' })).toEqual([
          201,
          { from: '/late', to: '/buy', note: '/hop-1 has moved itself, so this leads straight to /buy.' },
        ]);
        expect(await table.targetOf('/late')).toBe('/buy');
        expect(await table.targetOf('/early')).toBe('/buy');
        expect(await send('', { from: '/buy-2', to: '/old-20000' })).toMatchObject([422, { field: 'to' }]);
        expect(await send('', { from: '/old-20000', to: '/buy' })).toMatchObject([422, { field: 'from' }]);
        expect(await send('', { from: '/new-19999', to: '/old-19999' })).toMatchObject([
          422,
          { field: 'to', error: expect.stringContaining('circle') },
        ]);
        expect(await send('/remove', { from: '/hop-2' })).toEqual([200, { ok: true }]);
        expect(await table.targetOf('/hop-2')).toBeNull();
        expect(asked.length).toBeLessThan(30);
        expect(tableReads()).toEqual([]);
        const { targets } = await createRedirectCache({ query, log }).current();
        expect((await table.current()).targets).toEqual(targets);
      } finally {
        server.close();
      }
    });
  });
});

onEachEngine((newDatabase) => {
  let app: RunningApp;
  let client: OperatorClient;
  beforeAll(async () => {
    app = await runApp(await newDatabase());
    client = await signIn(app);
  });
  afterAll(() => app.stop());
  beforeEach(() => app.database.query.deleteFrom('redirects').execute());

  const list = async (query: Record<string, string> = {}): Promise<Listed> => {
    const answer = await client.fetch(`/api/admin/redirects?${new URLSearchParams(query)}`);
    expect(answer.status).toBe(200);
    return answer.json();
  };
  const paths = ({ own }: Listed) => own.map(({ from }) => from);

  it('lists pages of a hundred, the newest first, forwards and back', async () => {
    await storeRedirects(app.database.query, 250);
    // Several at the same time are on one page or the other, and never on both.
    await sql`update redirects set created_at = 150 where created_at between 100 and 200`.execute(
      app.database.query,
    );
    const first = await list();
    expect(first).toMatchObject({ total: 250, previous: null });
    expect(paths(first).at(0)).toBe('/old-00250');
    const second = await list({ after: first.next ?? '' });
    const third = await list({ after: second.next ?? '' });
    expect([second.own.length, third.own.length, third.next]).toEqual([100, 50, null]);
    const all = [first, second, third].flatMap(paths);
    expect(new Set(all).size).toBe(250);
    expect(all.at(-1)).toBe('/old-00001');
    expect(paths(await list({ before: third.previous ?? '' }))).toEqual(paths(second));
    const back = await list({ before: second.previous ?? '' });
    expect([paths(back), back.previous]).toEqual([paths(first), null]);
    // A page stays where it is when redirects are added and removed before it.
    await app.database.query.deleteFrom('redirects').where('from_path', '=', '/old-00240').execute();
    expect(paths(await list({ after: first.next ?? '' }))).toEqual(paths(second));
    await app.database.query.deleteFrom('redirects').where('created_at', '<', 150).execute();
    expect((await list({ after: second.next ?? '' })).previous).toBeNull();
  });

  it.each([
    ['old-0000', ['/old-00002', '/old-00001']],
    ['/OLD-00001/', ['/old-00001']],
    [' new-00002 ', ['/old-00002']],
    ['100%', ['/100%']],
    ['a_b', []],
    ['café', ['/café', '/menu']],
    ['/caf%C3%A9', ['/café', '/menu']],
    ['partner.EXAMPLE', ['/away']],
    ['c=1', ['/away']],
    ["'", []],
    ['nothing', []],
  ])('finds %s in paths and targets', async (q, found) => {
    await storeRedirects(app.database.query, 2);
    const row = (from_path: string, to_path: string, created_at: number) => ({
      from_path,
      to_path,
      created_by: 'old-0000',
      created_at,
    });
    await app.database.query
      .insertInto('redirects')
      .values([
        row('/away', 'https://Partner.example.com/Page?c=1', -1),
        row('/café', '/about', -2),
        row('/menu', '/caf%C3%A9/menu', -3),
        row('/100%', '/axb', -4),
      ])
      .execute();
    const answer = await list({ q });
    expect(paths(answer)).toEqual(found);
    expect(answer).toMatchObject({ total: found.length, previous: null, next: null });
  });

  it('keeps the search on each page, and refuses places and searches that cannot be', async () => {
    await storeRedirects(app.database.query, 150);
    const first = await list({ q: 'old-001' });
    expect([first.total, first.own.length, first.next]).toEqual([51, 51, null]);
    const many = await list({ q: 'old' });
    expect(paths(await list({ q: 'old', after: many.next ?? '' }))).toHaveLength(50);
    for (const query of [
      'after=x',
      'after=1',
      'before=-1./x',
      `q=${'x'.repeat(201)}`,
      'q=%00',
      'after=1./%00',
    ]) {
      expect((await client.fetch(`/api/admin/redirects?${query}`)).status).toBe(422);
    }
  });
});

it('another server on the same database notices a change within seconds', async () => {
  let now = Date.now();
  const settings = { DATABASE_URL: await newMigratedDatabase() };
  const clock = { now: () => now };
  const servers = await Promise.all([runApp(settings, undefined, clock), runApp(settings, undefined, clock)]);
  try {
    const [one, other] = servers;
    const client = await signIn(one);
    const visit = async ({ url }: RunningApp) => {
      const { status, headers } = await fetch(`${url}/gone`, { redirect: 'manual' });
      return [status, headers.get('location')];
    };
    expect([await visit(one), await visit(other)]).toEqual([
      [404, null],
      [404, null],
    ]);
    expect((await client.send('POST', '/api/admin/redirects', { from: '/gone', to: '/buy' })).status).toBe(
      201,
    );
    expect(await visit(one)).toEqual([301, '/buy']);
    now += 4000;
    await expect.poll(() => visit(other), { timeout: CONDITION_LIMIT }).toEqual([301, '/buy']);
    expect((await client.send('POST', '/api/admin/redirects/remove', { from: '/gone' })).status).toBe(200);
    expect(await visit(one)).toEqual([404, null]);
    now += 4000;
    await expect.poll(() => visit(other), { timeout: CONDITION_LIMIT }).toEqual([404, null]);
  } finally {
    for (const server of servers) await server.stop();
  }
});
