import { sql, type Kysely, type Selectable } from 'kysely';
import type { CrmAccess } from '../../crm/crm-access.ts';
import { destinationNames, type Database, type DestinationName } from '../../database/schema/schema.ts';
import { withTimeout } from '../../platform/async/timeout.ts';

/**
 * Number of consecutive failures that open a circuit, if they concern more than one lead. Further failures of a
 * delivery that has already failed this often do not count.
 */
const MAX_FAILURES = 5;
/**
 * The pause of a circuit that has just opened, and the maximum pause, in milliseconds. Each failed probe doubles the
 * pause, and jitter shortens it by up to half.
 */
const FIRST_PAUSE_MS = 2000;
const MAX_PAUSE_MS = 5 * 60_000;
/** Milliseconds before refused credentials are tried again, in case the destination refused them by mistake. */
const REFUSED_PAUSE_MS = 15 * 60_000;

/**
 * Upper bound of all pauses and leases, in milliseconds. A stored time that is further ahead means that a clock has
 * jumped.
 */
export const MAX_DELIVERY_WAIT_MS = 2 * 60 * 60_000;

/** Returns whether a time has passed. A time more than `MAX_DELIVERY_WAIT_MS` ahead counts as passed. */
function isDue(moment: number, now: number): boolean {
  return moment <= now || moment > now + MAX_DELIVERY_WAIT_MS;
}

/** The state of a destination's circuit breaker. */
export type CircuitRow = Selectable<Database['destinations']>;

/** Returns the destination whose circuit applies: subscriptions share the CRM's circuit. */
export function circuitDestination(destination: DestinationName): DestinationName {
  return destination === 'subscription' ? 'crm' : destination;
}

/** Reads the circuit of a destination. Returns undefined if nothing has been recorded about the destination yet. */
export function readCircuit(
  query: Kysely<Database>,
  destination: DestinationName,
): Promise<CircuitRow | undefined> {
  return query
    .selectFrom('destinations')
    .selectAll()
    .where('name', '=', circuitDestination(destination))
    .executeTakeFirst();
}

/**
 * Returns which calls are allowed now. A `probe` must first be claimed with `claimCircuitProbe`.
 * `haveOtherCredentials`: the credentials differ from those that were refused, so a probe is allowed before the pause
 * ends.
 */
export function allowedCalls(
  circuit: CircuitRow | undefined,
  now: number,
  haveOtherCredentials: boolean,
): 'all' | 'probe' | 'none' {
  if (!circuit || circuit.state === 'closed') return 'all';
  if (isDue(circuit.open_until, now)) return 'probe';
  return circuit.state === 'refused' && haveOtherCredentials ? 'probe' : 'none';
}

/**
 * Claims the single probe call of a circuit that is not closed, and postpones the next one. Returns false if the circuit
 * has changed since `seen` was read, for example because another server has claimed the probe.
 */
export async function claimCircuitProbe(
  query: Kysely<Database>,
  seen: CircuitRow,
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await query
    .updateTable('destinations')
    .set({ open_until: now + (seen.state === 'refused' ? REFUSED_PAUSE_MS : longestPause(seen.failures)) })
    .where('name', '=', seen.name)
    .where('state', '=', seen.state)
    .where('open_until', '=', seen.open_until)
    .executeTakeFirst();
  return numUpdatedRows > 0;
}

/**
 * Records that the destination works. If this closes its circuit, makes its waiting deliveries due and returns true.
 */
export async function recordCircuitSuccess(
  query: Kysely<Database>,
  destination: DestinationName,
  now: number,
): Promise<boolean> {
  const before = await readCircuit(query, destination);
  if (!before || (before.state === 'closed' && before.failures === 0)) return false;
  await query
    .updateTable('destinations')
    .set({ state: 'closed', failures: 0, failing_lead: null, open_until: 0, reason: null, changed_at: now })
    .where('name', '=', before.name)
    .execute();
  if (before.state === 'closed') return false;
  await query
    .updateTable('deliveries')
    .set({ next_attempt_at: now })
    .where(
      'destination',
      'in',
      destinationNames.filter((name) => circuitDestination(name) === before.name),
    )
    .where('state', '=', 'waiting')
    .where('next_attempt_at', '>', now)
    .execute();
  return true;
}

interface Failure {
  destination: DestinationName;
  now: number;
  random: () => number;
  /** Must not contain personal data. */
  reason: string;
  /** Whether this was the probe call of an open circuit. */
  probe: boolean;
  /** The id of the lead, or of the delivery if it has no lead. */
  subject: string;
  /** Number of attempts at this delivery, including this one. */
  attempts: number;
}

/**
 * Counts a failed call. Opens the circuit after `MAX_FAILURES` failures of several leads; a failed probe starts another
 * pause. Failures of a single lead never open the circuit, because the lead itself may be the cause. `wasClosed`: the
 * circuit was closed and this was not a probe. `opened`: this failure opened the circuit.
 */
export async function recordCircuitFailure(
  query: Kysely<Database>,
  { destination, now, random, reason, probe, subject, attempts }: Failure,
): Promise<{ wasClosed: boolean; opened: boolean }> {
  const name = circuitDestination(destination);
  await ensureCircuitRow(query, name, now);
  if (!probe && attempts > MAX_FAILURES) {
    const circuit = await readCircuit(query, destination);
    return { wasClosed: circuit?.state === 'closed', opened: false };
  }
  const after = await query
    .updateTable('destinations')
    .set({
      failures: sql<number>`failures + 1`,
      failing_lead: sql<
        string | null
      >`case when failures = 0 or failing_lead = ${subject} then ${subject} end`,
      reason,
    })
    .where('name', '=', name)
    // Calls that started before the circuit opened do not count.
    .$if(!probe, (update) => update.where('state', '=', 'closed'))
    .returningAll()
    .executeTakeFirst();
  if (!after) return { wasClosed: false, opened: false };
  const wasClosed = after.state === 'closed';
  const opened = wasClosed && after.failures >= MAX_FAILURES && after.failing_lead === null;
  if (opened || !wasClosed) {
    const pause = longestPause(after.failures) * (0.5 + random() / 2);
    await query
      .updateTable('destinations')
      .set({
        state: 'open',
        open_until: now + Math.round(pause),
        ...(after.state === 'open' ? {} : { changed_at: now }),
      })
      .where('name', '=', name)
      .execute();
  }
  return { wasClosed: wasClosed && !probe, opened };
}

/**
 * Records that the destination refused our credentials, and pauses its deliveries for `REFUSED_PAUSE_MS`. The alerts to
 * operators read the refusal from the database.
 */
export async function recordCircuitRefusal(
  query: Kysely<Database>,
  destination: DestinationName,
  now: number,
  reason: string,
): Promise<void> {
  const name = circuitDestination(destination);
  await ensureCircuitRow(query, name, now);
  await query
    .updateTable('destinations')
    .set({ state: 'refused', changed_at: now })
    .where('name', '=', name)
    .where('state', '<>', 'refused')
    .execute();
  await query
    .updateTable('destinations')
    .set({ reason, open_until: now + REFUSED_PAUSE_MS })
    .where('name', '=', name)
    .execute();
}

/**
 * Allows a probe call immediately. Call this when an operator retries a delivery, when the credentials have changed, or
 * when a probe call did not show whether the destination works.
 */
export async function allowCircuitProbe(
  query: Kysely<Database>,
  destination: DestinationName,
): Promise<void> {
  await query
    .updateTable('destinations')
    .set({ open_until: 0 })
    .where('name', '=', circuitDestination(destination))
    .where('state', '<>', 'closed')
    .execute();
}

function longestPause(failures: number): number {
  return Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(Math.max(0, failures - MAX_FAILURES), 30));
}

/** Creates the destination's row, with a closed circuit, if it does not exist. */
export async function ensureCircuitRow(
  query: Kysely<Database>,
  destination: DestinationName,
  now: number,
): Promise<void> {
  await query
    .insertInto('destinations')
    .values({
      name: destination,
      state: 'closed',
      failures: 0,
      failing_lead: null,
      open_until: 0,
      reason: null,
      changed_at: now,
      alerted_at: null,
    })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
}

/** How long the state of the CRM is reused, in milliseconds. */
const READY_REUSE_MS = 1000;
/** Milliseconds to wait for the first state, and for later states. Renewing the CRM's token can take much longer. */
const FIRST_READY_TIMEOUT_MS = 2000;
const READY_TIMEOUT_MS = 300;

/**
 * Creates a function that returns whether the CRM is connected and its circuit closed. It queries at most once a
 * second, and returns the last state while a query is slow. Errors count as false.
 */
export function createCrmReadyCheck(query: Kysely<Database>, crm: CrmAccess): () => Promise<boolean> {
  let known: boolean | undefined;
  let checkedAt = -Infinity;
  let checking: Promise<void> | undefined;
  return async () => {
    const now = performance.now();
    if (!checking && now - checkedAt >= READY_REUSE_MS) {
      checkedAt = now;
      checking = checkReady(query, crm)
        .catch(() => false)
        .then((ready) => {
          known = ready;
          checking = undefined;
        });
    }
    const left = checkedAt + (known === undefined ? FIRST_READY_TIMEOUT_MS : READY_TIMEOUT_MS) - now;
    if (checking && left > 0) await withTimeout(checking, left);
    return known ?? false;
  };
}

async function checkReady(query: Kysely<Database>, crm: CrmAccess): Promise<boolean> {
  if ((await crm.state()) !== 'ready') return false;
  const circuit = await readCircuit(query, 'crm');
  return !circuit || circuit.state === 'closed';
}
