import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { tableNames } from '../../server/database/backup/backup-format.ts';
import { openDatabase, type OpenDatabase } from '../../server/database/open-database.ts';
import { checkBackup } from '../../server/database/backup/read-backup.ts';
import { restorePostgres } from '../../server/database/backup/restore-postgres.ts';
import { restoreSqlite } from '../../server/database/backup/restore-sqlite.ts';
import { writeBackup } from '../../server/database/backup/write-backup.ts';
import { everyRow } from './every-row.ts';
import { newDatabase } from './run-postgres.ts';

type Engine = OpenDatabase['engine'];
interface Place {
  dataDir: string;
  databaseUrl: string | null;
}

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'lintel-any-text-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function newPlace(engine: Engine): Promise<Place> {
  return {
    dataDir: await mkdtemp(path.join(folder, 'data-')),
    databaseUrl: engine === 'postgres' ? await newDatabase(inject('postgresUrl')) : null,
  };
}

async function inDatabase<Result>(place: Place, work: (database: OpenDatabase) => Promise<Result>) {
  const database = await openDatabase(place, pino({ level: 'silent' }));
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

async function restore({ dataDir, databaseUrl }: Place, file: string): Promise<void> {
  const backup = await checkBackup(file);
  if (databaseUrl) await restorePostgres(databaseUrl, dataDir, backup, true);
  else await restoreSqlite(dataDir, backup, true);
}

/** Random code points and lone surrogates, mixed with line terminators and characters that are special in JSON. */
const anyText = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: 6 }),
      fc.constantFrom(
        '\u2028',
        '\u2029',
        '\n',
        '\r',
        '\r\n',
        '\u0085',
        '\v',
        '\f',
        '\0',
        '\uFEFF',
        '\uD800',
        '"',
        '\\',
      ),
    ),
    { maxLength: 5 },
  )
  .map((parts) => parts.join(''));

/** The texts of several rows, one text per column. */
const anyTexts = fc.array(fc.array(anyText, { minLength: 40, maxLength: 40 }), {
  minLength: 1,
  maxLength: 5,
});

async function fill({ query, engine }: OpenDatabase, rows: readonly (readonly string[])[]): Promise<void> {
  const tables = await query.introspection.getTables();
  for (const name of tableNames) {
    await sql`delete from ${sql.table(name)}`.execute(query);
    const columns = tables.find((table) => table.name === name)?.columns ?? [];
    expect(columns.length).toBeGreaterThan(0);
    for (const [at, texts] of rows.entries()) {
      const values = columns.map((column, index) => {
        if (column.dataType.toLowerCase() !== 'text') return at;
        const text = texts[index] ?? '';
        // PostgreSQL's text type cannot store NUL characters.
        const storable = engine === 'postgres' ? text.replaceAll('\0', '') : text;
        // Some columns must be unique, so the row number is appended.
        return `${storable}${at}`;
      });
      await sql`
        insert into ${sql.table(name)} (${sql.join(columns.map((column) => sql.ref(column.name)))})
        values (${sql.join(values)})
      `.execute(query);
    }
  }
}

// Both engines are backed up and restored. SQLite also restores its own backup, because only it keeps NUL characters.
describe.each<[from: Engine, to: Engine]>([
  ['sqlite', 'sqlite'],
  ['sqlite', 'postgres'],
  ['postgres', 'sqlite'],
])('any text in any column of %s', (from, to) => {
  it(`is in ${to} after backup and restore`, async () => {
    const [source, target] = [await newPlace(from), await newPlace(to)];
    let run = 0;
    await fc.assert(
      fc.asyncProperty(anyTexts, async (rows) => {
        const file = path.join(folder, `${(run += 1)}.backup.gz`);
        const before = await inDatabase(source, async (database) => {
          await fill(database, rows);
          await writeBackup(database.query, database.engine, file);
          return held(database);
        });
        await restore(target, file);
        // A restore replaces NUL characters with U+FFFD, because PostgreSQL cannot store them.
        const expected = to === 'postgres' ? before.map((row) => row.replaceAll(NUL, '\uFFFD')) : before;
        const after = await inDatabase(target, held);
        expect(after.toSorted()).toEqual(expected.toSorted());
      }),
      // Do not shrink counterexamples: it would take minutes.
      { numRuns: 12, endOnFailure: true },
    );
  });
});

/** The NUL character as it appears in JSON. */
const NUL = String.raw`\u0000`;

/** Returns every row of every table as JSON, with its columns in alphabetical order. */
async function held(database: OpenDatabase): Promise<string[]> {
  return [...(await everyRow(database))].flatMap(([table, lines]) =>
    lines.map((line) => {
      const row = Object.entries<unknown>(JSON.parse(line));
      return JSON.stringify([table, row.toSorted(([one], [other]) => (one < other ? -1 : 1))]);
    }),
  );
}

const name = 'Ann\u2028Lee\u2029';

/** Writes a backup that contains a single redirect with line separators in its path. */
async function smallBackup(): Promise<string> {
  const file = path.join(folder, 'small.backup.gz');
  await inDatabase(await newPlace('sqlite'), async ({ query, engine }) => {
    await query.insertInto('redirects').values({ from_path: name, to_path: '/', created_at: 1 }).execute();
    await writeBackup(query, engine, file);
  });
  return file;
}

it('a backup contains no Unicode line separators, which other tools might split at', async () => {
  const text = gunzipSync(await readFile(await smallBackup())).toString();
  expect(text).not.toMatch(/[\u2028\u2029]/);
  expect(text).toContain(String.raw`Ann\u2028Lee\u2029`);
});

it.each<Engine>(['sqlite', 'postgres'])(
  'a backup of an earlier version that contains line separators is restored in %s',
  async (engine) => {
    const file = await smallBackup();
    const text = gunzipSync(await readFile(file)).toString();
    const earlier = text.replaceAll(String.raw`\u2028`, '\u2028').replaceAll(String.raw`\u2029`, '\u2029');
    expect(earlier).toContain(name);
    await writeFile(file, gzipSync(earlier));
    const place = await newPlace(engine);
    await restore(place, file);
    const rows = await inDatabase(place, ({ query }) =>
      query.selectFrom('redirects').select('from_path').execute(),
    );
    expect(rows).toEqual([{ from_path: name }]);
  },
);

it('a backup with a bit flipped in any byte is refused with a message, or has the same data', async () => {
  const file = await smallBackup();
  const whole = await readFile(file);
  const { header, rows } = await checkBackup(file);
  const copy = path.join(folder, 'copy.gz');
  let accepted = 0;
  for (let at = 0; at < whole.length; at += 1) {
    const flipped = Buffer.from(whole);
    flipped[at] = (flipped[at] ?? 0) ^ (1 << (at & 7));
    await writeFile(copy, flipped);
    try {
      expect(await checkBackup(copy)).toEqual({ file: copy, header, rows });
      expect(gunzipSync(flipped)).toEqual(gunzipSync(whole));
      accepted += 1;
    } catch (error) {
      expect(String(error)).toMatch(
        /^Error: .*(is not a whole backup: .+ Take another copy of it|is no backup of this site)/,
      );
    }
  }
  // These are a few bytes of the gzip header, padding, and repetitions for which there is another source in the text.
  expect(accepted).toBeLessThan(whole.length / 10);
});
