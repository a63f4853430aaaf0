import type { Kysely } from 'kysely';
import { Gauge, type Registry } from 'prom-client';
import type { Database, DestinationName } from '../database/schema.ts';
import { inTime } from './in-time.ts';

/** Milliseconds figures are kept: counting all deliveries takes a while where there are many. */
const KEPT = 5000;
/** Milliseconds the database has to answer. */
const PATIENCE = 2000;
const CIRCUITS = ['closed', 'open', 'refused'] as const;
const DESTINATIONS = ['crm', 'workflow', 'alert', 'confirmation'] satisfies DestinationName[];

interface Options {
  register: Registry;
  query: Kysely<Database>;
  /** Epoch milliseconds. */
  now: () => number;
}

/**
 * Registers how leads and deliveries stand in the database. The answer reads them, at most every five seconds; while the
 * database does not answer, the figures are absent and `lintel_database_up` is 0. Never throws.
 */
export function deliveryMetrics({ register, query, now }: Options): () => Promise<void> {
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
    const count = query.fn.countAll<number | string>().as('count');
    const [byStatus, byState, waiting, circuits] = await Promise.all([
      query.selectFrom('leads').select(['status', count]).groupBy('status').execute(),
      query
        .selectFrom('deliveries')
        .select(['destination', 'state', count])
        .groupBy(['destination', 'state'])
        .execute(),
      query
        .selectFrom('deliveries')
        .where('state', 'in', ['waiting', 'sending'])
        .select((is) => ['destination', is.fn.min('created_at').as('at')])
        .groupBy('destination')
        .execute(),
      query.selectFrom('destinations').select(['name', 'state']).execute(),
    ]);
    return { byStatus, byState, waiting, circuits };
  }

  async function refresh(): Promise<void> {
    const figures = await inTime(
      read().catch(() => null),
      PATIENCE,
    );
    for (const each of [leads, deliveries, oldest, circuit]) each.reset();
    const isUp = figures !== null && figures !== 'late';
    up.set(isUp ? 1 : 0);
    if (!isUp) return;
    for (const { status, count } of figures.byStatus) leads.set({ status }, Number(count));
    for (const { destination, state, count } of figures.byState) {
      deliveries.set({ destination, state }, Number(count));
    }
    for (const destination of DESTINATIONS) {
      const since = figures.waiting.find((row) => row.destination === destination)?.at ?? null;
      oldest.set({ destination }, since === null ? 0 : Math.max(0, now() - since) / 1000);
      const is = figures.circuits.find(({ name }) => name === destination)?.state ?? 'closed';
      for (const state of CIRCUITS) circuit.set({ destination, state }, state === is ? 1 : 0);
    }
  }

  let readAt = -Infinity;
  let reading: Promise<void> = Promise.resolve();
  return () => {
    if (performance.now() - readAt > KEPT) {
      readAt = performance.now();
      reading = refresh();
    }
    return reading;
  };
}
