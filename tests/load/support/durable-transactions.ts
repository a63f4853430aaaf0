import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';

/** About the size of the data that the site stores per submission. */
const BODY = 'x'.repeat(800);

/**
 * Returns SQLite's durable transactions per second: single-row inserts over one connection, with WAL and
 * `synchronous=full`.
 */
export function sqliteTransactions(folder: string, seconds: number): number {
  const database = new DatabaseSync(path.join(folder, 'bare.sqlite'));
  database.exec(
    'pragma journal_mode = wal; pragma synchronous = full; create table if not exists bare (id integer primary key, body text)',
  );
  const insert = database.prepare('insert into bare (body) values (?)');
  const start = performance.now();
  let count = 0;
  for (; performance.now() - start < seconds * 1000; count += 1) insert.run(BODY);
  const took = (performance.now() - start) / 1000;
  database.close();
  return count / took;
}

/** Server setting for `fillPostgresLog`: 40 WAL segments of 16 MB. */
export const KEEP_LOG = 'min_wal_size=640MB';
const SEGMENTS = 40;

/**
 * Fills the WAL of a new PostgreSQL server, so that it recycles segments like a server that has run for a while. A new
 * server creates a segment whenever the last one is full, and commits wait about 50 ms for that.
 */
export async function fillPostgresLog(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (let segment = 0; segment < SEGMENTS; segment += 1) {
    // PostgreSQL does not switch segments if the current one is empty.
    await client.query(`select pg_logical_emit_message(false, 'load', 'x')`);
    await client.query('select pg_switch_wal()');
  }
  await client.query('checkpoint');
  await client.end();
}

/**
 * Returns PostgreSQL's durable transactions per second. Several connections are used because PostgreSQL groups their
 * commits into one disk write.
 */
export async function postgresTransactions(
  url: string,
  connections: number,
  seconds: number,
): Promise<number> {
  const clients = Array.from({ length: connections }, () => new pg.Client({ connectionString: url }));
  await Promise.all(clients.map((client) => client.connect()));
  const [first] = clients;
  await first?.query('create table if not exists bare (id bigserial primary key, body text)');
  const start = performance.now();
  let count = 0;
  await Promise.all(
    clients.map(async (client) => {
      for (; performance.now() - start < seconds * 1000; count += 1) {
        await client.query({ name: 'insert', text: 'insert into bare (body) values ($1)', values: [BODY] });
      }
    }),
  );
  const took = (performance.now() - start) / 1000;
  await Promise.all(clients.map((client) => client.end()));
  return count / took;
}
