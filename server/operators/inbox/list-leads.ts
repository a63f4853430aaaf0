import { sql, type Kysely, type Selectable } from 'kysely';
import type { OpenStage } from '../../../src/contracts/leads/lead-stage.ts';
import { leadMessage, messagePreview } from '../../../src/contracts/leads/shown-message.ts';
import type { DeliveryInfo, LeadList, LeadRow } from '../../../src/contracts/operators/operator-leads.ts';
import { formatSource } from '../../../src/contracts/leads/lead-source.ts';
import type { OpenDatabase } from '../../database/open-database.ts';
import type { Database } from '../../database/schema/schema.ts';
import { readFollowUps, stageOf, type FollowUp } from '../../leads/manage/follow-up.ts';
import { filterLeads, deliveryRank, deliveryOf, PAGE_LEADS, type LeadFilter } from './lead-filter.ts';

const ROW_COLUMNS = [
  'id',
  'created_at',
  'updated_at',
  'first_name',
  'last_name',
  'email',
  'phone',
  'phone_e164',
  'message',
  'notes',
  'form',
  'page',
  'source',
  'progress',
  'status',
  'inquiry_type',
  'topic',
  'message',
] as const;

/** Maximum number of sources to offer as filters. */
const MAX_SOURCES = 100;

/** Returns a page of the inbox, with the available filters, counts by status, and pending subscription deliveries. */
export async function listLeads({ query, engine }: OpenDatabase, filter: LeadFilter): Promise<LeadList> {
  const [total, sources, forms, statuses, stages, attention, subscriptions] = await Promise.all([
    countLeads({ query, engine }, filter),
    query
      .selectFrom('leads')
      .select((is) => ['source', is.fn.countAll<number | string>().as('leads')])
      .where('source', 'is not', null)
      .where('source', '<>', '')
      .groupBy('source')
      .orderBy('leads', 'desc')
      .orderBy('source')
      .limit(MAX_SOURCES)
      .execute(),
    query.selectFrom('leads').select('form').distinct().orderBy('form').execute(),
    query
      .selectFrom('leads')
      .select((is) => ['status', is.fn.countAll<number | string>().as('leads')])
      .groupBy('status')
      .execute(),
    query
      .selectFrom('leads')
      .leftJoin('lead_follow_ups', 'lead_follow_ups.lead_id', 'leads.id')
      .where('leads.status', '=', 'open')
      .select((is) => ['lead_follow_ups.stage', is.fn.countAll<number | string>().as('leads')])
      .groupBy('lead_follow_ups.stage')
      .execute(),
    query
      .selectFrom('deliveries')
      .select((is) => is.fn.count<number | string>('lead_id').distinct().as('leads'))
      .where('state', '=', 'attention')
      .executeTakeFirst(),
    query
      .selectFrom('deliveries')
      .selectAll()
      .where('email', 'is not', null)
      .where('state', 'in', ['waiting', 'sending', 'attention'])
      .orderBy('created_at')
      .limit(PAGE_LEADS)
      .execute(),
  ]);
  // A page number past the end shows the last page.
  const page = Math.min(filter.page, Math.max(1, Math.ceil(total / PAGE_LEADS)));
  const rows = await readRows({ query, engine }, filter, {
    limit: PAGE_LEADS,
    offset: (page - 1) * PAGE_LEADS,
  });
  const count = (status: string) => Number(statuses.find((each) => each.status === status)?.leads ?? 0);
  const staged = (wanted: OpenStage) =>
    stages.reduce((sum, { stage, leads }) => sum + ((stage ?? 'new') === wanted ? Number(leads) : 0), 0);
  return {
    rows,
    total,
    page,
    pageSize: PAGE_LEADS,
    sources: sources.flatMap(({ source }) => source ?? []),
    forms: forms.map(({ form }) => form),
    counts: {
      open: count('open'),
      quarantined: count('quarantined'),
      resolved: count('resolved'),
      attention: Number(attention?.leads ?? 0),
      new: staged('new'),
      called: staged('called'),
      met: staged('met'),
    },
    subscriptions: subscriptions.map((row) => Object.assign(deliveryInfo(row), { email: row.email ?? '' })),
  };
}

/** Reads a part of the filtered leads, in the filter's order. */
export async function readRows(
  { query, engine }: Pick<OpenDatabase, 'query' | 'engine'>,
  filter: LeadFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<LeadRow[]> {
  const { sort } = filter;
  const rows = await filterLeads(query, engine, filter)
    .select([...ROW_COLUMNS, deliveryRank.as('delivery_rank')])
    .$if(sort === 'newest', (leads) => leads.orderBy('created_at', 'desc'))
    .$if(sort === 'oldest', (leads) => leads.orderBy('created_at'))
    .$if(sort === 'updated', (leads) => leads.orderBy('updated_at', 'desc'))
    .$if(sort === 'name', (leads) =>
      leads
        .orderBy(sql`case when coalesce(first_name, last_name) is null then 1 else 0 end`)
        .orderBy(sql`lower(coalesce(last_name, first_name, email, phone))`)
        .orderBy(sql`lower(coalesce(first_name, ''))`),
    )
    // Breaks ties, so that leads keep their order across pages.
    .orderBy('id', sort === 'oldest' || sort === 'name' ? 'asc' : 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  return asRows(query, rows);
}

/** Converts a delivery for display. */
export function deliveryInfo(row: Selectable<Database['deliveries']>): DeliveryInfo {
  return {
    id: row.id,
    destination: row.destination,
    revision: row.revision,
    state: row.state,
    attempts: row.attempts,
    nextAttemptAt: row.state === 'waiting' ? row.next_attempt_at : null,
    deliveredAt: row.delivered_at,
    lastError: row.last_error,
  };
}

/** Counts the leads that match a filter, on all pages. */
export async function countLeads(
  { query, engine }: Pick<OpenDatabase, 'query' | 'engine'>,
  filter: LeadFilter,
): Promise<number> {
  const found = await filterLeads(query, engine, filter)
    .select((is) => is.fn.countAll<number | string>().as('leads'))
    .executeTakeFirst();
  return Number(found?.leads ?? 0);
}

type Row = Pick<Selectable<Database['leads']>, (typeof ROW_COLUMNS)[number]> & {
  delivery_rank: number | string;
};

/** Reads leads by their ids, as rows of the inbox. Missing leads are left out. */
export async function leadRows(
  query: Kysely<Database>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, LeadRow>> {
  if (ids.length === 0) return new Map();
  const rows = await query
    .selectFrom('leads')
    .select([...ROW_COLUMNS, deliveryRank.as('delivery_rank')])
    .where('id', 'in', ids)
    .execute();
  return new Map((await asRows(query, rows)).map((row) => [row.id, row]));
}

async function asRows(query: Kysely<Database>, rows: readonly Row[]): Promise<LeadRow[]> {
  const followUpOf = await readFollowUps(
    query,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => leadRow(row, followUpOf(row.id)));
}

/** Converts a lead to a row of the inbox. */
export function leadRow(row: Row, { stage, reminder }: FollowUp): LeadRow {
  return {
    id: row.id,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    name: nameOf(row),
    email: row.email,
    phone: row.phone,
    phoneE164: row.phone_e164,
    preview: messagePreview(leadMessage(row)),
    form: row.form,
    page: row.page,
    source: row.source,
    sourceText: formatSource(row.source, row.page),
    progress: row.progress,
    status: row.status,
    inquiryType: row.inquiry_type,
    topic: row.topic,
    delivery: deliveryOf(row.delivery_rank),
    stage: stageOf(row.status, stage),
    reminder,
  };
}

/** Returns the first and last name; null if neither is known. */
export function nameOf({ first_name, last_name }: Pick<Row, 'first_name' | 'last_name'>): string | null {
  return [first_name, last_name].filter(Boolean).join(' ') || null;
}
