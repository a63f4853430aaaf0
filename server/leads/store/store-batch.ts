import { CompiledQuery, type Transaction } from 'kysely';
import { leadFields } from '../../../src/contracts/leads/lead-fields.ts';
import type { OpenDatabase } from '../../database/open-database.ts';
import type { Database } from '../../database/schema/schema.ts';
import type { BatchRows } from './batch-rows.ts';
import type { StoredConsent, StoredSubmission } from './batch-leads.ts';
import type { IntakeJob } from './intake-job.ts';
import type { LeadRow } from './merge-lead.ts';
import type { StoredBatchRows } from './plan-batch.ts';
import {
  createInsertBuilder,
  columnInListSql,
  createUpdateBuilder,
  type SqlStatement,
} from './row-statements.ts';

const leadColumns = [
  'id',
  'session',
  'browser_key',
  'open_until',
  'form',
  ...leadFields.map(({ column }) => column),
  'phone',
  'phone_e164',
  'tags',
  'revision',
  'progress',
  'attribution',
  'local_only',
  'status',
  'suspicions',
  'rejected_at',
  'hold_told_at',
  'crm_location_id',
  'crm_contact_id',
  'request_id',
  'created_at',
  'updated_at',
] as const satisfies (keyof LeadRow)[];

/**
 * Columns that a submission never changes: those that are set when the lead is created, and those that deliveries or
 * operators set.
 */
const fixedColumns: ReadonlySet<string> = new Set([
  'id',
  'session',
  'open_until',
  'local_only',
  'rejected_at',
  'crm_location_id',
  'crm_contact_id',
  'request_id',
  'created_at',
]);

const submissionColumns = [
  'id',
  'lead_id',
  'session',
  'step',
  'body_hash',
  'body',
  'page',
  'ip',
  'user_agent',
  'request_id',
  'at',
] as const;
const consentColumns = [
  'id',
  'lead_id',
  'kind',
  'given',
  'version',
  'phone',
  'email',
  'page',
  'ip',
  'user_agent',
  'at',
] as const;
const consentTextColumns = ['version', 'kind', 'text', 'first_used_at'] as const;
const subscriptionColumns = ['email', 'lead_id', 'name', 'areas', 'since', 'unsubscribed_at'] as const;
const deliveryColumns = [
  'id',
  'lead_id',
  'destination',
  'revision',
  'state',
  'attempts',
  'next_attempt_at',
  'request_id',
  'created_at',
] as const;
const eventColumns = ['id', 'lead_id', 'at', 'kind', 'detail'] as const;

/**
 * The format of our ids. Ids in another format are not looked up, because no lead has one, and they may not be valid
 * text for the database.
 */
const OUR_ID = /^(local_)?[\w-]{22}([\w-]{9})?$/;

/** Subscribing again after unsubscribing resets the date. An active subscription keeps its date. */
const SUBSCRIBE_AGAIN =
  '(email) do update set lead_id = excluded.lead_id, name = coalesce(excluded.name, subscriptions.name), ' +
  'areas = coalesce(excluded.areas, subscriptions.areas), since = case when subscriptions.unsubscribed_at is null ' +
  'then subscriptions.since else excluded.since end, unsubscribed_at = null';

/** Reads and writes the rows of a batch. Each statement handles many rows, so a large batch needs few statements. */
export interface BatchStore {
  read(transaction: Transaction<Database>, jobs: readonly IntakeJob[]): Promise<StoredBatchRows>;
  write(transaction: Transaction<Database>, rows: BatchRows): Promise<void>;
}

/**
 * Creates a store for a database engine. `confirms`: whether confirmations are sent to visitors. If so, the store also
 * reads which leads already have one.
 */
export function createBatchStore(
  engine: OpenDatabase['engine'],
  { confirms }: { confirms: boolean },
): BatchStore {
  // All servers lock rows in the same order, to avoid deadlocks.
  const locked = engine === 'postgres' ? ' order by id for update' : '';
  const leadsBySession = `select * from leads where ${columnInListSql(engine, 'session')}${locked}`;
  const leadsById = `select * from leads where ${columnInListSql(engine, 'id')}${locked}`;
  const submissionsOf = `select lead_id, step, body_hash, at from submissions where ${columnInListSql(engine, 'lead_id')}`;
  const consentsOf = `select lead_id, kind, given, version, at from consents where ${columnInListSql(engine, 'lead_id')}`;
  const confirmedOf = `select distinct lead_id from deliveries where destination = 'confirmation' and ${columnInListSql(engine, 'lead_id')}`;
  const holdWaiting = `update deliveries set state = 'held' where state = 'waiting' and ${columnInListSql(engine, 'lead_id')}`;
  const hold = (ids: readonly string[]): SqlStatement[] =>
    ids.length === 0 ? [] : [{ text: holdWaiting, values: [JSON.stringify(ids)] }];
  const insertLeads = createInsertBuilder(engine, 'leads', leadColumns);
  const updateLeads = createUpdateBuilder(
    engine,
    'leads',
    leadColumns.filter((column) => !fixedColumns.has(column)),
  );
  const insertSubmissions = createInsertBuilder(engine, 'submissions', submissionColumns);
  const insertConsents = createInsertBuilder(engine, 'consents', consentColumns);
  const insertConsentTexts = createInsertBuilder(
    engine,
    'consent_texts',
    consentTextColumns,
    '(version, kind) do nothing',
  );
  const subscribe = createInsertBuilder(engine, 'subscriptions', subscriptionColumns, SUBSCRIBE_AGAIN);
  const insertDeliveries = createInsertBuilder(engine, 'deliveries', deliveryColumns);
  const insertEvents = createInsertBuilder(engine, 'lead_events', eventColumns);

  const ask = async <Row>(
    transaction: Transaction<Database>,
    statement: string,
    values: readonly unknown[],
  ) => {
    if (values.length === 0) return [];
    const query = CompiledQuery.raw(statement, [JSON.stringify(values)]);
    return (await transaction.executeQuery<Row>(query)).rows;
  };

  return {
    async read(transaction, jobs) {
      const ids = jobs.flatMap(({ submission: { contactId } }) =>
        contactId !== undefined && OUR_ID.test(contactId) ? contactId : [],
      );
      const sessions = jobs.flatMap(sessionsOf);
      const begun = await ask<LeadRow>(transaction, leadsBySession, sessions);
      const openUntil = new Map(begun.map(({ session, open_until }) => [session, open_until]));
      const renewed = jobs.flatMap((job) => {
        const isOver = (session: string) => job.facts.now >= (openUntil.get(session) ?? Infinity);
        return sessionsOf(job).some(isOver) ? job.renewedSession() : [];
      });
      const leads = [
        ...begun,
        ...(await ask<LeadRow>(transaction, leadsBySession, renewed)),
        ...(await ask<LeadRow>(transaction, leadsById, ids)),
      ];
      const found = [...new Set(leads.map(({ id }) => id))];
      const submissions = await ask<StoredSubmission>(transaction, submissionsOf, found);
      const consents = await ask<StoredConsent>(transaction, consentsOf, found);
      const confirmed = confirms ? await ask<{ lead_id: string }>(transaction, confirmedOf, found) : [];
      return { leads, submissions, consents, confirmed: confirmed.map(({ lead_id }) => lead_id) };
    },
    async write(transaction, rows) {
      const bySession = (a: LeadRow, b: LeadRow) => (a.session < b.session ? -1 : 1);
      const byEmail = (a: { email: string }, b: { email: string }) => (a.email < b.email ? -1 : 1);
      await run(transaction, [
        insertLeads(rows.newLeads.toSorted(bySession)),
        updateLeads(rows.changedLeads),
        hold(rows.heldLeads.map(({ id }) => id)),
        insertSubmissions(rows.submissions),
        insertConsents(rows.consents),
        insertConsentTexts(rows.consentTexts),
        subscribe(rows.subscriptions.toSorted(byEmail)),
        insertDeliveries(rows.deliveries),
        insertEvents(rows.events),
      ]);
    },
  };

  /** On PostgreSQL, combines the statements into one, because a round trip takes as long as the work itself. */
  async function run(
    transaction: Transaction<Database>,
    all: readonly (readonly SqlStatement[])[],
  ): Promise<void> {
    const writes = all.flat();
    if (engine === 'sqlite' || writes.length < 2) {
      for (const { text, values } of writes) {
        await transaction.executeQuery(CompiledQuery.raw(text, [...values]));
      }
      return;
    }
    // Each statement has one parameter.
    const parts = writes.map(({ text }, at) => `part${at} as (${text.replaceAll('$1', `$${at + 1}`)})`);
    const parameters = writes.flatMap(({ values }) => values);
    await transaction.executeQuery(CompiledQuery.raw(`with ${parts.join(', ')} select 1`, parameters));
  }
}

function sessionsOf({ session, earlierSession }: IntakeJob): string[] {
  return earlierSession === null ? [session] : [session, earlierSession];
}
