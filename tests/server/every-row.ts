import { sql } from 'kysely';
import type { OpenDatabase } from '../../server/database/open-database.ts';

/**
 * Returns all rows of each table in a stable order. Excludes the mirror of WordPress, which every sync changes, the
 * counts of the rate limits, the search index and the version of the redirects, which a restore makes again, and the
 * expiry of sessions, which requests extend once a minute.
 */
export async function everyRow({ query }: Pick<OpenDatabase, 'query'>): Promise<Map<string, string[]>> {
  const tables = await query.introspection.getTables();
  const held = new Map<string, string[]>();
  const names = tables
    .map((table) => table.name)
    .filter((name) => !/^(content_|lead_search|redirect_version|rate_limits)/.test(name));
  for (const name of names.toSorted()) {
    const { rows } = await sql<object>`select * from ${sql.table(name)}`.execute(query);
    const kept = name === 'sessions' ? rows.map((row) => ({ ...row, expires_at: null })) : rows;
    held.set(name, kept.map((row) => JSON.stringify(row)).toSorted());
  }
  return held;
}

/** Returns the names of the tables whose rows differ. */
export function changedTables(before: Map<string, string[]>, after: Map<string, string[]>): string[] {
  return [...after.keys()].filter(
    (name) => JSON.stringify(before.get(name)) !== JSON.stringify(after.get(name)),
  );
}
