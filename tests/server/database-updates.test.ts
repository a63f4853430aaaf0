import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Kysely, sql } from 'kysely';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { checkBackup, type CheckedBackup } from '../../server/database/backup/read-backup.ts';
import { writeBackup } from '../../server/database/backup/write-backup.ts';
import { restoreSqlite } from '../../server/database/backup/restore-sqlite.ts';
import { restorePostgres } from '../../server/database/backup/restore-postgres.ts';
import { createPostgresDialect } from '../../server/database/engines/postgres-dialect.ts';
import { openSqlite } from '../../server/database/engines/open-sqlite.ts';
import { openDatabase } from '../../server/database/open-database.ts';
import { knownMigrations, migrateTo } from '../../server/database/schema/migrate-database.ts';
import type { Database } from '../../server/database/schema/schema.ts';
import { leadBrowser, storedRows } from './post-lead.ts';
import { runCommand } from './run-command.ts';
import { newDatabase } from './run-postgres.ts';
import { runApp } from './running-app.ts';

/* Updating the database with data in it, and going back to the release before. */

const log = pino({ level: 'silent' });
/** A release with this as its newest migration is “the release before” in these tests. */
const BEFORE = '91-wordpress-connection';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'lintel-updates-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe.each(['sqlite', 'postgres'] as const)('on %s', (engine) => {
  interface Place {
    dataDir: string;
    databaseUrl: string | null;
  }
  const newPlace = async (): Promise<Place> => ({
    dataDir: await mkdtemp(path.join(folder, 'data-')),
    databaseUrl: engine === 'postgres' ? await newDatabase(inject('postgresUrl')) : null,
  });
  const within = async <Result>(place: Place, work: (query: Kysely<Database>) => Promise<Result>) => {
    const dialect = place.databaseUrl
      ? createPostgresDialect(place.databaseUrl, () => {})
      : openSqlite(place.dataDir);
    const query = new Kysely<Database>({ dialect });
    try {
      return await work(query);
    } finally {
      await query.destroy();
    }
  };
  const storeLead = (query: Kysely<Database>) =>
    sql`
      insert into leads (id, session, browser_key, open_until, form, tags, revision, progress, local_only, status,
        created_at, updated_at)
      values ('one', 'one', 'key', 0, 'contact-form', '[]', 1, 'contact', 0, 'open', 1, 1)
    `.execute(query);
  const restoreTo = ({ dataDir, databaseUrl }: Place, backup: CheckedBackup, replace: boolean) =>
    databaseUrl
      ? restorePostgres(databaseUrl, dataDir, backup, replace)
      : restoreSqlite(dataDir, backup, replace);
  const tablesOf = (query: Kysely<Database>) =>
    query.introspection.getTables({ withInternalKyselyTables: true });
  /** A database of the release before, with a lead. */
  const placeBefore = async () => {
    const place = await newPlace();
    await within(place, async (query) => {
      await migrateTo(query, BEFORE);
      await storeLead(query);
    });
    return place;
  };
  /** Changes a database of this release as a later release does. */
  const placeAfter = async (migration: string) => {
    const place = await newPlace();
    await (await openDatabase(place, log)).close();
    await within(place, async (query) => {
      await sql`alter table leads add column budget text`.execute(query);
      await sql`create table tours (id text primary key, lead_id text not null)`.execute(query);
      await sql`insert into kysely_migration (name, timestamp) values (${migration}, '2027-01-01')`.execute(
        query,
      );
    });
    return place;
  };
  const upgradeCheck = async (place: Place, settings: Record<string, string> = {}) => {
    const { code, out, err } = await runCommand(['upgrade-check'], {
      DATA_DIR: place.dataDir,
      ...(place.databaseUrl !== null && { DATABASE_URL: place.databaseUrl }),
      ...settings,
    });
    return { code, output: out + err };
  };
  const nameOf = ({ dataDir, databaseUrl }: Place) =>
    `the database ${databaseUrl ? 'of DATABASE_URL' : path.join(dataDir, 'lintel.sqlite')}`;
  const backupsOf = ({ dataDir }: Place) => readdir(path.join(dataDir, 'backups')).catch(() => []);

  it('a release works with a database to which a later one has added', async () => {
    const place = await placeAfter('98-tours');
    const app = await runApp({
      DATA_DIR: place.dataDir,
      ...(place.databaseUrl ? { DATABASE_URL: place.databaseUrl } : {}),
    });
    try {
      const sent = await leadBrowser(app).send('POST', '/api/ghl/contact', {
        session: 's'.repeat(20),
        email: 'a@example.com',
      });
      expect(sent.status).toBe(200);
      expect((await storedRows(app)).leads).toMatchObject([{ email: 'a@example.com', budget: null }]);
      const ready = async () => {
        const response = await fetch(`${app.url}/readyz`);
        return [response.status, await response.json()];
      };
      await expect.poll(ready).toMatchObject([200, { checks: { tables: 'ok' } }]);
    } finally {
      await app.stop();
    }
    expect(await upgradeCheck(place)).toEqual({
      code: 0,
      output: `A newer release has added to it: 98-tours.\nThe first start changes nothing in ${nameOf(place)}.\n`,
    });
  });

  it('a release backs up a database to which a later one has added, and both can restore it', async () => {
    const place = await placeAfter('98-tours');
    await within(place, async (query) => {
      await storeLead(query);
      await sql`update leads set budget = '300,000'`.execute(query);
    });
    const file = path.join(folder, 'after.backup');
    await within(place, (query) => writeBackup(query, engine, file));
    const backup = await checkBackup(file);
    expect(backup.header.migrations).toEqual(await knownMigrations());
    // The file of what is replaced is written by the release before, too.
    await restoreTo(place, backup, true);
    const leads = await within(place, (query) => query.selectFrom('leads').selectAll().execute());
    expect(leads).toMatchObject([{ id: 'one' }]);
    expect(leads[0]).not.toHaveProperty('budget');
  });

  it('a backup from before replaces a database from which a later release has taken something', async () => {
    const earlier = await newPlace();
    await (await openDatabase(earlier, log)).close();
    const file = path.join(folder, 'before.backup');
    await within(earlier, (query) => writeBackup(query, engine, file));
    const place = await placeAfter('98-drop-phone-needs-97');
    await within(place, (query) => storeLead(query));
    await expect(within(place, (query) => writeBackup(query, engine, `${file}.2`))).rejects.toThrow(
      /98-drop-phone-needs-97.*cannot work with it/,
    );
    const kept = await restoreTo(place, await checkBackup(file), true);
    expect(kept).not.toBeNull();
    await (await openDatabase(place, log)).close();
    expect(await within(place, (query) => query.selectFrom('leads').select('id').execute())).toEqual([]);
  });

  it('a release can be installed again after the one before has restored its backup', async () => {
    const known = await within(await placeBefore(), tablesOf);
    const place = await placeBefore();
    await (await openDatabase(place, log)).close();
    // The release before drops the tables that it knows, and leaves the others with their rows.
    await within(place, async (query) => {
      await sql`insert into page_vitals (day, page, metric, rating, views) values ('d', 'p', 'm', 'r', 1)`.execute(
        query,
      );
      for (const { name } of known) await sql`drop table ${sql.table(name)}`.execute(query);
      await migrateTo(query, BEFORE);
    });
    await (await openDatabase(place, log)).close();
    const vitals = await within(place, (query) => query.selectFrom('page_vitals').selectAll().execute());
    expect(vitals).toEqual([]);
  });

  it('a release refuses a database from which a later one has taken what it needs', async () => {
    const place = await placeAfter('98-drop-phone-needs-97');
    const words = /A newer release has changed the database \(98-drop-phone-needs-97\).*restore a backup/;
    await expect(openDatabase(place, log)).rejects.toThrow(words);
    expect(await upgradeCheck(place)).toMatchObject({ code: 1, output: expect.stringMatching(words) });
    const known = await placeAfter('98-drop-phone-needs-92');
    await (await openDatabase(known, log)).close();
  });

  it('writes a backup before a migration, with which the release before can go on', async () => {
    const place = await placeBefore();
    const said = await upgradeCheck(place);
    expect(said.code).toBe(0);
    expect(said.output).toMatch(
      /writes a backup to .*backups \(at most [\d,]+ MB; [\d,]+ MB are free\)\.\nThen it changes the database .*:\n {2}92-comments: only adds/,
    );
    expect(await backupsOf(place)).toEqual([]);
    await (await openDatabase(place, log)).close();
    const [name = '', ...others] = await backupsOf(place);
    expect([name, others]).toEqual([expect.stringMatching(/^before-92-comments-2.*\.backup$/), []]);
    const backup = await checkBackup(path.join(place.dataDir, 'backups', name));
    expect(backup.header.migrations.at(-1)).toBe(BEFORE);
    expect(backup.rows['leads']).toBe(1);
    const other = await newPlace();
    await restoreTo(other, backup, false);
    const leads = await within(other, (query) => query.selectFrom('leads').select('id').execute());
    expect(leads).toEqual([{ id: 'one' }]);
    // Nothing is left to migrate.
    await (await openDatabase(place, log)).close();
    expect(await backupsOf(place)).toEqual([name]);
    expect((await upgradeCheck(place)).output).toBe(`The first start changes nothing in ${nameOf(place)}.\n`);
  });

  it('says that the releases up to 0.4.0 need their backup to go back', async () => {
    const place = await newPlace();
    await within(place, (query) => migrateTo(query, '9-rate-limits'));
    expect((await upgradeCheck(place)).output).toMatch(/0\.4\.0 .*restore the backup with it\.\n$/);
  });

  it('migrates nothing if the backup cannot be written, unless told so', async () => {
    const place = await placeBefore();
    await writeFile(path.join(place.dataDir, 'backups'), 'a file');
    await expect(openDatabase(place, log)).rejects.toThrow(/could not be written to .*MIGRATION_BACKUP=off/s);
    const names = () =>
      within(place, async (query) => {
        const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(query);
        return rows.map(({ name }) => name).toSorted();
      });
    expect(await names()).not.toContain('92-comments');
    expect((await upgradeCheck(place, { MIGRATION_BACKUP: 'off' })).output).toContain('writes no backup');
    await (await openDatabase({ ...place, migrationBackup: false }, log)).close();
    expect(await names()).toEqual((await knownMigrations()).toSorted());
  });

  it('keeps the two newest of these backups', async () => {
    const place = await placeBefore();
    const kept = path.join(place.dataDir, 'backups');
    await mkdir(kept);
    const older = [
      'before-8-x-2026-02-01T00-00-00-000Z.backup',
      'before-90-x-2026-01-01T00-00-00-000Z.backup',
    ];
    // Of a backup that was killed.
    const partial = 'before-92-x-2025-12-28T00-00-00-000Z.backup.partial';
    for (const name of [...older, partial, 'mine.backup']) await writeFile(path.join(kept, name), '');
    await (await openDatabase(place, log)).close();
    const names = await backupsOf(place);
    expect(names).toHaveLength(3);
    expect(names).toEqual(
      expect.arrayContaining([older[0], expect.stringMatching(/^before-92.*\.backup$/), 'mine.backup']),
    );
  });
});

it('says that a new place has no database, and makes none', async () => {
  const { out } = await runCommand(['upgrade-check'], { DATA_DIR: folder });
  expect(out).toBe(
    `There is no database ${path.join(folder, 'lintel.sqlite')}: the first start makes one.\n`,
  );
  expect(await readdir(folder)).toEqual([]);
});

it('only migrations that are named so take anything away', async () => {
  const taking = /\b(drop (table(?! if exists)|column|constraint)|rename|set not null|alter column)\b/i;
  const statements: string[] = [];
  const query = new Kysely<Database>({
    dialect: openSqlite(folder),
    log: (event) => void statements.push(event.query.sql),
  });
  try {
    const found: string[] = [];
    for (const name of await knownMigrations()) {
      statements.length = 0;
      await migrateTo(query, name);
      if (statements.some((text) => taking.test(text))) found.push(name);
    }
    // The first two are older than this rule: see docs/decisions/database.md.
    expect(found.filter((name) => !/-needs-\d+$/.test(name))).toEqual([
      '3-lean-indexes',
      '4-subscription-deliveries',
    ]);
  } finally {
    await query.destroy();
  }
});
