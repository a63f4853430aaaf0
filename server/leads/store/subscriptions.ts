import type { Kysely, Transaction, Selectable } from 'kysely';
import type { Database } from '../../database/schema/schema.ts';
import { parseStringArray } from '../../platform/parse-string-array.ts';
import { newDeliveryRow } from './batch-rows.ts';
import { recordLeadEvent } from './record-event.ts';

/** CRM tag for subscribers of the market report. */
export const SUBSCRIBED_TAG = 'Market Report';
/** CRM tag for people who have unsubscribed from the market report. */
export const UNSUBSCRIBED_TAG = 'Market Report Unsubscribed';

/** Returns whether an e-mail address (in lower case) is subscribed to the market report. */
export async function isSubscribed(query: Kysely<Database>, email: string): Promise<boolean> {
  const found = await query
    .selectFrom('subscriptions')
    .select('unsubscribed_at')
    .where('email', '=', email)
    .executeTakeFirst();
  return found !== undefined && found.unsubscribed_at === null;
}

interface Change {
  /** In lower case. */
  email: string;
  subscribed: boolean;
  requestId: string | null;
  /** Epoch milliseconds. */
  now: number;
}

/**
 * Subscribes or unsubscribes an e-mail address and queues the change for the CRM, in one transaction. Idempotent. The
 * lead is delivered again if possible; otherwise only the subscription is delivered. Addresses without a subscription
 * are stored too.
 */
export async function changeSubscription(query: Kysely<Database>, change: Change): Promise<void> {
  const { email, subscribed, now } = change;
  await query.transaction().execute(async (transaction) => {
    const unsubscribedAt = subscribed ? null : now;
    // Lock the lead before the subscription, as storing and deleting leads do, to avoid deadlocks.
    await transaction
      .updateTable('leads')
      .set((is) => ({ updated_at: is.ref('updated_at') }))
      .where('id', '=', (is) => is.selectFrom('subscriptions').select('lead_id').where('email', '=', email))
      .execute();
    const changed = await transaction
      .updateTable('subscriptions')
      .set({ unsubscribed_at: unsubscribedAt })
      .where('email', '=', email)
      .where('unsubscribed_at', subscribed ? 'is not' : 'is', null)
      .returning('lead_id')
      .executeTakeFirst();
    if (changed === undefined) {
      const added = await transaction
        .insertInto('subscriptions')
        .values({ email, since: now, unsubscribed_at: unsubscribedAt })
        .onConflict((conflict) => conflict.column('email').doNothing())
        .executeTakeFirst();
      if (!added.numInsertedOrUpdatedRows) return;
    } else if (changed.lead_id !== null && (await changeLead(transaction, changed.lead_id, change))) {
      return;
    }
    await queueSubscriptionDelivery(transaction, change);
  });
}

/**
 * Queues a delivery of the subscription's state to the CRM. It replaces the other deliveries for the e-mail address,
 * except those being sent. The caller must have locked the subscription's row.
 */
export async function queueSubscriptionDelivery(
  transaction: Transaction<Database>,
  { email, requestId, now }: Omit<Change, 'subscribed'>,
): Promise<void> {
  await transaction
    .deleteFrom('deliveries')
    .where('email', '=', email)
    .where('state', '<>', 'sending')
    .execute();
  const sending = await transaction
    .selectFrom('deliveries')
    .select((is) => is.fn.max('revision').as('revision'))
    .where('email', '=', email)
    .executeTakeFirst();
  const revision = (sending?.revision ?? 0) + 1;
  await transaction
    .insertInto('deliveries')
    .values(newDeliveryRow({ email, destination: 'subscription', revision, requestId, now }))
    .execute();
}

/**
 * Changes the lead's tags and queues a CRM delivery. Returns false if nothing was queued, because the lead was deleted,
 * is quarantined or was rejected.
 */
async function changeLead(
  transaction: Transaction<Database>,
  leadId: string,
  change: Change,
): Promise<boolean> {
  const { subscribed, requestId, now } = change;
  // This update locks the lead, so its tags cannot change between reading and writing.
  const lead = await transaction
    .updateTable('leads')
    .set((each) => ({ revision: each('revision', '+', 1), updated_at: now }))
    .where('id', '=', leadId)
    .returning(['tags', 'revision', 'status', 'rejected_at'])
    .executeTakeFirst();
  if (lead === undefined) return false;
  await transaction
    .updateTable('leads')
    .set({ tags: JSON.stringify(changedTags(lead.tags, subscribed)) })
    .where('id', '=', leadId)
    .execute();
  await recordLeadEvent(transaction, {
    leadId,
    at: now,
    kind: subscribed ? 'subscribed-again' : 'unsubscribed',
    detail: {},
  });
  if (lead.status === 'quarantined' || lead.rejected_at !== null) return false;
  await transaction
    .insertInto('deliveries')
    .values(newDeliveryRow({ lead_id: leadId, destination: 'crm', revision: lead.revision, requestId, now }))
    .execute();
  return true;
}

function changedTags(stored: string, subscribed: boolean): readonly string[] {
  const tags = parseStringArray(stored);
  const [added, removed] = subscribed
    ? [SUBSCRIBED_TAG, UNSUBSCRIBED_TAG]
    : [UNSUBSCRIBED_TAG, SUBSCRIBED_TAG];
  return [...new Set([...tags.filter((tag) => tag !== removed), added])];
}

type Lead = Pick<Selectable<Database['leads']>, 'id' | 'email' | 'first_name' | 'last_name' | 'areas'>;

/**
 * Subscribes a released lead that asked for the market report while it was quarantined. Someone who unsubscribed after
 * asking stays unsubscribed.
 */
export async function subscribeReleasedLead(transaction: Transaction<Database>, lead: Lead): Promise<void> {
  const email = lead.email?.toLowerCase();
  if (!email) return;
  const asked = await transaction
    .selectFrom('submissions')
    .select('at')
    .where('lead_id', '=', lead.id)
    .where('step', '=', 'subscription')
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!asked) return;
  const fields = {
    lead_id: lead.id,
    name: [lead.first_name, lead.last_name].filter(Boolean).join(' ') || null,
    areas: lead.areas,
  };
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('subscriptions')
    .values({ email, ...fields, since: asked.at, unsubscribed_at: null })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows) return;
  await transaction
    .updateTable('subscriptions')
    .set({ ...fields, since: asked.at, unsubscribed_at: null })
    .where('email', '=', email)
    .where('unsubscribed_at', '<', asked.at)
    .execute();
}
