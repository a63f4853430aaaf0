import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { tableNames } from '../../server/database/backup/backup-format.ts';
import { REDIRECT_VERSION_TABLE } from '../../server/database/schema/migrations/94-redirect-version.ts';
import { LEAD_SEARCH_ROWS_TABLE } from '../../server/database/schema/lead-search.ts';
import { knownMigrations } from '../../server/database/schema/migrate-database.ts';
import { openDatabase } from '../../server/database/open-database.ts';
import { compileCache } from '../setup/compile-cache.ts';

const KILLS = 10;
const SERVERS = 6;

let parent: string;
beforeEach(async () => {
  parent = await mkdtemp(path.join(tmpdir(), 'lintel-first-'));
});
afterEach(() => rm(parent, { recursive: true, force: true }));

interface Start {
  /** Lets the server open the database. Returns the exit code or signal, and the output. */
  open(): Promise<{ end: number | string | null; said: string }>;
}

/** Starts a server process and waits until it is ready to open the database in `dataDir`. */
async function prepareServer(dataDir: string, killAt?: number): Promise<Start> {
  const script = path.join(import.meta.dirname, 'opening-server.ts');
  const child = spawn(process.execPath, [script], {
    env: {
      ...compileCache,
      PATH: process.env['PATH'] ?? '',
      DATA_DIR: dataDir,
      ...(killAt === undefined ? {} : { KILL_AT: String(killAt) }),
    },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [ready] = await once(child.stdout, 'data');
  expect(String(ready)).toBe('ready\n');
  return {
    async open() {
      const ended = once(child, 'exit');
      const said = text(child.stdout);
      child.stdin.write('open\n');
      const [code, signal] = await ended;
      return { end: signal ?? code, said: await said };
    },
  };
}

/** Opens the database as a later start would, and expects all tables and migrations. */
async function expectWhole(dataDir: string): Promise<void> {
  const database = await openDatabase({ dataDir, databaseUrl: null }, pino({ level: 'silent' }));
  const { query } = database;
  try {
    const tables = (await query.introspection.getTables())
      .map(({ name }) => name)
      // The search index, which is derived from the leads, and the version of the redirects. No backup contains them.
      .filter((name) => !name.startsWith(LEAD_SEARCH_ROWS_TABLE) && name !== REDIRECT_VERSION_TABLE);
    expect(tables.toSorted()).toEqual(tableNames.toSorted());
    const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(
      query,
    );
    expect(rows.map(({ name }) => name)).toEqual(await knownMigrations());
  } finally {
    await database.close();
  }
}

test(`a first start killed at any of ${KILLS} moments does not prevent later starts`, async () => {
  const whole = await (await prepareServer(path.join(parent, 'whole'))).open();
  expect(whole.end).toBe(0);
  const statements = Number(whole.said);
  // Creating a table takes at least one statement.
  expect(statements).toBeGreaterThan(tableNames.length);
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const dataDir = path.join(parent, String(kill));
    const server = await prepareServer(dataDir, Math.round((statements * kill) / KILLS));
    expect(await server.open()).toEqual({ end: 'SIGKILL', said: '' });
    await expectWhole(dataDir);
  }
});

test(`${SERVERS} servers that first start at the same time all start, even if one of them is killed`, async () => {
  const dataDir = path.join(parent, 'data');
  // The first server is killed during the migration, if it is the one that runs it.
  const servers = await Promise.all(
    Array.from({ length: SERVERS }, (_, n) => prepareServer(dataDir, n === 0 ? 30 : undefined)),
  );
  const ends = await Promise.all(servers.map(async (server) => (await server.open()).end));
  expect(ends.slice(1)).toEqual(Array.from({ length: SERVERS - 1 }, () => 0));
  await expectWhole(dataDir);
});
