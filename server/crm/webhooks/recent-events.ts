import type { Kysely } from 'kysely';
import type { WebhookEvents } from '../../../src/operator/api-shapes.ts';
import type { Database } from '../../database/schema.ts';

const MOST = 100;

/** The newest events, as operators see them; `data` is the payload, null where it was deleted with its lead. */
export async function recentEvents(query: Kysely<Database>): Promise<WebhookEvents> {
  const rows = await query
    .selectFrom('crm_events')
    .selectAll()
    .orderBy('received_at', 'desc')
    .orderBy('id')
    .limit(MOST)
    .execute();
  return {
    events: rows.map((row) => ({
      id: row.id,
      event: row.type,
      timestamp: new Date(row.occurred_at ?? row.received_at).toISOString(),
      locationId: row.location_id,
      data: row.body === '' ? null : JSON.parse(row.body),
      leadId: row.lead_id,
    })),
  };
}
