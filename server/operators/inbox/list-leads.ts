import { sql, type Selectable } from 'kysely';
import type { LeadList, LeadRow } from '../../../src/operator/api-shapes.ts';
import type { OpenDatabase } from '../../database/open-database.ts';
import type { Database } from '../../database/schema.ts';
import { filterLeads, standing, standingOf } from './filter-leads.ts';
import { PAGE_SIZE, type LeadFilter } from './lead-filter.ts';

/** What an inbox row is made of. */
export const ROW_COLUMNS = [
  'id',
  'created_at',
  'updated_at',
  'first_name',
  'last_name',
  'email',
  'phone',
  'form',
  'page',
  'source',
  'progress',
  'status',
  'inquiry_type',
] as const;

/** Sources that can be filtered by. */
const MOST_SOURCES = 100;

/** A page of the inbox, what there is to filter by, and how many leads stand how. */
export async function listLeads({ query, engine }: OpenDatabase, filter: LeadFilter): Promise<LeadList> {
  const [total, sources, forms, statuses, attention] = await Promise.all([
    countLeads({ query, engine }, filter),
    query
      .selectFrom('leads')
      .select((is) => ['source', is.fn.countAll<number | string>().as('leads')])
      .where('source', 'is not', null)
      .where('source', '<>', '')
      .groupBy('source')
      .orderBy('leads', 'desc')
      .orderBy('source')
      .limit(MOST_SOURCES)
      .execute(),
    query.selectFrom('leads').select('form').distinct().orderBy('form').execute(),
    query
      .selectFrom('leads')
      .select((is) => ['status', is.fn.countAll<number | string>().as('leads')])
      .groupBy('status')
      .execute(),
    query
      .selectFrom('deliveries')
      .select((is) => is.fn.count<number | string>('lead_id').distinct().as('leads'))
      .where('state', '=', 'attention')
      .executeTakeFirst(),
  ]);
  // An address may name a page that is no more: its last one is shown.
  const page = Math.min(filter.page, Math.max(1, Math.ceil(total / PAGE_SIZE)));
  const { sort } = filter;
  const rows = await filterLeads(query, engine, filter)
    .select([...ROW_COLUMNS, standing.as('standing')])
    .$if(sort === 'newest', (leads) => leads.orderBy('created_at', 'desc'))
    .$if(sort === 'oldest', (leads) => leads.orderBy('created_at'))
    .$if(sort === 'updated', (leads) => leads.orderBy('updated_at', 'desc'))
    .$if(sort === 'name', (leads) =>
      leads
        .orderBy(sql`case when coalesce(first_name, last_name) is null then 1 else 0 end`)
        .orderBy(sql`lower(coalesce(last_name, first_name, email, phone))`)
        .orderBy(sql`lower(coalesce(first_name, ''))`),
    )
    // Two leads of one moment keep their order from page to page.
    .orderBy('id', sort === 'oldest' || sort === 'name' ? 'asc' : 'desc')
    .limit(PAGE_SIZE)
    .offset((page - 1) * PAGE_SIZE)
    .execute();
  const count = (status: string) => Number(statuses.find((each) => each.status === status)?.leads ?? 0);
  return {
    rows: rows.map(leadRow),
    total,
    page,
    pageSize: PAGE_SIZE,
    sources: sources.flatMap(({ source }) => source ?? []),
    forms: forms.map(({ form }) => form),
    counts: {
      open: count('open'),
      quarantined: count('quarantined'),
      resolved: count('resolved'),
      attention: Number(attention?.leads ?? 0),
    },
  };
}

/** How many leads a filter finds. */
export async function countLeads(
  { query, engine }: Pick<OpenDatabase, 'query' | 'engine'>,
  filter: LeadFilter,
): Promise<number> {
  const found = await filterLeads(query, engine, filter)
    .select((is) => is.fn.countAll<number | string>().as('leads'))
    .executeTakeFirst();
  return Number(found?.leads ?? 0);
}

type Row = Pick<Selectable<Database['leads']>, (typeof ROW_COLUMNS)[number]> & { standing: number | string };

/** A row as the inbox shows it. */
export function leadRow(row: Row): LeadRow {
  return {
    id: row.id,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    name: nameOf(row),
    email: row.email,
    phone: row.phone,
    form: row.form,
    page: row.page,
    source: row.source,
    progress: row.progress,
    status: row.status,
    inquiryType: row.inquiry_type,
    delivery: standingOf(row.standing),
  };
}

/** First and last name; null where neither is known. */
export function nameOf({ first_name, last_name }: Pick<Row, 'first_name' | 'last_name'>): string | null {
  return [first_name, last_name].filter(Boolean).join(' ') || null;
}
