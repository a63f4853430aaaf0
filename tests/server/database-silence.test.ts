import { Socket } from 'node:net';
import { Kysely, sql } from 'kysely';
import { expect, inject, it, vi } from 'vitest';
import { openPostgres } from '../../server/database/engines/open-postgres.ts';
import type { Database } from '../../server/database/schema/schema.ts';

it('an idle connection to PostgreSQL sends keep-alive probes', async () => {
  const keptAlive = vi.spyOn(Socket.prototype, 'setKeepAlive');
  const query = new Kysely<Database>({ dialect: openPostgres(inject('postgresUrl'), () => {}) });
  try {
    await sql`select 1`.execute(query);
    expect(keptAlive.mock.calls).toEqual([[true, 10_000]]);
  } finally {
    await query.destroy();
    vi.restoreAllMocks();
  }
});
