import { randomUUID } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../../database/schema.ts';

/** Tags of those who get the market report, and of those who left it. */
const SUBSCRIBED_TAG = 'Market Report';
const UNSUBSCRIBED_TAG = 'Market Report Unsubscribed';

/** Whether an e-mail address (lower case) gets the market report. */
export async function isSubscribed(query: Kysely<Database>, email: string): Promise<boolean> {
  const found = await query
    .selectFrom('subscriptions')
    .select('unsubscribed_at')
    .where('email', '=', email)
    .executeTakeFirst();
  return found !== undefined && found.unsubscribed_at === null;
}

interface Change {
  /** Lower case. */
  email: string;
  subscribed: boolean;
  requestId: string | null;
  /** Epoch milliseconds. */
  now: number;
}

/**
 * Subscribes or unsubscribes an e-mail address, changes its lead's tags, and sends the lead to the CRM again, all in
 * one transaction; where there is no lead that may be sent, the CRM is told of the address alone. What is so already
 * stays as it is. An address that is not known is remembered as unsubscribed.
 */
export async function changeSubscription(query: Kysely<Database>, change: Change): Promise<void> {
  const { email, subscribed, now } = change;
  await query.transaction().execute(async (transaction) => {
    const left = subscribed ? null : now;
    // The lead's lock before the subscription's, as whoever stores or deletes a lead takes them: else one would end the other.
    await transaction
      .updateTable('leads')
      .set((is) => ({ updated_at: is.ref('updated_at') }))
      .where('id', '=', (is) => is.selectFrom('subscriptions').select('lead_id').where('email', '=', email))
      .execute();
    const changed = await transaction
      .updateTable('subscriptions')
      // What the CRM is just being told is told again: it may arrive after what the lead's delivery tells.
      .set((is) => ({
        unsubscribed_at: left,
        tell_crm_at: is.case().when('tell_crm_at', 'is not', null).then(now).end(),
      }))
      .where('email', '=', email)
      .where('unsubscribed_at', subscribed ? 'is not' : 'is', null)
      .returning('lead_id')
      .executeTakeFirst();
    if (changed === undefined) {
      await transaction
        .insertInto('subscriptions')
        .values({ email, since: now, unsubscribed_at: left, tell_crm_at: now })
        .onConflict((conflict) => conflict.column('email').doNothing())
        .execute();
    } else if (changed.lead_id === null || !(await changeLead(transaction, changed.lead_id, change))) {
      await transaction
        .updateTable('subscriptions')
        .set({ tell_crm_at: now })
        .where('email', '=', email)
        .execute();
    }
  });
}

/** False: the lead is not there or is held back, and so tells the CRM nothing. */
async function changeLead(
  transaction: Transaction<Database>,
  leadId: string,
  change: Change,
): Promise<boolean> {
  const { subscribed, requestId, now } = change;
  // Holds the lead's lock: nobody else changes its tags between reading and writing.
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
  await transaction
    .insertInto('lead_events')
    .values({
      id: randomUUID(),
      lead_id: leadId,
      at: now,
      kind: subscribed ? 'subscribed-again' : 'unsubscribed',
      detail: null,
    })
    .execute();
  if (lead.status === 'quarantined' || lead.rejected_at !== null) return false;
  await transaction
    .insertInto('deliveries')
    .values({
      id: randomUUID(),
      lead_id: leadId,
      destination: 'crm',
      revision: lead.revision,
      state: 'waiting',
      attempts: 0,
      next_attempt_at: now,
      lease_owner: null,
      lease_until: null,
      done: null,
      last_error: null,
      request_id: requestId,
      created_at: now,
      delivered_at: null,
    })
    .execute();
  return true;
}

function changedTags(stored: string, subscribed: boolean): readonly string[] {
  const read: unknown = JSON.parse(stored);
  const tags = Array.isArray(read) ? read.filter((tag): tag is string => typeof tag === 'string') : [];
  const [added, removed] = subscribed
    ? [SUBSCRIBED_TAG, UNSUBSCRIBED_TAG]
    : [UNSUBSCRIBED_TAG, SUBSCRIBED_TAG];
  return [...new Set([...tags.filter((tag) => tag !== removed), added])];
}
