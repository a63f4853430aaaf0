import type { CrmAccess } from '../../crm/crm-access.ts';
import type { OpenDatabase } from '../../database/open-database.ts';
import { readCircuit } from './circuit.ts';

/** Milliseconds an answer is taken as still true. */
const KEPT = 1000;

/**
 * Whether leads reach the CRM now: it is configured, and its circuit is closed. Cheap: asked at
 * most once a second. Never throws: a database that fails is no CRM that is ready. */
export function createCrmReady(database: OpenDatabase, crm: CrmAccess): () => Promise<boolean> {
  let kept: { at: number; ready: Promise<boolean> } | undefined;
  return () => {
    const at = performance.now();
    if (!kept || at - kept.at >= KEPT) kept = { at, ready: ask(database, crm).catch(() => false) };
    return kept.ready;
  };
}

async function ask(database: OpenDatabase, crm: CrmAccess): Promise<boolean> {
  if ((await crm.state()) !== 'ready') return false;
  const circuit = await readCircuit(database.query, 'crm');
  return !circuit || circuit.state === 'closed';
}
