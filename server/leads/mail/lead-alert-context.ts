import type { Kysely, Selectable } from 'kysely';
import { isCountedLeadSql } from '../../database/schema/counted-leads.ts';
import type { Database } from '../../database/schema/schema.ts';
import { readIdentityDifferences } from '../deliver/crm-progress.ts';
import type { IdentityPart } from '../deliver/plan-contact-changes.ts';

type Lead = Selectable<Database['leads']>;

/** What the alert about a lead says about earlier leads and the CRM contact of the same person. */
export interface LeadAlertContext {
  /** Whether an alert for this lead has already been sent. */
  announced: boolean;
  /**
   * Number of earlier leads with the same e-mail address or phone number, and when the latest of them was created
   * (epoch milliseconds).
   */
  earlier: { count: number; last: number | null };
  /** The identity parts that differed from the CRM contact at the last delivery. */
  differs: readonly IdentityPart[];
}

/** Reads the data for an alert about this lead. Quarantined and rejected leads do not count as earlier leads. */
export async function readLeadAlertContext(query: Kysely<Database>, lead: Lead): Promise<LeadAlertContext> {
  const [alert, earlier, differs] = await Promise.all([
    query
      .selectFrom('deliveries')
      .select('id')
      .where('lead_id', '=', lead.id)
      .where('destination', '=', 'alert')
      .where('state', '=', 'delivered')
      .limit(1)
      .executeTakeFirst(),
    earlierLeads(query, lead),
    readIdentityDifferences(query, lead.id),
  ]);
  return { announced: alert !== undefined, earlier, differs };
}

async function earlierLeads(query: Kysely<Database>, lead: Lead): Promise<LeadAlertContext['earlier']> {
  const { email, phone_e164: number } = lead;
  if (email === null && number === null) return { count: 0, last: null };
  const found = await query
    .selectFrom('leads')
    .select((each) => [each.fn.countAll<number>().as('count'), each.fn.max('created_at').as('last')])
    .where('id', '!=', lead.id)
    .where(isCountedLeadSql)
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
