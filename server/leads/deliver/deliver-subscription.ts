import type { Kysely } from 'kysely';
import type { CrmClient } from '../../crm/crm-client.ts';
import { CrmError } from '../../crm/crm-error.ts';
import type { Database } from '../../database/schema/schema.ts';
import type { CallCrmLocation } from './call-crm-location.ts';
import { readIdentityDifferences } from './crm-progress.ts';
import type { LoadDelivery } from './delivery.ts';
import { marketReportTags } from './plan-contact-changes.ts';

/**
 * Creates the loader of deliveries that send only a subscription's state to the CRM: because there is no lead, because
 * the lead may not be delivered, or because the subscription changed while another delivery set its tags. They change
 * only the contact's two market report tags.
 */
export function createSubscriptionDeliveryLoader(
  query: Kysely<Database>,
  callCrm: CallCrmLocation,
): LoadDelivery {
  return async ({ email, revision }) => {
    const row = await query
      .selectFrom('subscriptions as row')
      .leftJoin('leads', 'leads.id', 'row.lead_id')
      .select((is) => [
        'row.email',
        'row.lead_id',
        'row.unsubscribed_at',
        is.fn.coalesce('leads.crm_location_id', 'row.crm_location_id').as('location'),
        is.fn.coalesce('leads.crm_contact_id', 'row.crm_contact_id').as('contact'),
      ])
      .where('row.email', '=', email)
      .executeTakeFirst();
    if (!row) return null;
    return {
      isHeld: false,
      revision,
      subscriber: { email: row.email, unsubscribed: row.unsubscribed_at !== null },
      personal: [row.email],
      deliver: async (progress) => {
        // A contact with a different e-mail address is not the subscriber, so search by address instead.
        const isOthers =
          row.lead_id !== null && (await readIdentityDifferences(query, row.lead_id)).includes('email');
        await callCrm(row.location, progress, (client) =>
          setTags(client, isOthers ? { ...row, contact: null } : row),
        );
        return {};
      },
    };
  };
}

interface Subscriber {
  email: string;
  unsubscribed_at: number | null;
  contact: string | null;
}

async function setTags(client: CrmClient, { contact, email, ...subscription }: Subscriber): Promise<void> {
  const { now, before } = marketReportTags(subscription);
  /** Changes a contact's tags. Returns false if the contact was deleted or merged into another one. */
  const tag = async (contactId: string) => {
    try {
      await client.addTags(contactId, [now]);
      await client.removeTags(contactId, [before]);
      return true;
    } catch (fault) {
      if (fault instanceof CrmError && fault.kind === 'gone') return false;
      throw fault;
    }
  };
  if (contact !== null && (await tag(contact))) return;
  const found = await client.findDuplicate({ email });
  // The CRM sends nothing to an address that it does not know, so no tags are needed.
  if (found !== null) await tag(found);
}
