import type { OpenDatabase } from '../database/open-database.ts';
import type { Database } from '../database/schema.ts';

type Engine = OpenDatabase['engine'];
type Column<Table extends keyof Database> = keyof Database[Table] & string;

/** The only parameter of these statements is JSON: their text is the same for any number of rows, and kept prepared. */
export const LIST: Readonly<Record<Engine, string>> = {
  sqlite: '(select value from json_each(?))',
  postgres: 'any(array(select json_array_elements_text($1::json)))',
};

/** `column in` or `column =` the texts of the JSON array that is the statement's parameter. */
export function isOneOf(engine: Engine, column: string): string {
  return `${column} ${engine === 'sqlite' ? 'in' : '='} ${LIST[engine]}`;
}

/** Inserts the objects of a JSON array: absent properties are null. `conflict` is what stands after `on conflict`. */
export function insertRows<Table extends keyof Database>(
  engine: Engine,
  table: Table,
  columns: readonly Column<Table>[],
  conflict?: string,
): string {
  const names = columns.join(', ');
  const rows =
    engine === 'sqlite'
      ? // Without `where` SQLite would read `on conflict` as part of a join.
        `select ${columns.map((column) => `value ->> '$.${column}'`).join(', ')} from json_each(?) where true`
      : `select ${names} from json_populate_recordset(null::${table}, $1::json)`;
  return `insert into ${table} (${names}) ${rows}${conflict ? ` on conflict ${conflict}` : ''}`;
}

/** Sets these columns of the rows with the ids of the objects in a JSON array. */
export function updateRows<Table extends keyof Database>(
  engine: Engine,
  table: Table,
  columns: readonly Column<Table>[],
): string {
  const value = (column: string) =>
    engine === 'sqlite' ? `changed.value ->> '$.${column}'` : `changed.${column}`;
  const from = engine === 'sqlite' ? 'json_each(?)' : `json_populate_recordset(null::${table}, $1::json)`;
  const set = columns.map((column) => `${column} = ${value(column)}`).join(', ');
  return `update ${table} set ${set} from ${from} as changed where ${table}.id = ${value('id')}`;
}
