import { sql } from 'kysely';
import type { OpenDatabase } from '../../server/database/open-database.ts';

/** Everything a database holds: each table's rows, in an order that is always the same. */
export async function everyRow({ query }: Pick<OpenDatabase, 'query'>): Promise<Map<string, string[]>> {
  const tables = await query.introspection.getTables();
  const held = new Map<string, string[]>();
  for (const name of tables.map((table) => table.name).toSorted()) {
    const { rows } = await sql`select * from ${sql.table(name)}`.execute(query);
    held.set(name, rows.map((row) => JSON.stringify(row)).toSorted());
  }
  return held;
}

/** The tables in which anything differs. */
export function changedTables(before: Map<string, string[]>, after: Map<string, string[]>): string[] {
  return [...after.keys()].filter(
    (name) => JSON.stringify(before.get(name)) !== JSON.stringify(after.get(name)),
  );
}
