import type { Kysely } from 'kysely';
import type { Database } from '../../database/schema.ts';
import { rowId } from '../store/random-id.ts';

/** What can happen to a stored lead and its deliveries, as its story tells it. */
export type DeliveryEvent =
  | 'delivered'
  | 'delivery-failed'
  | 'delivery-attention'
  | 'delivery-waits'
  | 'delivery-superseded'
  | 'delivery-retried'
  | 'delivery-cancelled'
  | 'released'
  | 'resolved'
  | 'reopened';

/** Adds to a lead's story. `detail` must be without personal data. */
export async function recordEvent(
  query: Kysely<Database>,
  event: { leadId: string; at: number; kind: DeliveryEvent; detail: Readonly<Record<string, unknown>> },
): Promise<void> {
  await query
    .insertInto('lead_events')
    .values({
      id: rowId(event.at),
      lead_id: event.leadId,
      at: event.at,
      kind: event.kind,
      detail: JSON.stringify(event.detail),
    })
    .execute();
}
