import type { OpenDatabase } from '../../database/open-database.ts';
import type { Database } from '../../database/schema/schema.ts';

type Engine = OpenDatabase['engine'];
type Column<Table extends keyof Database> = keyof Database[Table] & string;

/** SQL for a list that is passed as one JSON array, so one prepared statement works for any number of values. */
const LIST: Readonly<Record<Engine, string>> = {
  sqlite: '(select value from json_each(?))',
  postgres: 'any(array(select json_array_elements_text($1::json)))',
};

/** Returns an SQL condition: the column equals one of the texts in the statement's only parameter, a JSON array. */
export function columnInListSql(engine: Engine, column: string): string {
  return `${column} ${engine === 'sqlite' ? 'in' : '='} ${LIST[engine]}`;
}

/** An SQL statement with the values of its parameters. */
export interface SqlStatement {
  text: string;
  values: readonly unknown[];
}

/**
 * Returns the SQL statements that write the rows. Different calls return the same few SQL texts, so that the prepared
 * statements are cached.
 */
export type RowStatementBuilder = (rows: readonly object[]) => SqlStatement[];

/**
 * Maximum rows per SQLite statement. It is a power of two, because `inPortions` halves it until the remaining rows
 * suffice.
 */
const MAX_STATEMENT_ROWS = 16;

/**
 * Creates a function that returns statements to insert rows. Absent properties become null. `conflict` is the SQL after
 * `on conflict`.
 */
export function createInsertBuilder<Table extends keyof Database>(
  engine: Engine,
  table: Table,
  columns: readonly Column<Table>[],
  conflict?: string,
): RowStatementBuilder {
  const names = columns.join(', ');
  const write = (rows: string) =>
    `insert into ${table} (${names}) ${rows}${conflict ? ` on conflict ${conflict}` : ''}`;
  return engine === 'sqlite'
    ? inPortions(columns, (places) => write(`values ${places}`))
    : asJson(write(`select ${names} from json_populate_recordset(null::${table}, $1::json)`));
}

/** Creates a function that returns statements to update these columns. Each object's `id` identifies its row. */
export function createUpdateBuilder<Table extends keyof Database>(
  engine: Engine,
  table: Table,
  columns: readonly Column<Table>[],
): RowStatementBuilder {
  const write = (rows: string, value: (column: string, at: number) => string) => {
    const set = columns.map((column, at) => `${column} = ${value(column, at + 1)}`).join(', ');
    return `update ${table} set ${set} from ${rows} as changed where ${table}.id = ${value('id', 0)}`;
  };
  return engine === 'sqlite'
    ? inPortions(['id', ...columns], (places) =>
        // In SQLite, the columns of a `values` clause are always named `column1`, `column2` and so on.
        write(`(values ${places})`, (_, at) => `changed.column${at + 1}`),
      )
    : asJson(write(`json_populate_recordset(null::${table}, $1::json)`, (column) => `changed.${column}`));
}

/** Passes all rows in one JSON parameter, so any number of rows takes one round trip. */
function asJson(text: string): RowStatementBuilder {
  return (rows) => (rows.length === 0 ? [] : [{ text, values: [JSON.stringify(rows)] }]);
}

/** Uses one parameter per value, because SQLite takes many times longer to extract values from JSON. */
function inPortions(columns: readonly string[], write: (places: string) => string): RowStatementBuilder {
  const row = `(${columns.map(() => '?').join(', ')})`;
  const texts = new Map<number, string>();
  const textFor = (size: number) => {
    const text = texts.get(size) ?? write(Array.from({ length: size }, () => row).join(', '));
    texts.set(size, text);
    return text;
  };
  return (rows) => {
    const statements: SqlStatement[] = [];
    for (let at = 0, size = MAX_STATEMENT_ROWS; at < rows.length; at += size) {
      while (size > rows.length - at) size /= 2;
      const values = rows
        .slice(at, at + size)
        .flatMap((each) => columns.map((column): unknown => Reflect.get(each, column) ?? null));
      statements.push({ text: textFor(size), values });
    }
    return statements;
  };
}
