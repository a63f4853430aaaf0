import type { Kysely } from 'kysely';
import type { Content } from '../../content/content.ts';
import { contentFaults } from '../../content/doctor/content-faults.ts';
import { decodedPath } from '../../content/paths/page-paths.ts';
import type { Snapshot } from '../../content/snapshot/snapshot.ts';
import { isCountedLeadSql } from '../../database/schema/counted-leads.ts';
import type { Database } from '../../database/schema/schema.ts';
import type { Config } from '../../platform/config/config.ts';

const MONTH_MS = 30 * 24 * 3_600_000;

/** Returns the number of leads in the 30 days before `now` by decoded path, without quarantined and rejected leads. */
export async function countRecentLeadsByPage(
  query: Kysely<Database>,
  now: number,
): Promise<ReadonlyMap<string, number>> {
  const rows = await query
    .selectFrom('leads')
    .where(isCountedLeadSql)
    .where('created_at', '>=', now - MONTH_MS)
    .where('page', 'is not', null)
    .select((is) => ['page', is.fn.countAll<number | string>().as('leads')])
    .groupBy('page')
    .execute();
  const counts = new Map<string, number>();
  for (const { page, leads } of rows) {
    const path = decodedPath(page?.split(/[?#]/, 1)[0] ?? '');
    counts.set(path, (counts.get(path) ?? 0) + Number(leads));
  }
  return counts;
}

interface Input {
  snapshot: Snapshot;
  content: Pick<Content, 'builtIn' | 'blocks'>;
  config: Pick<Config, 'homeLayout'>;
  /** Epoch milliseconds. */
  now: number;
  /** Looks only at the page with this id. */
  only?: number;
}

/** Returns the number of faults of public pages, by page id. Pages without faults are left out. */
export function countFaultsByPage({
  snapshot,
  content,
  config,
  now,
  only,
}: Input): ReadonlyMap<number, number> {
  const { builtIn, blocks } = content;
  const { homeLayout } = config;
  const counts = new Map<number, number>();
  for (const { page } of contentFaults({ snapshot, builtIn, blocks, homeLayout, now }, only)) {
    counts.set(page, (counts.get(page) ?? 0) + 1);
  }
  return counts;
}
