import type { TextFactsStore } from '../body/text-facts-reader.ts';
import type { TextFacts } from '../html/html-changes.ts';
import type { ContentDatabase } from './content-database.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
/** Facts that have not been used for this long are deleted, because their text has probably been removed. */
const UNUSED_LIFETIME_MS = 180 * DAY_MS;
/** Keys per statement, because SQL statements accept a limited number of parameters. */
const BATCH_ROWS = 500;
/** Increment this whenever other facts are collected, so that stored facts are collected again. */
const FACTS_VERSION = 1;

/**
 * Creates the store for facts about texts (`TextFacts`). Entries that have not been used for 180 days are deleted.
 */
export function createTextFactsStore({ query }: ContentDatabase, now: () => number): TextFactsStore {
  let deletedAt = Number.NEGATIVE_INFINITY;

  /** Deletes unused facts at most once a day, because a check of all texts writes thousands of facts one by one. */
  async function deleteUnused(): Promise<void> {
    if (now() - deletedAt < DAY_MS) return;
    deletedAt = now();
    await query
      .deleteFrom('content_facts')
      .where('used_at', '<', now() - UNUSED_LIFETIME_MS)
      .execute();
  }

  return {
    async read(keys) {
      const found = new Map<string, TextFacts>();
      for (let at = 0; at < keys.length; at += BATCH_ROWS) {
        const part = keys.slice(at, at + BATCH_ROWS);
        const rows = await query.selectFrom('content_facts').selectAll().where('key', 'in', part).execute();
        const old: string[] = [];
        for (const { key, version, facts, used_at } of rows) {
          if (version !== FACTS_VERSION) continue;
          // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written below
          found.set(key, JSON.parse(facts) as TextFacts);
          if (used_at < now() - DAY_MS) old.push(key);
        }
        if (old.length > 0)
          await query.updateTable('content_facts').set({ used_at: now() }).where('key', 'in', old).execute();
      }
      return found;
    },
    async write(key, facts) {
      const row = { version: FACTS_VERSION, facts: JSON.stringify(facts), used_at: now() };
      await query
        .insertInto('content_facts')
        .values({ key, ...row })
        .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
        .execute();
      await deleteUnused();
    },
  };
}
