import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase, type OpenDatabase } from '../open-database.ts';
import { tableNames } from './backup-format.ts';
import { hasIrreplaceableData } from './restore-refusal.ts';

/** Tables that a server fills by itself, and the accounts and connections of a new site. */
const REPLACED_WITHOUT_ASKING = [
  'consent_texts',
  'destinations',
  'page_visits',
  'page_vitals',
  'variant_visits',
  'operators',
  'sign_in_tries',
  'rate_limits',
  'sessions',
  'one_time_links',
  'audit',
  'crm_grants',
  'oauth_states',
  'editors',
  'wordpress_accounts',
  'wordpress_connection',
  'embedded_locks',
];

/** Stores a row with any values. */
async function storeRow({ query }: OpenDatabase, table: string): Promise<void> {
  const tables = await query.introspection.getTables();
  const columns = tables.find(({ name }) => name === table)?.columns ?? [];
  const names = sql.join(columns.map(({ name }) => sql.ref(name)));
  const values = sql.join(columns.map(({ dataType }) => (/int/i.test(dataType) ? 1 : 'x')));
  await sql`insert into ${sql.table(table)} (${names}) values (${values})`.execute(query);
}

test('a restore asks before it replaces any other data, also that of a table that is new', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'lintel-refusal-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const database = await openDatabase({ dataDir, databaseUrl: null }, pino({ level: 'silent' }));
  onTestFinished(() => database.close());
  const replaced: string[] = [];
  for (const table of tableNames) {
    await storeRow(database, table);
    if (!(await hasIrreplaceableData(database.query, tableNames))) replaced.push(table);
    await database.query.deleteFrom(table).execute();
  }
  expect(replaced).toEqual(REPLACED_WITHOUT_ASKING);
});
