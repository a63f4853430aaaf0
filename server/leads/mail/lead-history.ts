import type { Kysely, Selectable } from 'kysely';
import type { Database } from '../../database/schema.ts';

type Lead = Selectable<Database['leads']>;

/** What the database knows around a lead when it is announced. */
export interface LeadHistory {
  /** Whether the agent was told of this lead before. */
  announced: boolean;
  /** Other leads with the same e-mail address or number that came before it, and when the latest did. */
  earlier: { count: number; last: number | null };
}

/** Reads what came before this announcement of a lead. Quarantined leads count for nothing. */
export async function readLeadHistory(query: Kysely<Database>, lead: Lead): Promise<LeadHistory> {
  const [told, earlier] = await Promise.all([
    query
      .selectFrom('deliveries')
      .select('id')
      .where('lead_id', '=', lead.id)
      .where('destination', '=', 'alert')
      .where('state', '=', 'delivered')
      .limit(1)
      .executeTakeFirst(),
    earlierLeads(query, lead),
  ]);
  return { announced: told !== undefined, earlier };
}

async function earlierLeads(query: Kysely<Database>, lead: Lead): Promise<LeadHistory['earlier']> {
  const { email, phone_e164: number } = lead;
  if (email === null && number === null) return { count: 0, last: null };
  const found = await query
    .selectFrom('leads')
    .select((each) => [each.fn.countAll<number>().as('count'), each.fn.max('created_at').as('last')])
    .where('id', '!=', lead.id)
    .where('status', '!=', 'quarantined')
    .where('created_at', '<=', lead.created_at)
    .where((each) =>
      each.or([
        ...(email === null
          ? []
          : [each(each.fn<string>('lower', ['email']), '=', email.trim().toLowerCase())]),
        ...(number === null ? [] : [each('phone_e164', '=', number)]),
      ]),
    )
    .executeTakeFirstOrThrow();
  return { count: found.count, last: found.last };
}
