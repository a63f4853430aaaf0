import type { Database } from '../../database/schema.ts';
import { rowId } from '../../platform/tokens.ts';

type Row = Database['deliveries'];

/** Returns the row of a delivery that is due now, for a lead (`lead_id`) or a subscription (`email`). */
export function newDelivery({
  requestId,
  now,
  ...row
}: Pick<Row, 'destination' | 'revision'> &
  Partial<Pick<Row, 'lead_id' | 'email' | 'state'>> & { requestId: string | null; now: number }): Row {
  return {
    id: rowId(now),
    lead_id: null,
    email: null,
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
    ...row,
  };
}
