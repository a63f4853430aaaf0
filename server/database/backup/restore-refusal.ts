import { sql, type Kysely } from 'kysely';
import { tableNames } from './backup-format.ts';
import type { Database } from '../schema/schema.ts';

/**
 * Tables that a restore may replace without asking: those that a server fills by itself, and the accounts and
 * connections of a new site. The other tables contain leads and what belongs to them, comments, and what editors and
 * operators wrote.
 */
const replaceableTables: ReadonlySet<string> = new Set<keyof Database>([
  'consent_texts',
  'destinations',
  'page_visits',
  'page_vitals',
  'variant_visits',
  'operators',
  'sign_in_tries',
  'rate_limits',
  'sessions',
  'one_time_links',
  'audit',
  'crm_grants',
  'oauth_states',
  'editors',
  'wordpress_accounts',
  'wordpress_connection',
  'embedded_locks',
]);

/** Returns whether any of these tables contains data that a restore must not replace by accident. */
export async function hasIrreplaceableData(
  query: Kysely<Database>,
  tables: readonly string[],
): Promise<boolean> {
  for (const table of tableNames.filter((name) => tables.includes(name) && !replaceableTables.has(name))) {
    const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(query);
    if (rows.length > 0) return true;
  }
  return false;
}

/** Creates the error for a database that contains data. Its message explains how to restore anyway. */
export function existingDataError(target: string): Error {
  return new Error(
    `${target} holds leads, comments, pages or other data. Nothing was changed. To replace them, add --replace: what is replaced is kept in a file.`,
  );
}
