import type { CrmAccess } from '../../crm/crm-access.ts';
import type { OpenDatabase } from '../../database/open-database.ts';
import { withTimeLimit } from '../../platform/async/time-limit.ts';
import { readCircuit } from './circuit.ts';

/** How long a state is reused. */
const REUSE_MS = 1000;
/** How long to wait for the first state, and for later ones. Renewing the CRM's token can take much longer. */
const FIRST_TIMEOUT_MS = 2000;
const TIMEOUT_MS = 300;

/**
 * Creates a check of whether the CRM is connected and its circuit closed. Queries at most once a second, and returns
 * the last state while a query is slow. Errors count as false.
 */
export function createCrmReady(database: OpenDatabase, crm: CrmAccess): () => Promise<boolean> {
  let known: boolean | undefined;
  let askedAt = -Infinity;
  let asking: Promise<void> | undefined;
  return async () => {
    const now = performance.now();
    if (!asking && now - askedAt >= REUSE_MS) {
      askedAt = now;
      asking = ask(database, crm)
        .catch(() => false)
        .then((ready) => {
          known = ready;
          asking = undefined;
        });
    }
    const left = askedAt + (known === undefined ? FIRST_TIMEOUT_MS : TIMEOUT_MS) - now;
    if (asking && left > 0) await withTimeLimit(asking, left);
    return known ?? false;
  };
}

async function ask(database: OpenDatabase, crm: CrmAccess): Promise<boolean> {
  if ((await crm.state()) !== 'ready') return false;
  const circuit = await readCircuit(database.query, 'crm');
  return !circuit || circuit.state === 'closed';
}
