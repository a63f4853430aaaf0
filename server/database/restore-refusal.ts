import { sql, type Kysely } from 'kysely';
import type { Database } from './schema.ts';

/** The tables whose rows came from visitors: a restore replaces none of them by accident. */
const dataTables = ['leads', 'submissions', 'consents', 'subscriptions'];

/** Whether any of these tables holds what came from visitors. */
export async function holdsData(query: Kysely<Database>, tables: readonly string[]): Promise<boolean> {
  for (const table of dataTables.filter((name) => tables.includes(name))) {
    const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(query);
    if (rows.length > 0) return true;
  }
  return false;
}

/** Says that the target holds data, and how to restore all the same. */
export function dataRemains(target: string): Error {
  return new Error(
    `${target} holds leads. Nothing was changed. To replace them, add --replace: what is replaced is kept in a file.`,
  );
}
