import type { OpenDatabase } from '../../database/open-database.ts';
import type { Database } from '../../database/schema.ts';

type Engine = OpenDatabase['engine'];
type Column<Table extends keyof Database> = keyof Database[Table] & string;

/** The only parameter is a JSON array: the text is the same for any number of values, and kept prepared. */
const LIST: Readonly<Record<Engine, string>> = {
  sqlite: '(select value from json_each(?))',
  postgres: 'any(array(select json_array_elements_text($1::json)))',
};

/** `column in` or `column =` the texts of the JSON array that is the statement's parameter. */
export function isOneOf(engine: Engine, column: string): string {
  return `${column} ${engine === 'sqlite' ? 'in' : '='} ${LIST[engine]}`;
}

/** A statement, and the values of its parameters. */
export interface Statement {
  text: string;
  values: readonly unknown[];
}

/** The statements that write these rows; as few as can be, and always the same ones, to be kept prepared. */
export type RowWriter = (rows: readonly object[]) => Statement[];

/** Rows in one statement of SQLite at most, a power of two. */
const MOST_ROWS = 16;

/** Inserts rows: absent properties are null. `conflict` is what stands after `on conflict`. */
export function insertRows<Table extends keyof Database>(
  engine: Engine,
  table: Table,
  columns: readonly Column<Table>[],
  conflict?: string,
): RowWriter {
  const names = columns.join(', ');
  const write = (rows: string) =>
    `insert into ${table} (${names}) ${rows}${conflict ? ` on conflict ${conflict}` : ''}`;
  return engine === 'sqlite'
    ? inPortions(columns, (places) => write(`values ${places}`))
    : asJson(write(`select ${names} from json_populate_recordset(null::${table}, $1::json)`));
}

/** Sets these columns of the rows with the ids of these objects. */
export function updateRows<Table extends keyof Database>(
  engine: Engine,
  table: Table,
  columns: readonly Column<Table>[],
): RowWriter {
  const write = (rows: string, value: (column: string, at: number) => string) => {
    const set = columns.map((column, at) => `${column} = ${value(column, at + 1)}`).join(', ');
    return `update ${table} set ${set} from ${rows} as changed where ${table}.id = ${value('id', 0)}`;
  };
  return engine === 'sqlite'
    ? inPortions(['id', ...columns], (places) =>
        // SQLite names the columns of values itself.
        write(`(values ${places})`, (_, at) => `changed.column${at + 1}`),
      )
    : asJson(write(`json_populate_recordset(null::${table}, $1::json)`, (column) => `changed.${column}`));
}

/** The only parameter is JSON: one way to the server and back, whatever the number of rows. */
function asJson(text: string): RowWriter {
  return (rows) => (rows.length === 0 ? [] : [{ text, values: [JSON.stringify(rows)] }]);
}

/** A parameter for each value: SQLite takes many times as long to find them in JSON. */
function inPortions(columns: readonly string[], write: (places: string) => string): RowWriter {
  const row = `(${columns.map(() => '?').join(', ')})`;
  const texts = new Map<number, string>();
  const textFor = (size: number) => {
    const text = texts.get(size) ?? write(Array.from({ length: size }, () => row).join(', '));
    texts.set(size, text);
    return text;
  };
  return (rows) => {
    const statements: Statement[] = [];
    for (let at = 0, size = MOST_ROWS; at < rows.length; at += size) {
      while (size > rows.length - at) size /= 2;
      const values = rows
        .slice(at, at + size)
        .flatMap((each) => columns.map((column): unknown => Reflect.get(each, column) ?? null));
      statements.push({ text: textFor(size), values });
    }
    return statements;
  };
}
