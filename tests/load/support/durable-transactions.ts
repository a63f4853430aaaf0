import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';

/** About as long as what the site keeps of one submission. */
const BODY = 'x'.repeat(800);

/** The engine's own durable transactions a second: one row each, written by one connection, WAL and `synchronous=full`. */
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

/** For `fillPostgresLog`: 40 segments of 16 MB. */
export const KEEP_LOG = 'min_wal_size=640MB';
const SEGMENTS = 40;

/**
 * Brings a new PostgreSQL to where one is that has run for a while: it writes its log to segments it has, and used
 * before. A new one makes each when the last is full, and meanwhile every commit waits some 50 ms.
 */
export async function fillPostgresLog(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (let segment = 0; segment < SEGMENTS; segment += 1) {
    // An empty segment is not changed for the next.
    await client.query(`select pg_logical_emit_message(false, 'load', 'x')`);
    await client.query('select pg_switch_wal()');
  }
  await client.query('checkpoint');
  await client.end();
}

/** The same of a PostgreSQL, over so many connections at once: it writes to the disk for several together. */
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
