import { z } from 'zod';
import type { ContentDatabase } from '../database/content-database.ts';
import { readContentState, writeContentState } from '../database/content-tables.ts';

const reportSchema = z.object({
  /** The time of the last read without a fault, in epoch milliseconds; null if there was none. */
  lastGoodAt: z.number().nullable(),
  lastFault: z.string().nullable(),
  /** The notices for operators by topic. */
  notices: z.record(z.string(), z.string()),
});

/** The result of the last read of WordPress, stored for servers that do not sync and for the one that syncs next. */
export type SyncReport = z.infer<typeof reportSchema>;

/** Minimum milliseconds between two writes if nothing but `lastGoodAt` has changed. */
const REPORT_INTERVAL_MS = 30_000;

/**
 * Creates the functions that read and write the sync report in the database. `read` returns null if the report is
 * missing or has another format. `write` skips a report that differs from the last one only in `lastGoodAt`, unless
 * the last write was at least 30 seconds ago.
 */
export function createSyncReportStore({ query }: ContentDatabase, now: () => number) {
  let written = '';
  let writtenAt = 0;
  return {
    async read(): Promise<SyncReport | null> {
      const text = await readContentState(query, 'report');
      if (text === null) return null;
      const parsed = reportSchema.safeParse(JSON.parse(text));
      return parsed.success ? parsed.data : null;
    },
    async write(report: SyncReport): Promise<void> {
      const news = JSON.stringify({ ...report, lastGoodAt: null });
      if (news === written && now() - writtenAt < REPORT_INTERVAL_MS) return;
      await writeContentState(query, 'report', JSON.stringify(report));
      written = news;
      writtenAt = now();
    },
  };
}
