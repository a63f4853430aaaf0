import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { deleteOldLeads } from '../../server/leads/store/delete-leads.ts';
import { deleteLeadOnRequest } from '../../server/operators/inbox/lead-actions.ts';
import { leadBrowser, storedRows } from './post-lead.ts';
import { runApp, type RunningApp } from './running-app.ts';

const OPERATOR = {
  id: 'o',
  name: 'Olga',
  email: 'olga@example.com',
  role: 'operator' as const,
  requestId: 'r',
};

let app: RunningApp;
beforeEach(async () => {
  app = await runApp({ LEAD_RATE_LIMIT: '1000' });
});
afterEach(() => app.stop());

/** Counts the occurrences of a text in all files of the data folder, including the write-ahead log. */
async function found(text: string): Promise<number> {
  const { dataDir } = app.config;
  const files = await readdir(dataDir);
  expect(files).toContain('lintel.sqlite-wal');
  const bytes = await Promise.all(files.map((file) => readFile(path.join(dataDir, file), 'latin1')));
  return bytes.reduce((sum, each) => sum + each.split(text).length - 1, 0);
}

async function postTwo(): Promise<void> {
  for (const firstName of ['Deletedname', 'Keptname']) {
    await leadBrowser(app).post({
      session: randomUUID(),
      firstName,
      email: `${firstName}@example.com`,
      notes: `${firstName} likes porches. `.repeat(20),
    });
  }
  expect(await found('Deletedname')).toBeGreaterThan(3);
}

it('a lead that an operator deletes remains in no file', async () => {
  await postTwo();
  const { leads } = await storedRows(app);
  const id = leads.find(({ first_name }) => first_name === 'Deletedname')?.id ?? '';
  const deletion = await deleteLeadOnRequest(app.database, id, { operator: OPERATOR, now: Date.now() });
  expect(deletion).toMatchObject({ optOutKept: false });
  // The search index is one part, which contains only what remains: others could contain what was deleted.
  const { query } = app.database;
  const terms = await sql<{ term: string }>`
    select term from lead_search_terms where term in ('edn', 'ptn')
  `.execute(query);
  expect(terms.rows).toEqual([{ term: 'ptn' }]);
  const parts = await sql`select distinct segid from lead_search_words_idx`.execute(query);
  expect(parts.rows).toHaveLength(1);
  expect(await found('Deletedname')).toBe(0);
  expect(await found('Keptname')).toBeGreaterThan(3);
});

it('expired leads, and rows deleted before erasure existed, remain in no file', async () => {
  await postTwo();
  const { query } = app.database;
  const like = (await storedRows(app)).leads.find(({ first_name }) => first_name === 'Keptname');
  if (!like) throw new Error('The lead is not stored.');
  // Many leads of different lengths, with old and new ones mixed. Their rows move between pages, which leaves copies
  // behind.
  const copies = Array.from({ length: 600 }, (_, at) => {
    const name = at < 300 || at % 2 === 0 ? 'Deletedname' : 'Keptname';
    const text = `${name} `.repeat((at * 7) % 400);
    const updated = name === 'Keptname' ? Date.now() : 1;
    return {
      ...like,
      id: `copy${at}`,
      session: `copy${at}`,
      first_name: name,
      message: text,
      updated_at: updated,
    };
  });
  for (let at = 0; at < copies.length; at += 50) {
    await query
      .insertInto('leads')
      .values(copies.slice(at, at + 50))
      .execute();
  }
  await query.deleteFrom('deliveries').execute();
  await query.updateTable('leads').set({ updated_at: 1 }).where('first_name', '=', 'Deletedname').execute();
  await sql`pragma secure_delete = off`.execute(query);
  await query.deleteFrom('leads').where('id', 'in', ['copy0', 'copy1', 'copy2']).execute();
  await sql`pragma secure_delete = on`.execute(query);

  expect(await deleteOldLeads(app.database, 2)).toBe(448);
  expect(await found('Deletedname')).toBe(0);
  expect(await found('Keptname')).toBeGreaterThan(100);
  const check = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(query);
  expect(check.rows).toEqual([{ integrity_check: 'ok' }]);
});

it('a file that another process keeps locked is logged and erased later', async () => {
  await postTwo();
  const { query } = app.database;
  const failures = () => app.events().filter(({ event }) => event === 'deleted-data-not-erased');
  await query.deleteFrom('leads').where('first_name', '=', 'Deletedname').execute();
  await query.deleteFrom('submissions').execute();
  const other = new DatabaseSync(path.join(app.config.dataDir, 'lintel.sqlite'));
  other.exec('begin immediate');
  await app.database.eraseDeleted();
  expect(failures()).toHaveLength(1);
  other.close();
  await app.database.eraseDeleted();
  expect(failures()).toHaveLength(1);
  expect(await found('Deletedname')).toBe(0);
});
