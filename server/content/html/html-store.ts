import type { ContentDatabase } from '../mirror/content-database.ts';
import type { HtmlStore } from './sanitiser.ts';

const DAY = 24 * 60 * 60 * 1000;
/** HTML that has not been used for this long is deleted, because its source has probably been removed. */
const KEPT = 180 * DAY;
/** Keys per statement, because SQL statements accept a limited number of parameters. */
const AT_ONCE = 500;

/** Creates the store for sanitized HTML. Entries that have not been used for 180 days are deleted. */
export function createHtmlStore({ query }: ContentDatabase, now: () => number): HtmlStore {
  return {
    async read(keys) {
      const found = new Map<string, string>();
      const old: string[] = [];
      for (let at = 0; at < keys.length; at += AT_ONCE) {
        const part = keys.slice(at, at + AT_ONCE);
        const rows = await query.selectFrom('content_html').selectAll().where('key', 'in', part).execute();
        for (const { key, html, used_at } of rows) {
          found.set(key, html);
          if (used_at < now() - DAY) old.push(key);
        }
      }
      for (let at = 0; at < old.length; at += AT_ONCE) {
        const part = old.slice(at, at + AT_ONCE);
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
        .where('used_at', '<', now() - KEPT)
        .execute();
    },
  };
}
