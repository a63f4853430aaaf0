import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { sql, type Insertable } from 'kysely';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase, type OpenDatabase } from '../../server/database/open-database.ts';
import { DATABASE_FILE } from '../../server/database/engines/open-sqlite.ts';
import { checkBackup } from '../../server/database/backup/read-backup.ts';
import { restorePostgres } from '../../server/database/backup/restore-postgres.ts';
import { restoreSqlite } from '../../server/database/backup/restore-sqlite.ts';
import type { Database } from '../../server/database/schema/schema.ts';
import { writeBackup } from '../../server/database/backup/write-backup.ts';
import { runCommand } from './run-command.ts';
import { runPostgres, type RunningPostgres } from './run-postgres.ts';

const log = pino({ level: 'silent' });
/** See https://sqlite.org/fileformat.html#the_database_header. */
const SQLITE_HEADER_BYTES = 100;

let postgres: RunningPostgres;
let folder = '';
let file = '';
const open = new Set<OpenDatabase>();

beforeAll(async () => {
  postgres = await runPostgres();
});
afterAll(() => postgres?.stop());

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'lintel-backup-'));
  file = path.join(folder, 'site.backup.gz');
});
afterEach(async () => {
  await Promise.all([...open].map(close));
  await rm(folder, { recursive: true, force: true });
});

interface Place {
  dataDir: string;
  databaseUrl: string | null;
}
type Engine = 'sqlite' | 'postgres';

async function newPlace(engine: Engine): Promise<Place> {
  return {
    dataDir: await mkdtemp(path.join(folder, 'data-')),
    databaseUrl: engine === 'postgres' ? await postgres.database() : null,
  };
}

async function start(place: Place): Promise<OpenDatabase> {
  const database = await openDatabase(place, log);
  open.add(database);
  return database;
}

async function close(database: OpenDatabase): Promise<void> {
  open.delete(database);
  await database.close();
}

/** Runs the command as an operator does. */
const run = (command: 'backup' | 'restore', { dataDir, databaseUrl }: Place, ...given: string[]) =>
  runCommand([command, ...given], {
    DATA_DIR: dataDir,
    ...(databaseUrl !== null && { DATABASE_URL: databaseUrl }),
  });

/** Writes a backup as the command does, but in this process. */
const backUp = ({ query, engine }: OpenDatabase) => writeBackup(query, engine, file);

/** Restores the backup as the command does, but in this process. */
async function restore({ dataDir, databaseUrl }: Place, replace = false): Promise<string | null> {
  const backup = await checkBackup(file);
  return databaseUrl
    ? restorePostgres(databaseUrl, dataDir, backup, replace)
    : restoreSqlite(dataDir, backup, replace);
}

function lead(message: string): Insertable<Database['leads']> {
  return {
    id: randomUUID(),
    session: randomUUID(),
    browser_key: 'key',
    open_until: 1_800_000_000_000,
    form: 'lead-form',
    tags: '["Website Lead"]',
    revision: 1,
    progress: 'contact',
    message,
    local_only: 0,
    status: 'open',
    created_at: 1_700_000_000_123,
    updated_at: 1_700_000_000_123,
  };
}

function delivery(leadId: string): Insertable<Database['deliveries']> {
  return {
    id: randomUUID(),
    lead_id: leadId,
    destination: 'crm',
    revision: 1,
    state: 'waiting',
    attempts: 0,
    next_attempt_at: 0,
    created_at: 0,
  };
}

/** Stores a lead and its delivery in one transaction, as the server does. */
async function store({ query }: OpenDatabase, message: string): Promise<void> {
  await query.transaction().execute(async (transaction) => {
    const row = lead(message);
    await transaction.insertInto('leads').values(row).execute();
    await transaction.insertInto('deliveries').values(delivery(row.id)).execute();
  });
}

/** Stores more rows than a backup reads at once, with special characters. One table has a two-column key. */
async function storeMany(database: OpenDatabase): Promise<void> {
  const rows = Array.from({ length: 1203 }, (_, index) => lead(`Línea ${index}\n"quoted" 🏠 \\u0000 '`));
  for (let at = 0; at < rows.length; at += 300) {
    await database.query
      .insertInto('leads')
      .values(rows.slice(at, at + 300))
      .execute();
  }
  await database.query
    .insertInto('consent_texts')
    .values(
      ['1', '2', '3'].flatMap((version) =>
        (['marketing', 'service'] as const).map((kind) => ({ version, kind, text: 'T', first_used_at: 5 })),
      ),
    )
    .execute();
  await database.query
    .insertInto('subscriptions')
    .values({ email: 'a@example.com', since: 1_700_000_000_000 })
    .execute();
  await storeContent(database);
}

/** Stores an edited page and a picture of four megabytes, in 60 parts. */
async function storeContent({ query }: OpenDatabase): Promise<void> {
  const data = JSON.stringify({ id: 10_001, title: { raw: 'Línea “one” 🏠' } });
  await query
    .insertInto('embedded_entries')
    .values([
      { kind: 'page', id: '10001', data, change: 1 },
      { kind: 'page', id: '10002', data: null, change: 2 },
    ])
    .execute();
  await query
    .insertInto('embedded_revisions')
    .values({ change: 1, page: '10001', author: 'Olive', at: 5, data })
    .execute();
  const parts = Array.from({ length: 60 }, (_, part) => ({ id: '10003', part, data: 'AAAA'.repeat(16_384) }));
  await query.insertInto('embedded_pictures').values(parts).execute();
}

async function storeComment({ query }: OpenDatabase): Promise<void> {
  const text = { once_key: 'key', name: 'Ann', email: 'ann@example.com', body: 'Hello' };
  const sender = { ip: '127.0.0.1', user_agent: 'test', trapped: 0 };
  const times = { attempts: 0, created_at: 5, next_attempt_at: 5, last_error: null };
  await query
    .insertInto('comments')
    .values({ id: randomUUID(), post: 7, parent: 0, state: 'waiting', ...text, ...sender, ...times })
    .execute();
}

async function contents({ query }: OpenDatabase) {
  const rows = {
    leads: await query.selectFrom('leads').selectAll().execute(),
    consent_texts: await query.selectFrom('consent_texts').selectAll().execute(),
    subscriptions: await query.selectFrom('subscriptions').selectAll().execute(),
    deliveries: await query.selectFrom('deliveries').selectAll().execute(),
    entries: await query.selectFrom('embedded_entries').selectAll().execute(),
    revisions: await query.selectFrom('embedded_revisions').selectAll().execute(),
    pictures: await query.selectFrom('embedded_pictures').selectAll().execute(),
  };
  const text = (list: readonly object[]) => list.map((row) => JSON.stringify(row)).toSorted();
  return Object.values(rows).map(text);
}

describe.each<[from: Engine, to: Engine]>([
  ['sqlite', 'sqlite'],
  ['sqlite', 'postgres'],
  ['postgres', 'sqlite'],
  ['postgres', 'postgres'],
])('a backup of %s restored in %s', (from, to) => {
  it('restores every row unchanged', async () => {
    const source = await newPlace(from);
    const running = await start(source);
    await storeMany(running);
    const before = await contents(running);

    const backup = await run('backup', source, file);
    expect(backup).toMatchObject({ code: 0, err: '' });
    expect(backup.out).toContain('1203 leads, 1273 rows in all');
    expect(backup.out).toContain('The secret key is not in it');
    expect((await stat(file)).mode & 0o777).toBe(0o600);

    const target = await newPlace(to);
    expect(await run('restore', target, file)).toMatchObject({ code: 0, err: '' });
    expect(await contents(await start(target))).toEqual(before);
  });
});

it('a restore in PostgreSQL has the indexes of a new database, and keeps those of other tables', async () => {
  const source = await start(await newPlace('sqlite'));
  await store(source, 'Hello');
  await backUp(source);
  const target = await newPlace('postgres');
  const indexes = async ({ query }: OpenDatabase) => {
    const { rows } = await sql<{ indexdef: string }>`
      select indexdef from pg_indexes where schemaname = current_schema() order by indexname
    `.execute(query);
    return rows.map(({ indexdef }) => indexdef);
  };
  const created = await start(target);
  await sql`create table "another" (name text)`.execute(created.query);
  await sql`create index another_by_name on another (name)`.execute(created.query);
  const before = await indexes(created);
  expect(before).toContainEqual(expect.stringMatching(/leads_by_text .* USING gin/));
  await close(created);
  await restore(target);
  expect(await indexes(await start(target))).toEqual(before);
});

/** Ways to damage the bytes of a backup, by name. */
const DAMAGES: readonly [string, (bytes: Buffer) => Uint8Array | string][] = [
  ['cut in the middle', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
  [
    'without its end',
    (bytes: Buffer) => gzipSync(gunzipSync(bytes).toString().split('\n').slice(0, -2).join('\n')),
  ],
  [
    'with a row missing',
    (bytes: Buffer) =>
      gzipSync(
        gunzipSync(bytes)
          .toString()
          .replace(/\n\["leads".*\n/, '\n'),
      ),
  ],
  ['with one bit flipped', (bytes: Buffer) => flipped(bytes)],
  ['that is no backup', () => Buffer.from('hello')],
  ['that is another file', () => gzipSync('{"a":1}\n')],
  [
    'with a column there is not',
    (bytes: Buffer) => gzipSync(gunzipSync(bytes).toString().replaceAll('"revision":', '"review":')),
  ],
  [
    'of a newer version',
    (bytes: Buffer) =>
      gzipSync(
        gunzipSync(bytes)
          .toString()
          .replace(/"1-leads"/, '"1-leads","9-new"'),
      ),
  ],
];

describe.each<Engine>(['sqlite', 'postgres'])('on %s', (engine) => {
  it('a backup made while leads arrive is a consistent snapshot', async () => {
    const place = await newPlace(engine);
    const running = await start(place);
    const stop = new AbortController();
    let count = 0;
    const writing = (async () => {
      while (!stop.signal.aborted) {
        count += 1;
        // The backup runs in another process, so it can read between any two leads.
        await store(running, String(count));
        await new Promise((resolve) => setImmediate(resolve));
      }
    })();
    await expect.poll(() => count).toBeGreaterThan(20);
    const before = count;
    const backup = await run('backup', place, file);
    const after = count;
    expect(after).toBeGreaterThan(before);
    // One that cannot be in the backup.
    await expect.poll(() => count).toBeGreaterThan(after);
    stop.abort();
    await writing;
    expect(backup.err).toBe('');

    const target = await newPlace(engine);
    await restore(target);
    const restored = await start(target);
    const leads = await restored.query.selectFrom('leads').select(['id', 'message']).execute();
    const deliveries = await restored.query.selectFrom('deliveries').select('lead_id').execute();
    expect(deliveries.map(({ lead_id }) => lead_id ?? '').toSorted()).toEqual(
      leads.map(({ id }) => id).toSorted(),
    );
    // The numbers have no gaps: the backup contains everything up to its snapshot and nothing after it.
    const numbers = leads.map(({ message }) => Number(message)).toSorted((one, other) => one - other);
    expect(numbers).toEqual(numbers.map((_, index) => index + 1));
    expect(numbers.length).toBeGreaterThanOrEqual(before - 1);
    expect(numbers.length).toBeLessThan(count);
  });

  it('restores a backup of an older version and turns its pending subscription syncs into deliveries', async () => {
    const row = { email: 'a@example.com', since: 1, unsubscribed_at: 2, tell_crm_at: 3 };
    const lines = [
      {
        lintelBackup: 1,
        migrations: ['1-leads', '2-operators', '3-lean-indexes'],
        at: '2026-11-21T00:00:00Z',
      },
      ['subscriptions', row],
      { end: true, rows: { subscriptions: 1 } },
    ];
    await writeFile(file, gzipSync(lines.map((line) => `${JSON.stringify(line)}\n`).join('')));
    const place = await newPlace(engine);
    await restore(place);
    const { query } = await start(place);
    expect(await query.selectFrom('deliveries').selectAll().execute()).toMatchObject([
      { email: row.email, destination: 'subscription', state: 'waiting', next_attempt_at: 3 },
    ]);
  });

  it('refuses to restore while a server runs, and changes nothing', async () => {
    const place = await newPlace(engine);
    const running = await start(place);
    await store(running, 'first');
    await backUp(running);
    await store(running, 'second');
    const refused = await run('restore', place, '--replace', file);
    expect(refused.code).toBe(1);
    expect(refused.err).toMatch(/server (uses|is connected)/);
    await store(running, 'third');
    expect(await running.query.selectFrom('leads').select('message').execute()).toHaveLength(3);
  });

  it('replaces leads only with an explicit option, and keeps the replaced data', async () => {
    const place = await newPlace(engine);
    const running = await start(place);
    await store(running, 'in the backup');
    await backUp(running);
    await store(running, 'later');
    const before = await contents(running);
    await close(running);

    const refused = await run('restore', place, file);
    expect(refused).toMatchObject({ code: 1, out: '' });
    expect(refused.err).toContain('--replace');
    const untouched = await start(place);
    expect(await contents(untouched)).toEqual(before);
    await close(untouched);

    const replaced = await run('restore', place, '--replace', file);
    expect(replaced).toMatchObject({ code: 0, err: '' });
    const restored = await start(place);
    expect(await restored.query.selectFrom('leads').select('message').execute()).toEqual([
      { message: 'in the backup' },
    ]);
    await close(restored);

    const kept = /kept in (.+)\.\n$/.exec(replaced.out)?.[1] ?? '';
    const elsewhere = await newPlace(engine);
    if (engine === 'sqlite') {
      await writeFile(path.join(elsewhere.dataDir, DATABASE_FILE), await readFile(kept));
    } else {
      file = kept;
      await restore(elsewhere);
    }
    expect(await contents(await start(elsewhere))).toEqual(before);
  });

  it.each(['pages', 'comments'])(
    'replaces %s only with an explicit option, if there are no leads',
    async (what) => {
      const place = await newPlace(engine);
      const running = await start(place);
      await backUp(running);
      if (what === 'pages') await storeContent(running);
      else await storeComment(running);
      await close(running);
      // PostgreSQL ends a closed connection a moment later. Until then, it counts as a server's.
      await expect.poll(() => restore(place).catch(String)).toMatch(/add --replace/);
      expect(await restore(place, true)).toContain('replaced');
    },
  );

  it('refuses every damaged file, and changes nothing', async () => {
    const place = await newPlace(engine);
    const running = await start(place);
    await store(running, 'first');
    await store(running, 'second');
    await backUp(running);
    const before = await contents(running);
    await close(running);
    const whole = await readFile(file);
    for (const [what, damage] of DAMAGES) {
      await writeFile(file, damage(whole));
      // PostgreSQL ends a closed connection a moment later. Until then, it counts as a server's.
      await expect
        .poll(() => restore(place, true).catch(String), { message: what })
        .toMatch(/not a whole backup|no backup of this site|newer version|review/);
      const database = await start(place);
      expect(await contents(database), what).toEqual(before);
      await close(database);
      expect((await readdir(place.dataDir)).filter((name) => name.includes('re'))).toEqual([]);
    }
  });
});

function flipped(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  const middle = Math.floor(copy.length / 2);
  copy[middle] = (copy[middle] ?? 0) ^ 1;
  return copy;
}

it('names the folder that cannot be written to, and what to do', async () => {
  const place = await newPlace('sqlite');
  await start(place);
  await writeFile(file, 'no folder');
  const dated = await run('backup', place, '--dir', file);
  expect(dated.code).toBe(1);
  expect(dated.err).toMatch(
    new RegExp(`to the folder ${file} \\(EEXIST\\)\\. .*sudo install -d -o \\S+ -m 700 ${file}\\n$`),
  );
  const missing = path.join(folder, 'missing');
  expect(await run('backup', place, path.join(missing, 'a.gz'))).toMatchObject({
    code: 1,
    err: `The backup cannot be written to the folder ${missing} (ENOENT). Name a file in another folder, by its full path.\n`,
  });
});

it('never overwrites a file', async () => {
  const place = await newPlace('sqlite');
  await start(place);
  await writeFile(file, 'mine');
  const refused = await run('backup', place, file);
  expect(refused).toMatchObject({ code: 1, out: '' });
  expect(refused.err).toContain('exists already');
  expect(await readFile(file, 'utf8')).toBe('mine');
});

it('writes dated files into a folder, and deletes its oldest', async () => {
  const place = await newPlace('sqlite');
  await store(await start(place), 'first');
  const dated = path.join(folder, 'dated');
  await mkdir(dated);
  const old = ['lintel-2025-01-01T000000Z.backup.gz', 'lintel-2025-01-02T000000Z.backup.gz'];
  for (const name of [...old, 'mine.gz']) await writeFile(path.join(dated, name), '');
  const { code, out } = await run('backup', place, '--dir', dated, '--keep', '2');
  expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining('Older backups were deleted: 1.') });
  const [, newest, ...others] = (await readdir(dated)).toSorted();
  expect(others).toEqual(['mine.gz']);
  expect((await checkBackup(path.join(dated, newest ?? ''))).rows).toMatchObject({ leads: 1 });
});

it('verifies the backup by reading it back: one that cannot be restored fails and leaves no file', async () => {
  const place = await newPlace('sqlite');
  const running = await start(place);
  await store(running, 'first');
  // Only another program could store invalid UTF-8 in a text column.
  await sql`update leads set message = x'ff'`.execute(running.query);
  const failed = await run('backup', place, file);
  expect(failed).toMatchObject({ code: 1, out: '' });
  expect(failed.err).toMatch(/^The backup could not be restored, so it was deleted \(.+\) Check the disk/);
  expect((await readdir(folder)).filter((name) => name.startsWith('site.backup'))).toEqual([]);
});

it('gets its name only when it is complete: a killed backup leaves a file with another name, which is never overwritten', async () => {
  const place = await newPlace('sqlite');
  await store(await start(place), 'first');
  await writeFile(`${file}.partial`, 'of a backup that was killed');
  const refused = await run('backup', place, file);
  expect(refused).toMatchObject({ code: 1, out: '' });
  expect(refused.err).toContain('site.backup.gz.partial exists');
  expect(existsSync(file)).toBe(false);
});

it('restores over a damaged database file, and keeps that file', async () => {
  const place = await newPlace('sqlite');
  const running = await start(place);
  await store(running, 'first');
  await backUp(running);
  await close(running);
  const database = path.join(place.dataDir, DATABASE_FILE);
  await writeFile(database, 'x'.repeat(9000));
  await expect(restore(place)).rejects.toThrow('--replace');
  await restore(place, true);
  const restored = await start(place);
  expect(await restored.query.selectFrom('leads').select('message').execute()).toEqual([
    { message: 'first' },
  ]);
  const kept = (await readdir(place.dataDir)).find((name) => name.includes('replaced'));
  expect(await readFile(path.join(place.dataDir, kept ?? ''), 'utf8')).toBe('x'.repeat(9000));
});

it.each([
  ['not a database', (bytes: Buffer) => Buffer.alloc(bytes.length, 'x')],
  [
    'malformed',
    (bytes: Buffer) => Buffer.concat([bytes.subarray(0, 4096), Buffer.alloc(bytes.length - 4096, 'x')]),
  ],
  ['malformed in its leads', (bytes: Buffer) => damagedLeads(bytes)],
])(
  'with a file that is %s, every command says how to restore a backup, and restoring it works',
  async (_, damage) => {
    const place = await newPlace('sqlite');
    const running = await start(place);
    await storeMany(running);
    const before = await contents(running);
    await backUp(running);
    await close(running);
    const database = path.join(place.dataDir, DATABASE_FILE);
    const damaged = damage(await readFile(database));
    await writeFile(database, damaged);

    for (const command of ['backup', 'restore'] as const) {
      const refused = await run(command, place, command === 'backup' ? `${file}.2` : file);
      expect(refused).toMatchObject({ code: 1, out: '' });
      expect(refused.err).toContain('--replace');
      expect(refused.err).not.toContain('DATA_DIR');
      if (command === 'backup') {
        expect(refused.err).toMatch(
          /^The database .+ is damaged \(.+\)\. Stop the server and restore a backup: npm run restore -- --replace <backup file>\. /,
        );
      }
    }
    expect(existsSync(`${file}.2`)).toBe(false);

    const restored = await run('restore', place, '--replace', file);
    expect(restored).toMatchObject({ code: 0, err: '' });
    const kept = /kept in (.+)\.\n$/.exec(restored.out)?.[1] ?? '';
    // If the damage is found late, SQLite has noted a change of the journal mode in the file's header.
    const inFile = (await readFile(kept)).subarray(SQLITE_HEADER_BYTES);
    expect(inFile.equals(damaged.subarray(SQLITE_HEADER_BYTES))).toBe(true);
    expect(await contents(await start(place))).toEqual(before);
  },
);

/** Overwrites all but the first quarter of the pages. The tables and the first lead can still be read. */
function damagedLeads(bytes: Buffer): Buffer {
  const whole = 4096 * Math.floor(bytes.length / 4096 / 4);
  return Buffer.concat([bytes.subarray(0, whole), Buffer.alloc(bytes.length - whole, 'x')]);
}

it('reports invalid arguments and settings', async () => {
  const place = await newPlace('sqlite');
  for (const given of [
    [],
    ['--keep', '3', file],
    ['--dir', folder, '--keep', '0'],
    ['--dir', folder, file],
  ]) {
    expect((await run('backup', place, ...given)).err).toMatch(/^Usage: npm run backup -- <new file>, or /);
  }
  expect((await run('backup', place, '--replace', file)).err).toContain('Usage');
  expect((await run('backup', place, file)).err).toContain('There is no database');
  expect((await run('restore', place, path.join(folder, 'nothing'))).err).toContain('There is no file');
  expect(await readdir(place.dataDir)).toEqual([]);
});
