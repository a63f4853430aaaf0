import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Kysely, sql, type CompiledQuery, type Dialect } from 'kysely';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import type { CrmEvent } from '../../server/crm/webhooks/read-event.ts';
import { leadsOfContact } from '../../server/crm/webhooks/leads-of-contact.ts';
import { migrateDatabase, migrateTo } from '../../server/database/schema/migrate-database.ts';
import { createPostgresDialect } from '../../server/database/engines/postgres-dialect.ts';
import { openSqlite } from '../../server/database/engines/open-sqlite.ts';
import type { Database } from '../../server/database/schema/schema.ts';
import { claimDeliveries } from '../../server/leads/deliver/claim-deliveries.ts';
import { createQuarantineAlert } from '../../server/leads/deliver/quarantine-and-reminder-alerts.ts';
import { changeSubscription } from '../../server/leads/store/subscriptions.ts';
import { readLeadAlertContext } from '../../server/leads/mail/lead-alert-context.ts';
import { storeLead } from './delivery-test-bench.ts';
import { newDatabase } from './run-postgres.ts';

const log = pino({ level: 'silent' });
const NOW = Date.UTC(2026, 10, 21, 12);

/** An event whose contact has no lead, so leads are looked up by contact id, e-mail address and phone number. */
const event: CrmEvent = {
  type: 'ContactUpdate',
  onceKey: 'once',
  occurredAt: NOW,
  locationId: 'ours',
  contactId: 'contact',
  contact: {
    firstName: null,
    lastName: null,
    email: 'nobody@example.com',
    phone: '515-225-0001',
    tags: null,
  },
  appointment: null,
  text: '{}',
};

let folder = '';
let query: Kysely<Database>;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'lintel-indexes-'));
});
afterEach(async () => {
  await query.destroy();
  await rm(folder, { recursive: true, force: true });
});

/** The columns of a submission in version 2. The current schema may have others. */
const submissionOfVersion2 = (lead: string, session = `session of ${lead}`) => ({
  id: `${lead} ${session}`,
  lead_id: lead,
  session,
  step: '1',
  body_hash: 'hash',
  body: '{"email":"somebody@example.com"}',
  page: '/buy',
  ip: '192.0.2.1',
  user_agent: 'Browser',
  request_id: 'request',
  at: NOW,
});

async function storeSubmission(row: ReturnType<typeof submissionOfVersion2>): Promise<void> {
  const columns = sql.join(Object.keys(row).map((name) => sql.ref(name)));
  await sql`insert into submissions (${columns}) values (${sql.join(Object.values(row))})`.execute(query);
}

/** Stores a lead as version 2 did. */
async function storeLeadOfVersion2(id: string): Promise<void> {
  await sql`
    insert into leads (id, session, browser_key, open_until, form, tags, revision, progress, local_only, status,
      created_at, updated_at)
    values (${id}, ${id}, 'key', 0, 'contact-form', '[]', 1, 'contact', 0, 'open', ${NOW}, ${NOW})
  `.execute(query);
}

describe.each(['sqlite', 'postgres'] as const)('on %s', (engine) => {
  const open = async (): Promise<Dialect> =>
    engine === 'sqlite'
      ? openSqlite(folder)
      : createPostgresDialect(await newDatabase(inject('postgresUrl')), () => {});

  it('a database of the previous version keeps its rows', async () => {
    query = new Kysely<Database>({ dialect: await open() });
    await migrateTo(query, '2-operators');
    for (const id of ['one', 'other']) await storeLeadOfVersion2(id);
    const kept = [submissionOfVersion2('one'), submissionOfVersion2('other')];
    for (const row of kept) await storeSubmission(row);
    await migrateDatabase(query);
    const rows = await query.selectFrom('submissions').selectAll().orderBy('lead_id').execute();
    // `toMatchObject`, because a later version may add columns.
    expect(rows).toMatchObject(kept);
    expect(rows).toHaveLength(kept.length);
    // A lead cannot have the same submission twice, not even from another session.
    await expect(storeSubmission(submissionOfVersion2('one', 'another session'))).rejects.toThrow(/unique/i);
    const ids = await query.selectFrom('leads').select('id').orderBy('id').execute();
    expect(ids).toEqual([{ id: 'one' }, { id: 'other' }]);
  });

  it('pending subscription syncs become deliveries, and deliveries stay', async () => {
    query = new Kysely<Database>({ dialect: await open() });
    await migrateTo(query, '3-lean-indexes');
    const delivery = { lead_id: 'one', destination: 'crm', revision: 1, state: 'waiting', attempts: 3 };
    await sql`
      insert into deliveries (id, lead_id, destination, revision, state, attempts, next_attempt_at, created_at)
      values ('first', 'one', 'crm', 1, 'waiting', 3, ${NOW}, 5)
    `.execute(query);
    await sql`
      insert into subscriptions (email, since, unsubscribed_at, tell_crm_at)
      values ('waits@example.com', 1, 2, ${NOW}), ('done@example.com', 1, 2, null)
    `.execute(query);
    await migrateDatabase(query);
    expect(await query.selectFrom('deliveries').selectAll().orderBy('created_at').execute()).toMatchObject([
      { ...delivery, id: 'first', email: null, next_attempt_at: NOW },
      {
        lead_id: null,
        email: 'waits@example.com',
        destination: 'subscription',
        state: 'waiting',
        attempts: 0,
        next_attempt_at: NOW,
      },
    ]);
    const subscriptions = await query.selectFrom('subscriptions').selectAll().orderBy('email').execute();
    expect(subscriptions.map(({ email }) => email)).toEqual(['done@example.com', 'waits@example.com']);
    expect(subscriptions[0]).not.toHaveProperty('tell_crm_at');
    // The same delivery still cannot be stored twice.
    await expect(
      sql`
        insert into deliveries (id, lead_id, destination, revision, state, attempts, next_attempt_at, created_at)
        values ('second', 'one', 'crm', 1, 'waiting', 0, 0, 0)
      `.execute(query),
    ).rejects.toThrow(/unique/i);
  });
});

/** Stores leads with the columns of version 1, which every later version has. */
async function storeMany(): Promise<void> {
  await sql`
    insert into leads (id, session, browser_key, open_until, form, tags, revision, progress, local_only, status,
      email, phone_e164, created_at, updated_at)
    select 'lead' || n, 'session' || n, 'key', 0, 'contact-form', '[]', 1, 'contact', 0, 'open',
      'somebody' || n || '@example.com', '+1515' || n, n, n
    from generate_series(1, 30000) as s(n)
  `.execute(query);
}

it('on postgres, the leads of a contact are found among many by an index', async () => {
  const asked: CompiledQuery[] = [];
  query = new Kysely<Database>({
    dialect: createPostgresDialect(await newDatabase(inject('postgresUrl')), () => {}),
    log: (event) => {
      asked.push(event.query);
    },
  });
  await migrateDatabase(query);
  await storeMany();
  await sql`analyze`.execute(query);
  asked.length = 0;
  await leadsOfContact(query, event, () => Promise.resolve(true));
  const plans: string[] = [];
  for (const compiled of asked.splice(0)) {
    const explain = { ...compiled, sql: `explain ${compiled.sql}` };
    const { rows } = await query.executeQuery<{ 'QUERY PLAN': string }>(explain);
    plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
  }
  expect(plans).toEqual(
    ['leads_by_crm_contact', 'leads_by_email', 'leads_by_phone'].map((index) =>
      expect.stringContaining(index),
    ),
  );
});

it('on postgres, a running server of the previous version does not break the migration', async () => {
  const url = await newDatabase(inject('postgresUrl'));
  query = new Kysely<Database>({ dialect: createPostgresDialect(url, () => {}) });
  await migrateTo(query, '2-operators');
  await sql`alter database ${sql.id(new URL(url).pathname.slice(1))} set deadlock_timeout = '10ms'`.execute(
    query,
  );
  // Enough rows that building the indexes takes longer than PostgreSQL's deadlock timeout.
  await storeMany();
  await query.destroy();
  query = new Kysely<Database>({ dialect: createPostgresDialect(url, () => {}) });
  const before = new Kysely<Database>({ dialect: createPostgresDialect(url, () => {}) });
  const migrated = new AbortController();
  const looks = async () => {
    while (!migrated.signal.aborted) {
      // This query locks one table after the other, as the queries of the previous version did.
      const look = before.selectFrom('subscriptions').leftJoin('leads', 'leads.id', 'subscriptions.lead_id');
      await look
        .select('leads.id')
        .execute()
        .catch(() => {});
    }
  };
  const looking = looks();
  try {
    await migrateDatabase(query);
  } finally {
    migrated.abort();
    await looking;
    await before.destroy();
  }
  const { count } = await query
    .selectFrom('leads')
    .select((is) => is.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  expect(count).toBe(30_000);
});

it('the queries of every lead, delivery pass and webhook use an index', async () => {
  const asked: CompiledQuery[] = [];
  query = new Kysely<Database>({
    dialect: openSqlite(folder),
    log: (event) => {
      asked.push(event.query);
    },
  });
  await migrateDatabase(query);
  await storeLead(query, { email: 'somebody@example.com', phone_e164: '+15152250000' }, ['crm'], NOW);
  const lead = await query.selectFrom('leads').selectAll().executeTakeFirstOrThrow();
  asked.length = 0;

  await readLeadAlertContext(query, lead);
  await leadsOfContact(query, event, () => Promise.resolve(true));
  await createQuarantineAlert({ query, log, now: () => NOW, alert: () => Promise.resolve() }).send();
  await changeSubscription(query, {
    email: 'somebody@example.com',
    subscribed: false,
    requestId: null,
    now: NOW,
  });
  for (const destination of ['crm', 'subscription'] as const) {
    await claimDeliveries(
      {
        query,
        reads: query,
        engine: 'sqlite',
        now: () => NOW,
        assertInPlace: () => {},
        eraseDeleted: () => Promise.resolve(),
        close: () => query.destroy(),
      },
      { destination, limit: 6, owner: 'us', now: NOW, busy: new Set(), haveOtherCredentials: false },
    );
  }
  const statements = asked.filter(({ sql }) => /^(select|update)/.test(sql));
  expect(statements.length).toBeGreaterThan(6);
  const scans: string[] = [];
  for (const compiled of statements) {
    const plan = await query.executeQuery<{ detail: string }>({
      ...compiled,
      sql: `explain query plan ${compiled.sql}`,
    });
    for (const { detail } of plan.rows) {
      if (/^SCAN (?!json_each)/.test(detail)) scans.push(`${detail}: ${compiled.sql}`);
    }
  }
  expect(scans).toEqual([]);
});
