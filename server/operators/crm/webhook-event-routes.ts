import type { Router } from 'express';
import type { Kysely } from 'kysely';
import { crmCalls } from '../../../src/contracts/operators/crm-calls.ts';
import type { Database } from '../../database/schema/schema.ts';
import type { OperatorGuard } from '../api/operator-guard.ts';
import { createCallRouter } from '../api/serve-call.ts';

const MAX_EVENTS = 100;

interface Options {
  reads: Kysely<Database>;
  guard: OperatorGuard;
}

/** Creates the API route with which operators read the newest webhook events of the CRM. */
export function createWebhookEventRoutes({ reads, guard }: Options): Router {
  const { router, serve } = createCallRouter(guard);
  serve(crmCalls.events, async () => {
    const rows = await reads
      .selectFrom('crm_events')
      .selectAll()
      .orderBy('received_at', 'desc')
      .orderBy('id')
      .limit(MAX_EVENTS)
      .execute();
    return {
      events: rows.map((row) => ({
        id: row.id,
        event: row.type,
        timestamp: new Date(row.occurred_at ?? row.received_at).toISOString(),
        locationId: row.location_id,
        // The body is empty if it was deleted with its lead.
        data: row.body === '' ? null : JSON.parse(row.body),
        leadId: row.lead_id,
      })),
    };
  });
  return router;
}
