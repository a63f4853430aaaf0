import { once } from 'node:events';
import { connect, createServer, Socket } from 'node:net';
import { Kysely, sql } from 'kysely';
import { expect, inject, it, onTestFinished, vi } from 'vitest';
import { classifyStoreError } from '../../server/database/engines/database-error.ts';
import { createPostgresDialect } from '../../server/database/engines/postgres-dialect.ts';
import type { Database } from '../../server/database/schema/schema.ts';

it('an idle connection to PostgreSQL sends keep-alive probes', async () => {
  const keptAlive = vi.spyOn(Socket.prototype, 'setKeepAlive');
  const query = new Kysely<Database>({ dialect: createPostgresDialect(inject('postgresUrl'), () => {}) });
  try {
    await sql`select 1`.execute(query);
    expect(keptAlive.mock.calls).toEqual([[true, 10_000]]);
  } finally {
    await query.destroy();
    vi.restoreAllMocks();
  }
});

/** Starts a proxy in front of PostgreSQL. Once silent, it keeps connections open and passes nothing on. */
async function startProxy(): Promise<{ url: string; setSilent: (isSilent: boolean) => void }> {
  const { hostname, port } = new URL(inject('postgresUrl'));
  let isSilent = false;
  const sockets = new Set<Socket>();
  const proxy = createServer((client) => {
    const database = connect(Number(port), hostname);
    for (const [from, to] of [
      [client, database],
      [database, client],
    ] as const) {
      sockets.add(from);
      from.on('data', (bytes) => {
        if (!isSilent) to.write(bytes);
      });
      from.on('close', () => to.destroy());
      from.on('error', () => {});
    }
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    proxy.close();
  });
  const url = new URL(inject('postgresUrl'));
  const address = proxy.address();
  if (typeof address === 'object' && address) url.host = `127.0.0.1:${address.port}`;
  return { url: url.href, setSilent: (next) => (isSilent = next) };
}

it('a query fails, and its connection is not used again, if PostgreSQL is silent', async () => {
  const proxy = await startProxy();
  let isAllowed = true;
  const lost = vi.fn<(error: Error) => void>();
  const silence = { limit: 300, isAllowed: () => isAllowed };
  const query = new Kysely<Database>({
    dialect: createPostgresDialect(proxy.url, lost, { size: 1, silence }),
  });
  onTestFinished(() => query.destroy());
  // Fails if its connection is closed while that is allowed.
  await sql`select pg_sleep(0.9)`.execute(query);
  const running = sql`select pg_sleep(600)`.execute(query);
  isAllowed = false;
  await expect(running).rejects.toMatchObject({ code: 'ETIMEDOUT' });

  isAllowed = true;
  // PostgreSQL has ended the query, too.
  const stillRuns = async () => {
    const { rows } = await sql`
      select 1 from pg_stat_activity where query = 'select pg_sleep(600)' and state = 'active'
    `.execute(query);
    return rows;
  };
  await expect.poll(stillRuns).toEqual([]);
  await sql`select 1`.execute(query);
  proxy.setSilent(true);
  const unanswered = sql`select 1`.execute(query).catch((error: unknown) => error);
  isAllowed = false;
  expect(classifyStoreError(await unanswered)).toBe('unreachable');

  isAllowed = true;
  proxy.setSilent(false);
  const { rows } = await sql`select 1 as one`.execute(query);
  expect(rows).toEqual([{ one: 1 }]);
  expect(lost).toHaveBeenCalledTimes(2);
});
