import type { Kysely } from 'kysely';
import type { Database } from '../../database/schema/schema.ts';
import { newRowId } from '../../platform/security/tokens.ts';

/** The kinds of events that `recordLeadEvent` can add to a lead's history (`lead_events`). */
export type LeadEventKind =
  | 'delivered'
  | 'delivery-failed'
  | 'delivery-attention'
  | 'delivery-waits'
  | 'delivery-superseded'
  | 'delivery-retried'
  | 'delivery-cancelled'
  | 'released'
  | 'resolved'
  | 'reopened'
  | 'stage-changed'
  | 'note-added'
  | 'note-removed'
  | 'reminder-set'
  | 'reminder-cleared'
  | 'unsubscribed'
  | 'subscribed-again';

/** Adds an event to a lead's history, or does nothing if `leadId` is null. `detail` must not contain personal data. */
export async function recordLeadEvent(
  query: Kysely<Database>,
  event: {
    leadId: string | null;
    at: number;
    kind: LeadEventKind;
    detail: Readonly<Record<string, unknown>>;
  },
): Promise<void> {
  if (event.leadId === null) return;
  await query
    .insertInto('lead_events')
    .values({
      id: newRowId(event.at),
      lead_id: event.leadId,
      at: event.at,
      kind: event.kind,
      detail: JSON.stringify(event.detail),
    })
    .execute();
}
