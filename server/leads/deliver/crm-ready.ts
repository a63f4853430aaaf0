import type { CrmAccess } from '../../crm/crm-access.ts';
import type { OpenDatabase } from '../../database/open-database.ts';
import { inTime } from '../../machine/in-time.ts';
import { readCircuit } from './circuit.ts';

/** Milliseconds an answer is taken as still true. */
const KEPT = 1000;
/** Milliseconds one is waited for, the first one and later ones. Renewing the CRM's token may take much longer. */
const FIRST_PATIENCE = 2000;
const PATIENCE = 300;

/**
 * Whether leads reach the CRM now: it is configured, and its circuit is closed. Cheap: asked at most once a second.
 * Where the answer takes long, the last one counts. Never throws: a database that fails is no CRM that is ready.
 */
export function createCrmReady(database: OpenDatabase, crm: CrmAccess): () => Promise<boolean> {
  let known: boolean | undefined;
  let askedAt = -Infinity;
  let asking: Promise<void> | undefined;
  return async () => {
    const now = performance.now();
    if (!asking && now - askedAt >= KEPT) {
      askedAt = now;
      asking = ask(database, crm)
        .catch(() => false)
        .then((answer) => {
          known = answer;
          asking = undefined;
        });
    }
    const left = askedAt + (known === undefined ? FIRST_PATIENCE : PATIENCE) - now;
    if (asking && left > 0) await inTime(asking, left);
    return known ?? false;
  };
}

async function ask(database: OpenDatabase, crm: CrmAccess): Promise<boolean> {
  if ((await crm.state()) !== 'ready') return false;
  const circuit = await readCircuit(database.query, 'crm');
  return !circuit || circuit.state === 'closed';
}
