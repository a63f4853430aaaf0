import type { OpenDatabase } from '../../database/open-database.ts';
import { forgetLeads } from '../manage/forget-leads.ts';

/** Leads per transaction: others who write wait only for so long. */
const BATCH = 200;

/**
 * Deletes leads that nobody has changed since `before` (epoch milliseconds) and whose deliveries are all delivered or
 * cancelled, with what was sent, their story and what the CRM told of them. Consent evidence stays, without the lead.
 * Returns how many.
 */
export async function deleteOldLeads({ query }: OpenDatabase, before: number): Promise<number> {
  for (let deleted = 0; ;) {
    const batch = await query.transaction().execute(async (transaction) => {
      const rows = await transaction
        .selectFrom('leads')
        .select('id')
        .where('updated_at', '<', before)
        .where((expression) =>
          expression.not(
            expression.exists(
              expression
                .selectFrom('deliveries')
                .select('deliveries.id')
                .whereRef('deliveries.lead_id', '=', 'leads.id')
                .where('deliveries.state', 'not in', ['delivered', 'cancelled']),
            ),
          ),
        )
        .orderBy('created_at')
        .limit(BATCH)
        .execute();
      const ids = rows.map(({ id }) => id);
      if (ids.length === 0) return 0;
      await forgetLeads(transaction, ids);
      return ids.length;
    });
    deleted += batch;
    if (batch < BATCH) return deleted;
  }
}
