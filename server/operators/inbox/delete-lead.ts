import type { LeadDeletion } from '../../../src/operator/api-shapes.ts';
import type { OpenDatabase } from '../../database/open-database.ts';
import { forgetLeads } from '../../leads/manage/forget-leads.ts';
import type { OperatorIdentity } from '../operator-identity.ts';
import { writeAudit } from '../write-audit.ts';
import { crmContactUrl } from './crm-contact-url.ts';

interface Options {
  operator: OperatorIdentity;
  now: number;
}

/**
 * Deletes a lead because the person asked for it. Consent evidence stays without the lead. Its subscription ends, of
 * which the CRM is told: the address alone stays, as one that gets no market report. `null`: there is none with this id. `busy`: a delivery is on its way.
 */
export function deleteLead(
  { query }: OpenDatabase,
  id: string,
  { operator, now }: Options,
): Promise<LeadDeletion | 'busy' | null> {
  return query.transaction().execute(async (transaction) => {
    // Takes the lead's lock: nothing is added to it meanwhile.
    const lead = await transaction
      .updateTable('leads')
      .set({ updated_at: now })
      .where('id', '=', id)
      .returning(['email', 'crm_contact_id', 'crm_location_id'])
      .executeTakeFirst();
    if (!lead) return null;
    const sending = await transaction
      .selectFrom('deliveries')
      .select('id')
      .where('lead_id', '=', id)
      .where('state', '=', 'sending')
      .where('lease_until', '>', now)
      .limit(1)
      .executeTakeFirst();
    if (sending) return 'busy';
    const email = lead.email?.toLowerCase() ?? '';
    const optOuts = await transaction
      .updateTable('subscriptions')
      .set((is) => ({
        name: null,
        areas: null,
        unsubscribed_at: is.fn.coalesce('unsubscribed_at', is.val(now)),
        tell_crm_at: now,
      }))
      .where((is) =>
        is.or([
          is('lead_id', '=', id),
          is.and([
            is('email', '=', email),
            is.or([is('lead_id', 'is', null), is('unsubscribed_at', 'is not', null)]),
          ]),
        ]),
      )
      .executeTakeFirst();
    const consents = await transaction
      .selectFrom('consents')
      .select((is) => is.fn.countAll<number | string>().as('count'))
      .where('lead_id', '=', id)
      .executeTakeFirst();
    await forgetLeads(transaction, [id]);
    await writeAudit(transaction, { operator, action: 'lead-deleted', subject: id, now });
    return {
      consentsKept: Number(consents?.count ?? 0),
      optOutKept: optOuts.numUpdatedRows > 0n,
      crmContactId: lead.crm_contact_id,
      crmContactUrl: crmContactUrl(lead),
    };
  });
}
