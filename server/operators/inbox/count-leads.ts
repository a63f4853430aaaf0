import type { Kysely } from 'kysely';
import type { OpenLeadStage } from '../../../src/contracts/leads/lead-stage.ts';
import type { LeadCounts } from '../../../src/contracts/operators/operator-leads.ts';
import type { Database } from '../../database/schema/schema.ts';
import type { MatchingLeadsQuery } from './search-leads.ts';

/** Maximum number of sources to offer as filters. */
const MAX_SOURCES = 100;

/** Counts matching leads, but at most `limit`. */
export async function countMatchingLeads(
  reads: Kysely<Database>,
  leads: MatchingLeadsQuery,
  limit?: number,
): Promise<number> {
  const counted = leads.select('leads.id').$if(limit !== undefined, (some) => some.limit(limit ?? 0));
  const found = await reads
    .selectFrom(counted.as('matching'))
    .select((is) => is.fn.countAll<number | string>().as('leads'))
    .executeTakeFirst();
  return Number(found?.leads ?? 0);
}

/**
 * Counts all leads by status, the open ones by stage, and those with a delivery that needs an operator. Also returns
 * the sources and forms for the filters: up to `MAX_SOURCES` sources, the most frequent first.
 */
export async function readLeadCounts(reads: Kysely<Database>): Promise<LeadCounts> {
  const [groups, stages, attention] = await Promise.all([
    // One query for all three counts, because each query would read an index of all leads.
    reads
      .selectFrom('leads')
      .select((is) => ['status', 'form', 'source', is.fn.countAll<number | string>().as('leads')])
      .groupBy(['status', 'form', 'source'])
      .execute(),
    readWorkedStages(reads),
    reads
      .selectFrom('deliveries')
      .select((is) => is.fn.count<number | string>('lead_id').distinct().as('leads'))
      .where('state', '=', 'attention')
      .executeTakeFirst(),
  ]);
  const sumBy = (key: 'status' | 'form' | 'source') => {
    const sums = new Map<string, number>();
    for (const group of groups) {
      const name = group[key] ?? '';
      sums.set(name, (sums.get(name) ?? 0) + Number(group.leads));
    }
    return sums;
  };
  const [statuses, forms, sources] = [sumBy('status'), sumBy('form'), sumBy('source')];
  sources.delete('');
  const open = statuses.get('open') ?? 0;
  return {
    counts: {
      open,
      quarantined: statuses.get('quarantined') ?? 0,
      resolved: statuses.get('resolved') ?? 0,
      attention: Number(attention?.leads ?? 0),
      new: open - stages.called - stages.met,
      ...stages,
    },
    sources: [...sources]
      .toSorted(([a, leadsOfA], [b, leadsOfB]) => leadsOfB - leadsOfA || (a < b ? -1 : 1))
      .slice(0, MAX_SOURCES)
      .map(([source]) => source),
    forms: [...forms.keys()].toSorted(),
  };
}

/** Counts the open leads in the stage `new`. */
export async function countNewLeads(reads: Kysely<Database>): Promise<number> {
  const [open, { called, met }] = await Promise.all([
    reads
      .selectFrom('leads')
      .select((is) => is.fn.countAll<number | string>().as('leads'))
      .where('status', '=', 'open')
      .executeTakeFirst(),
    readWorkedStages(reads),
  ]);
  return Number(open?.leads ?? 0) - called - met;
}

async function readWorkedStages(reads: Kysely<Database>): Promise<Record<'called' | 'met', number>> {
  const rows = await reads
    .selectFrom('lead_follow_ups')
    .innerJoin('leads', 'leads.id', 'lead_follow_ups.lead_id')
    .where('leads.status', '=', 'open')
    .where('lead_follow_ups.stage', '<>', 'new')
    .select((is) => ['lead_follow_ups.stage', is.fn.countAll<number | string>().as('leads')])
    .groupBy('lead_follow_ups.stage')
    .execute();
  const count = (wanted: OpenLeadStage) => Number(rows.find(({ stage }) => stage === wanted)?.leads ?? 0);
  return { called: count('called'), met: count('met') };
}
