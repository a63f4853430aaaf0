import { afterEach, beforeEach, expect, it } from 'vitest';
import type { AuditLogResponse } from '../../src/contracts/operators/site-calls.ts';
import { recordAudit } from '../../server/operators/audit-log.ts';
import { onEachEngine } from './database-engines.ts';
import { runApp, type RunningApp } from './running-app.ts';
import { signIn, type OperatorClient } from './sign-in.ts';

onEachEngine((newDatabase) => {
  let app: RunningApp;
  let client: OperatorClient;
  beforeEach(async () => {
    app = await runApp(await newDatabase());
    client = await signIn(app);
  });
  afterEach(() => app.stop());

  const read = async (query = ''): Promise<AuditLogResponse> => {
    const answer = await client.fetch(`/api/admin/audit${query}`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    return answer.json();
  };

  it('lists actions by page, newest first, and filters them', async () => {
    const { query } = app.database;
    for (let at = 1; at <= 60; at += 1) {
      await recordAudit(query, {
        operator: at % 2 ? { ...client.operator, requestId: `request-${at}` } : null,
        action: at % 3 ? 'lead-released' : 'redirect-added',
        subject: `subject-${at}`,
        detail: { at },
        now: at,
      });
    }
    const first = await read();
    expect(first).toMatchObject({ total: 61, page: 1, pageSize: 50 });
    expect(first.rows).toHaveLength(50);
    // The test signs in last, so this is the newest entry.
    expect(first.rows[0]).toMatchObject({ action: 'signed-in', operator: 'Olive Operator' });
    expect(first.rows[1]).toMatchObject({
      subject: 'subject-60',
      operator: 'command line',
      detail: '{"at":60}',
    });
    expect(first.actions).toEqual(['lead-released', 'redirect-added', 'signed-in']);
    expect(first.operators).toEqual(['Olive Operator', 'command line']);
    const second = await read('?page=2');
    expect(second.rows.map(({ subject }) => subject)).toEqual(
      Array.from({ length: 11 }, (_, index) => `subject-${11 - index}`),
    );
    expect((await read('?page=99')).page).toBe(2);
    const filtered = await read('?action=redirect-added&operator=command%20line');
    expect(filtered.total).toBe(10);
    expect(filtered.rows.every((row) => row.action === 'redirect-added')).toBe(true);
    expect((await read('?action=nothing')).rows).toEqual([]);
  });

  it('tells somebody who is called “command line” from the command line', async () => {
    const { query } = app.database;
    const entry = { action: 'lead-released', now: 1 } as const;
    const named = { name: 'command line', requestId: 'request' };
    await recordAudit(query, { ...entry, operator: { ...named, id: 'editor' }, subject: 'of an editor' });
    await recordAudit(query, {
      ...entry,
      now: 2,
      operator: { ...named, id: null },
      subject: 'from WordPress',
    });
    await recordAudit(query, { ...entry, operator: null, subject: 'from the server' });
    const subjects = async (operator: string) =>
      (await read(`?operator=${encodeURIComponent(operator)}`)).rows.map(({ subject }) => subject);
    expect(await subjects('command line')).toEqual(['from the server']);
    expect(await subjects('“command line”')).toEqual(['from WordPress', 'of an editor']);
    expect((await read()).operators.toSorted()).toEqual(['Olive Operator', 'command line', '“command line”']);
  });

  it('refuses invalid queries, and requests without a session', async () => {
    for (const query of ['?page=0', '?page=x', '?action=a&action=b', '?operator=%00']) {
      const answer = await client.fetch(`/api/admin/audit${query}`);
      expect([query, answer.status]).toEqual([query, 422]);
      expect(await answer.json()).toEqual({ error: expect.stringContaining('Clear the filters') });
    }
    expect((await fetch(`${app.url}/api/admin/audit`)).status).toBe(401);
  });
});
