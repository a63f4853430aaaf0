import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { LeadListResponse, LeadListRow } from '../../../src/contracts/operators/operator-leads.ts';
import type { OpenDatabase } from '../../database/open-database.ts';
import { leadNameSortSql } from '../../database/schema/lead-search.ts';
import type { Database } from '../../database/schema/schema.ts';
import { readKeysetPage } from '../api/keyset-page.ts';
import { countMatchingLeads } from './count-leads.ts';
import { deliveryRankSql, type LeadFilter, type LeadCursor, type LeadSort } from './lead-filter.ts';
import { toLeadListRows, toDeliveryInfo, LEAD_LIST_COLUMNS, type LeadListQueryRow } from './lead-rows.ts';
import { buildMatchingLeadsQuery, type MatchingLeadsQuery } from './search-leads.ts';

type Reads = Pick<OpenDatabase, 'reads' | 'engine'>;

const LEADS_PER_PAGE = 50;

/** Matching leads are counted only up to this number. */
const MAX_COUNTED_LEADS = 500;

/**
 * Returns a page of the inbox, the number of matching leads (at most `MAX_COUNTED_LEADS`), and the oldest unfinished
 * deliveries of subscriptions.
 */
export async function listLeads(database: Reads, filter: LeadFilter): Promise<LeadListResponse> {
  const { reads } = database;
  const leads = await buildMatchingLeadsQuery(database, filter);
  const [page, total, subscriptions] = await Promise.all([
    readPage(reads, leads, filter),
    countMatchingLeads(reads, leads, MAX_COUNTED_LEADS + 1),
    reads
      .selectFrom('deliveries')
      .selectAll()
      .where('email', 'is not', null)
      .where('state', 'in', ['waiting', 'sending', 'attention'])
      .orderBy('created_at')
      .limit(LEADS_PER_PAGE)
      .execute(),
  ]);
  return {
    ...page,
    total: Math.min(total, MAX_COUNTED_LEADS),
    isMore: total > MAX_COUNTED_LEADS,
    subscriptions: subscriptions.map((row) => Object.assign(toDeliveryInfo(row), { email: row.email ?? '' })),
  };
}

/** Reads the first leads that match a filter, in the order of the filter. */
export async function readFirstLeads(
  database: Reads,
  filter: LeadFilter,
  limit: number,
): Promise<LeadListRow[]> {
  const leads = await buildMatchingLeadsQuery(database, filter);
  return toLeadListRows(
    database.reads,
    await ordered(leads, SORTS[filter.sort], null).limit(limit).execute(),
  );
}

/** Reads the page at the filter's cursor, in its sort order. */
async function readPage(
  reads: Kysely<Database>,
  leads: MatchingLeadsQuery,
  { sort, from }: Pick<LeadFilter, 'sort' | 'from'>,
) {
  const order = SORTS[sort];
  const page = await readKeysetPage(from, {
    size: LEADS_PER_PAGE,
    cursor: order.cursor,
    find: async (place, limit) => {
      const start = place && (await startOf(reads, order, place));
      return place && !start ? [] : ordered(leads, order, start).limit(limit).execute();
    },
  });
  return { ...page, rows: await toLeadListRows(reads, page.rows) };
}

interface Order {
  key: RawBuilder<number | string>;
  direction: 'asc' | 'desc';
  cursor: (row: LeadListQueryRow) => string;
}

const byName = sql.raw<string>(leadNameSortSql);

const byTime = (column: 'created_at' | 'updated_at', direction: Order['direction']): Order => ({
  key: sql.ref(column),
  direction,
  cursor: (row) => `${row[column]}.${row.id}`,
});

/** Each order has an index. Ids break ties, so that leads keep their order across pages. */
const SORTS: Record<LeadSort, Order> = {
  newest: byTime('created_at', 'desc'),
  oldest: byTime('created_at', 'asc'),
  updated: byTime('updated_at', 'desc'),
  name: { key: byName, direction: 'asc', cursor: ({ id }) => `.${id}` },
};

interface Start {
  side: LeadCursor['side'];
  key: number | string;
  id: string;
}

/** Returns the sort key at a cursor; null if the list is sorted by name and the cursor's lead was deleted. */
async function startOf(
  reads: Kysely<Database>,
  { key }: Order,
  { side, at, id }: LeadCursor,
): Promise<Start | null> {
  if (key !== byName) return { side, key: at, id };
  const lead = await reads
    .selectFrom('leads')
    .select(byName.as('key'))
    .where('id', '=', id)
    .executeTakeFirst();
  return lead ? { side, key: lead.key, id } : null;
}

/** Selects the leads after or before `start`, nearest first; the first leads if `start` is null. */
function ordered(leads: MatchingLeadsQuery, { key, direction }: Order, start: Start | null) {
  const isAscending = (direction === 'asc') === (start?.side !== 'before');
  const [beyond, way] = isAscending ? [sql`>`, 'asc' as const] : [sql`<`, 'desc' as const];
  return leads
    .select([...LEAD_LIST_COLUMNS, deliveryRankSql.as('delivery_rank')])
    .$if(start !== null, (rows) =>
      rows.where(
        // The first condition lets the database find the start in the index.
        sql<boolean>`(${key} ${beyond}= ${start?.key} and (${key} ${beyond} ${start?.key} or id ${beyond} ${start?.id}))`,
      ),
    )
    .orderBy(key, way)
    .orderBy('id', way);
}
