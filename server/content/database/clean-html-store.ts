import type { ContentDatabase } from './content-database.ts';
import type { SanitisedHtmlStore } from '../html/sanitiser.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** HTML that has not been used for this long is deleted, because its source has probably been removed. */
const UNUSED_LIFETIME_MS = 180 * DAY_MS;
/** Keys per statement, because SQL statements accept a limited number of parameters. */
const BATCH_ROWS = 500;

/** Creates the store for sanitized HTML. Entries that have not been used for 180 days are deleted. */
export function createSanitisedHtmlStore({ query }: ContentDatabase, now: () => number): SanitisedHtmlStore {
  return {
    async read(keys) {
      const found = new Map<string, string>();
      const old: string[] = [];
      for (let at = 0; at < keys.length; at += BATCH_ROWS) {
        const part = keys.slice(at, at + BATCH_ROWS);
        const rows = await query.selectFrom('content_html').selectAll().where('key', 'in', part).execute();
        for (const { key, html, used_at } of rows) {
          found.set(key, html);
          if (used_at < now() - DAY_MS) old.push(key);
        }
      }
      for (let at = 0; at < old.length; at += BATCH_ROWS) {
        const part = old.slice(at, at + BATCH_ROWS);
        await query.updateTable('content_html').set({ used_at: now() }).where('key', 'in', part).execute();
      }
      return found;
    },
    async write(cleaned) {
      for (const [key, html] of cleaned) {
        const row = { key, html, used_at: now() };
        await query
          .insertInto('content_html')
          .values(row)
          .onConflict((conflict) => conflict.column('key').doUpdateSet({ html, used_at: now() }))
          .execute();
      }
      await query
        .deleteFrom('content_html')
        .where('used_at', '<', now() - UNUSED_LIFETIME_MS)
        .execute();
    },
  };
}
