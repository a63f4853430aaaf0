import { sql, type Kysely } from 'kysely';
import type { Database } from '../schema/schema.ts';

/** Tables with visitors' data, which a restore must not replace by accident. */
const dataTables = ['leads', 'submissions', 'consents', 'subscriptions'];

/** Returns whether any of these tables contains visitors' data. */
export async function hasVisitorData(query: Kysely<Database>, tables: readonly string[]): Promise<boolean> {
  for (const table of dataTables.filter((name) => tables.includes(name))) {
    const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(query);
    if (rows.length > 0) return true;
  }
  return false;
}

/** Creates the error for a database that contains data. Its message explains how to restore anyway. */
export function existingDataError(target: string): Error {
  return new Error(
    `${target} holds leads or other data of visitors. Nothing was changed. To replace them, add --replace: what is replaced is kept in a file.`,
  );
}
