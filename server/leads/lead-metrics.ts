import { Counter, type Registry, Gauge } from 'prom-client';
import type { Kysely } from 'kysely';
import { formIds } from '../../src/contracts/leads/lead-request.ts';
import { destinationNames, type Database } from '../database/schema/schema.ts';
import { withTimeout } from '../platform/async/timeout.ts';
import { circuitDestination } from './deliver/circuit.ts';

/** The outcome of a posted lead: `stored`, `repeated` (an earlier lead was sent again), or why it was refused. */
export type LeadOutcome =
  'stored' | 'repeated' | 'invalid' | 'foreign-page' | 'unknown-contact' | 'too-many' | 'unavailable';
/** Counts a posted lead. `form` is null if the lead was refused before its form was known. */
export type CountLead = (form: string | null, outcome: LeadOutcome) => void;

const FORMS = new Set<string>([...formIds, 'api']);
const UNKNOWN_FORM = 'unknown';

/** Registers the counter for posted leads. Unknown form names share one label value, which limits cardinality. */
export function createLeadMetrics(register: Registry): CountLead {
  const leads = new Counter({
    name: 'lintel_leads_posted_total',
    help: 'Payloads posted to the lead endpoints, by form and outcome: stored, repeated, or why it was refused.',
    labelNames: ['form', 'outcome'],
    registers: [register],
  });
  // Prometheus sees an increase only between two samples, so `unavailable` must be 0 before the first failure.
  for (const form of [...FORMS, UNKNOWN_FORM]) leads.inc({ form, outcome: 'unavailable' }, 0);
  return (form, outcome) =>
    leads.inc({ form: form !== null && FORMS.has(form) ? form : UNKNOWN_FORM, outcome });
}

/** How long counts are reused, in milliseconds. Counting many deliveries is slow. */
const REUSE_MS = 5000;
const TIMEOUT_MS = 5000;
const CIRCUITS = ['closed', 'open', 'refused'] as const;

interface Options {
  register: Registry;
  reads: Kysely<Database>;
  /** Returns epoch milliseconds. */
  now: () => number;
}

/**
 * Registers gauges for the database, stored leads, deliveries and circuits. The returned function refreshes them at
 * most every five seconds and never rejects. While the database does not respond, `lintel_database_up` is 0 and the
 * other gauges are absent.
 */
export function createDeliveryMetrics({ register, reads, now }: Options): () => Promise<void> {
  const gauge = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    new Gauge({ name, help, labelNames, registers: [register] });
  const up = gauge('lintel_database_up', 'Whether the database answers.', []);
  const leads = gauge('lintel_leads', 'Stored leads, by status.', ['status']);
  const deliveries = gauge('lintel_deliveries', 'Deliveries, by destination and state.', [
    'destination',
    'state',
  ]);
  const oldest = gauge(
    'lintel_delivery_oldest_waiting_seconds',
    'Age of the oldest delivery that is not there yet; 0 when none waits.',
    ['destination'],
  );
  const circuit = gauge('lintel_circuit_state', 'The circuit of a destination: 1 at the state it is in.', [
    'destination',
    'state',
  ]);

  async function read() {
    const count = reads.fn.countAll<number | string>().as('count');
    const [byStatus, byState, waiting, circuits] = await Promise.all([
      reads.selectFrom('leads').select(['status', count]).groupBy('status').execute(),
      reads
        .selectFrom('deliveries')
        .select(['destination', 'state', count])
        .groupBy(['destination', 'state'])
        .execute(),
      reads
        .selectFrom('deliveries')
        .where('state', 'in', ['waiting', 'sending'])
        .select((is) => ['destination', is.fn.min('created_at').as('at')])
        .groupBy('destination')
        .execute(),
      reads.selectFrom('destinations').select(['name', 'state']).execute(),
    ]);
    return { byStatus, byState, waiting, circuits };
  }

  async function refresh(): Promise<void> {
    const figures = await withTimeout(
      read().catch(() => null),
      TIMEOUT_MS,
    );
    for (const each of [leads, deliveries, oldest, circuit]) each.reset();
    const isUp = figures !== null && figures !== 'late';
    up.set(isUp ? 1 : 0);
    if (!isUp) return;
    for (const { status, count } of figures.byStatus) leads.set({ status }, Number(count));
    for (const { destination, state, count } of figures.byState) {
      deliveries.set({ destination, state }, Number(count));
    }
    for (const destination of destinationNames) {
      const since = figures.waiting.find((row) => row.destination === destination)?.at ?? null;
      oldest.set({ destination }, since === null ? 0 : Math.max(0, now() - since) / 1000);
      const is =
        figures.circuits.find(({ name }) => name === circuitDestination(destination))?.state ?? 'closed';
      for (const state of CIRCUITS) circuit.set({ destination, state }, state === is ? 1 : 0);
    }
  }

  let readAt = -Infinity;
  let reading: Promise<void> = Promise.resolve();
  return () => {
    if (performance.now() - readAt > REUSE_MS) {
      readAt = performance.now();
      reading = refresh();
    }
    return reading;
  };
}
