import { pino } from 'pino';
import { readConfig } from '../../config.ts';
import { openDatabase, type OpenDatabase } from '../../database/open-database.ts';
import { loadEnvironment } from '../../load-environment.ts';
import { cancelDelivery } from './cancel-delivery.ts';
import { deliverySummary } from './delivery-summary.ts';
import type { NoteDeed } from './note-deed.ts';
import { writeAudit } from '../../operators/write-audit.ts';
import type { AuditAction } from '../../../src/operator/audit-words.ts';
import { describeSummary } from './describe-summary.ts';
import { releaseLead } from './release-lead.ts';
import { retryDeliveries, retryDelivery } from './retry-delivery.ts';

const USAGE =
  'Usage: npm run leads status | retry <delivery> | retry all | cancel <delivery> | release <lead>\n' +
  'It works beside a running server, which does what was decided within a second.';

try {
  loadEnvironment();
  const config = readConfig(process.env);
  const database = await openDatabase(config, pino({ level: 'silent' }));
  try {
    const { text, found } = await run(database, process.argv.slice(2));
    process.stdout.write(
      `${text ?? describeSummary(await deliverySummary(database.query), config, Date.now())}\n`,
    );
    if (!found) process.exitCode = 1;
  } finally {
    await database.close();
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

/** `text` null: show how deliveries stand. */
async function run(
  database: OpenDatabase,
  [verb = 'status', id]: readonly string[],
): Promise<{ text: string | null; found: boolean }> {
  const now = Date.now();
  if (verb === 'status' && id === undefined) return { text: null, found: true };
  if (verb === 'retry' && (id === undefined || id === 'all')) {
    return {
      text: `${await retryDeliveries(database, now, noting('delivery-retried'))} deliveries are due now.`,
      found: true,
    };
  }
  if (id !== undefined) {
    if (verb === 'retry') {
      return answer(
        await retryDelivery(database, id, now, noting('delivery-retried')),
        `Delivery ${id} is due now.`,
        'waits or needs attention',
      );
    }
    if (verb === 'cancel') {
      return answer(
        await cancelDelivery(database, id, now, noting('delivery-cancelled')),
        `Delivery ${id} is cancelled.`,
        'can be cancelled',
      );
    }
    if (verb === 'release') {
      return answer(
        await releaseLead(database, id, now, noting('lead-released')),
        `Lead ${id} is released.`,
        'is quarantined',
      );
    }
  }
  throw new Error(USAGE);
}

/** What is done here stands in the audit log, as what is done on the screens does. */
function noting(action: AuditAction): NoteDeed {
  return (transaction, { leadId, delivery }) =>
    writeAudit(transaction, {
      operator: null,
      action,
      subject: leadId,
      ...(delivery ? { detail: { ...delivery } } : {}),
    });
}

function answer(found: boolean, done: string, wanted: string): { text: string; found: boolean } {
  return {
    text: found ? done : `Nothing with this id ${wanted}. npm run leads status lists what there is.`,
    found,
  };
}
