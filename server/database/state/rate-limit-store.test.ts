import { rateLimit } from 'express-rate-limit';
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type DatabaseConnection,
  type QueryResult,
} from 'kysely';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createRateLimitStoreFactory } from './rate-limit-store.ts';
import type { Database } from '../schema/schema.ts';

/** Requests that the database has not answered yet. */
let waiting: (() => void)[] = [];

class SilentDriver extends DummyDriver {
  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection();
    return {
      executeQuery: <Row>() =>
        new Promise<QueryResult<Row>>((_resolve, reject) => {
          waiting.push(() => reject(new Error('The connection ended.')));
        }),
      streamQuery: (...given) => connection.streamQuery(...given),
    };
  }
}

const query = new Kysely<Database>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new SilentDriver(),
    createIntrospector: (database) => new PostgresIntrospector(database),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

beforeEach(() => {
  waiting = [];
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

test('a database that does not answer delays one request, and each is counted on this server', async () => {
  const stores = createRateLimitStoreFactory(
    { query, engine: 'postgres', now: () => 0 },
    pino({ level: 'silent' }),
  );
  const store = stores('leads');
  // Initialises the store.
  rateLimit({ windowMs: 60_000, store, validate: false });
  const first = store.increment('203.0.113.1');
  await vi.advanceTimersByTimeAsync(5000);
  expect(await first).toMatchObject({ totalHits: 1 });
  expect(await store.increment('203.0.113.1')).toMatchObject({ totalHits: 2 });
  expect(await store.increment('203.0.113.2')).toMatchObject({ totalHits: 1 });
  // It is asked each time, so that an answer ends this state. A late failure changes nothing.
  await vi.advanceTimersByTimeAsync(1);
  expect(waiting).toHaveLength(3);
  for (const fail of waiting) fail();
  expect(await store.increment('203.0.113.1')).toMatchObject({ totalHits: 3 });
});
