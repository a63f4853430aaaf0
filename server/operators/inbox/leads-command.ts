import { pino } from 'pino';
import { openDatabase, type OpenDatabase } from '../../database/open-database.ts';
import { runCliCommand } from '../../platform/run-cli-command.ts';
import {
  cancelDelivery,
  retryDeliveries,
  retryDelivery,
  type RecordAuditedChange,
  releaseLead,
} from '../../leads/manage/change-lead.ts';
import { readDeliverySummary, formatDeliverySummary } from '../../leads/manage/delivery-summary.ts';
import { recordAudit } from '../audit-log.ts';
import type { AuditAction } from '../../../src/contracts/operators/audit-actions.ts';

const USAGE =
  'Usage: npm run leads status | retry <delivery> | retry all | cancel <delivery> | release <lead>\n' +
  'It works beside a running server, which does what was decided within a second.';

await runCliCommand(async (config) => {
  const database = await openDatabase(config, pino({ level: 'silent' }));
  try {
    const { text, found } = await run(database, process.argv.slice(2));
    if (!found) process.exitCode = 1;
    return text ?? formatDeliverySummary(await readDeliverySummary(database.query), config, database.now());
  } finally {
    await database.close();
  }
});

/**
 * Runs a command. If `text` is null, the caller prints a summary of all deliveries. `found` is false if no delivery or
 * lead with this id allows the action. Throws an `Error` with the usage for an unknown command.
 */
async function run(
  database: OpenDatabase,
  [verb = 'status', id]: readonly string[],
): Promise<{ text: string | null; found: boolean }> {
  const now = database.now();
  if (verb === 'status' && id === undefined) return { text: null, found: true };
  if (verb === 'retry' && (id === undefined || id === 'all')) {
    return {
      text: `${await retryDeliveries(database, now, auditWith('delivery-retried', now))} deliveries are due now.`,
      found: true,
    };
  }
  if (id !== undefined) {
    if (verb === 'retry') {
      return answer(
        await retryDelivery(database, id, now, auditWith('delivery-retried', now)),
        `Delivery ${id} is due now.`,
        'waits or needs attention',
      );
    }
    if (verb === 'cancel') {
      return answer(
        await cancelDelivery(database, id, now, auditWith('delivery-cancelled', now)),
        `Delivery ${id} is cancelled.`,
        'can be cancelled',
      );
    }
    if (verb === 'release') {
      return answer(
        await releaseLead(database, id, now, auditWith('lead-released', now)),
        `Lead ${id} is released.`,
        'is quarantined',
      );
    }
  }
  throw new Error(USAGE);
}

/** Records this command's changes in the audit log, as the operator screens do. */
function auditWith(action: AuditAction, now: number): RecordAuditedChange {
  return (transaction, { leadId, delivery }) =>
    recordAudit(transaction, {
      operator: null,
      action,
      subject: leadId,
      now,
      ...(delivery ? { detail: { ...delivery } } : {}),
    });
}

function answer(found: boolean, done: string, wanted: string): { text: string; found: boolean } {
  return {
    text: found ? done : `Nothing with this id ${wanted}. npm run leads status lists what there is.`,
    found,
  };
}
