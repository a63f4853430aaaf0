import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabase, type OpenDatabase } from '../../server/database/open-database.ts';
import { storeLead } from './delivery-test-bench.ts';
import { runCommand } from './run-command.ts';

let dataDir = '';
let database: OpenDatabase;

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'lintel-leads-'));
  database = await openDatabase({ dataDir, databaseUrl: null }, pino({ level: 'silent' }));
});
afterEach(async () => {
  await database.close();
  await rm(dataDir, { recursive: true, force: true });
});

/** Runs `npm run leads` while the database is open. Returns its output and exit code. */
async function leads(...words: string[]): Promise<{ code: number; output: string }> {
  const { code, out, err } = await runCommand(['leads', ...words], { DATA_DIR: dataDir });
  return { code, output: out + err };
}

test('an operator lists failed deliveries and retries them', async () => {
  expect(await leads()).toEqual({ code: 0, output: 'No deliveries yet.\n' });
  const { query } = database;
  const now = Date.now();
  await storeLead(query, {}, ['crm'], now - 3 * 60 * 60_000);
  const broken = await storeLead(query, {}, ['alert'], now);
  await query
    .updateTable('deliveries')
    .set({ state: 'attention', attempts: 1, last_error: 'Not like this.' })
    .where('lead_id', '=', broken)
    .execute();
  const held = await storeLead(query, { status: 'quarantined', suspicions: '["honeypot"]' }, ['crm'], now);
  await query.updateTable('deliveries').set({ state: 'held' }).where('lead_id', '=', held).execute();
  const { id } = await query
    .selectFrom('deliveries')
    .select('id')
    .where('state', '=', 'attention')
    .executeTakeFirstOrThrow();

  const { output } = await leads('status');
  expect(output.split('\n')).toEqual([
    'alert: 1 attention',
    'crm: 1 held',
    'crm: 1 waiting',
    'The oldest of those that wait was stored 3 h ago.',
    'No CRM is connected: set GHL_API_KEY and GHL_LOCATION_ID, and restart. Leads wait until then.',
    '',
    'Need attention; fix the cause, then: npm run leads retry <delivery>, or retry all',
    `  ${id}  alert, 1 tries: Not like this.`,
    '',
    'Held back as suspicious; to send one on: npm run leads release <lead>',
    `  ${held}  ["honeypot"]`,
    '',
  ]);
  expect(await leads('retry', id)).toEqual({ code: 0, output: `Delivery ${id} is due now.\n` });
  expect(await leads('release', held)).toEqual({ code: 0, output: `Lead ${held} is released.\n` });
  expect(await leads('cancel', id)).toEqual({ code: 0, output: `Delivery ${id} is cancelled.\n` });
  expect(await leads('retry', 'all')).toEqual({ code: 0, output: '2 deliveries are due now.\n' });
  expect(await leads('release', 'nobody')).toMatchObject({ code: 1 });
  const noted = await query.selectFrom('audit').selectAll().orderBy('at').execute();
  expect(noted.map(({ action, subject }) => [action, subject])).toEqual([
    ['delivery-retried', broken],
    ['lead-released', held],
    ['delivery-cancelled', broken],
    ['delivery-retried', expect.any(String)],
    ['delivery-retried', expect.any(String)],
  ]);
  expect(new Set(noted.map((each) => each.operator_name))).toEqual(new Set(['command line']));
  expect((await leads('delete', id)).output).toContain('Usage: npm run leads status');
});
