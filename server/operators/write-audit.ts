import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { AuditAction } from '../../src/operator/audit-words.ts';
import type { Database } from '../database/schema.ts';

interface Entry {
  /** Null: done on the command line. `requestId`: of the request they did it by. */
  operator: { id: string; name: string; requestId: string } | null;
  action: AuditAction;
  /** Id of what it was done to. */
  subject?: string;
  /** No personal data of visitors. */
  detail?: Readonly<Record<string, unknown>>;
  now?: number;
}

/** Notes what an operator did. In a transaction's hands it is noted exactly when it was done. */
export async function writeAudit(database: Kysely<Database>, entry: Entry): Promise<void> {
  await database
    .insertInto('audit')
    .values({
      id: randomUUID(),
      at: entry.now ?? Date.now(),
      operator_id: entry.operator?.id ?? null,
      operator_name: entry.operator?.name ?? 'command line',
      action: entry.action,
      subject: entry.subject ?? null,
      detail: entry.detail ? JSON.stringify(entry.detail) : null,
      request_id: entry.operator?.requestId ?? null,
    })
    .execute();
}
