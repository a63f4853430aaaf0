import { sql, type Kysely, type Selectable } from 'kysely';
import type { Database, DestinationName } from '../../database/schema.ts';
import { hasCome } from './moments.ts';

/** Failures in a row, of more than one lead, that open a circuit; and of one delivery the most that count. */
const THRESHOLD = 5;
const FIRST_PAUSE = 2000;
const LONGEST_PAUSE = 5 * 60_000;
/** Refused credentials are tried again this often: a refusal may have been the destination's own error. */
const REFUSED_PAUSE = 15 * 60_000;

export type Circuit = Selectable<Database['destinations']>;

/** The circuit of a destination; undefined until something failed there. */
export function readCircuit(
  query: Kysely<Database>,
  destination: DestinationName,
): Promise<Circuit | undefined> {
  return query.selectFrom('destinations').selectAll().where('name', '=', destination).executeTakeFirst();
}

/** `all`: calls may go. `probe`: one may, if `takeProbe` grants it. `none`: not now. */
export function wayThrough(
  circuit: Circuit | undefined,
  now: number,
  haveOtherCredentials: boolean,
): 'all' | 'probe' | 'none' {
  if (!circuit || circuit.state === 'closed') return 'all';
  if (hasCome(circuit.open_until, now)) return 'probe';
  return circuit.state === 'refused' && haveOtherCredentials ? 'probe' : 'none';
}

/** Takes the right to one call through an open circuit. False: another server took it. */
export async function takeProbe(query: Kysely<Database>, seen: Circuit, now: number): Promise<boolean> {
  const { numUpdatedRows } = await query
    .updateTable('destinations')
    .set({ open_until: now + (seen.state === 'refused' ? REFUSED_PAUSE : longestPause(seen.failures)) })
    .where('name', '=', seen.name)
    .where('state', '=', seen.state)
    .where('open_until', '=', seen.open_until)
    .executeTakeFirst();
  return numUpdatedRows > 0;
}

/** The destination answered. True when that closed its circuit: what waited is due now. */
export async function noteSuccess(
  query: Kysely<Database>,
  destination: DestinationName,
  now: number,
): Promise<boolean> {
  const before = await readCircuit(query, destination);
  if (!before || (before.state === 'closed' && before.failures === 0)) return false;
  await query
    .updateTable('destinations')
    .set({ state: 'closed', failures: 0, failing_lead: null, open_until: 0, reason: null, changed_at: now })
    .where('name', '=', destination)
    .execute();
  if (before.state === 'closed') return false;
  await query
    .updateTable('deliveries')
    .set({ next_attempt_at: now })
    .where('destination', '=', destination)
    .where('state', '=', 'waiting')
    .where('next_attempt_at', '>', now)
    .execute();
  return true;
}

interface Failure {
  destination: DestinationName;
  now: number;
  random: () => number;
  /** Without personal data. */
  reason: string;
  /** Whether the call was the one that an open circuit lets through. */
  probe: boolean;
  leadId: string;
  /** The delivery's, this one included. */
  attempts: number;
}

/**
 * The destination failed. `wasClosed` tells whether it was tried as usual, `opened` what it led to. A circuit opens when
 * more than one lead fails: alone, it may be the lead's fault. A delivery that has failed often says no more of the
 * destination: others got there meanwhile, or none was tried.
 */
export async function noteFailure(
  query: Kysely<Database>,
  { destination, now, random, reason, probe, leadId, attempts }: Failure,
): Promise<{ wasClosed: boolean; opened: boolean }> {
  await ensureRow(query, destination, now);
  if (!probe && attempts > THRESHOLD) {
    const circuit = await readCircuit(query, destination);
    return { wasClosed: circuit?.state === 'closed', opened: false };
  }
  const after = await query
    .updateTable('destinations')
    .set({
      failures: sql<number>`failures + 1`,
      failing_lead: sql<string | null>`case when failures = 0 or failing_lead = ${leadId} then ${leadId} end`,
      reason,
    })
    .where('name', '=', destination)
    // Calls that were on their way when it opened say nothing new.
    .$if(!probe, (update) => update.where('state', '=', 'closed'))
    .returningAll()
    .executeTakeFirst();
  if (!after) return { wasClosed: false, opened: false };
  const wasClosed = after.state === 'closed';
  const opened = wasClosed && after.failures >= THRESHOLD && after.failing_lead === null;
  if (opened || !wasClosed) {
    const pause = longestPause(after.failures) * (0.5 + random() / 2);
    await query
      .updateTable('destinations')
      .set({
        state: 'open',
        open_until: now + Math.round(pause),
        ...(after.state === 'open' ? {} : { changed_at: now }),
      })
      .where('name', '=', destination)
      .execute();
  }
  return { wasClosed: wasClosed && !probe, opened };
}

/** The destination refused our credentials. True when that is news. */
export async function noteRefusal(
  query: Kysely<Database>,
  destination: DestinationName,
  now: number,
  reason: string,
): Promise<boolean> {
  await ensureRow(query, destination, now);
  const { numUpdatedRows } = await query
    .updateTable('destinations')
    .set({ state: 'refused', changed_at: now })
    .where('name', '=', destination)
    .where('state', '<>', 'refused')
    .executeTakeFirst();
  await query
    .updateTable('destinations')
    .set({ reason, open_until: now + REFUSED_PAUSE })
    .where('name', '=', destination)
    .execute();
  return numUpdatedRows > 0;
}

/** Lets one call through at once, whatever was: an operator has mended something. */
export async function resetCircuit(query: Kysely<Database>, destination: DestinationName): Promise<void> {
  await query
    .updateTable('destinations')
    .set({ open_until: 0 })
    .where('name', '=', destination)
    .where('state', '<>', 'closed')
    .execute();
}

function longestPause(failures: number): number {
  return Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** Math.min(Math.max(0, failures - THRESHOLD), 30));
}

/** Every destination that something was noted of has a row. */
export async function ensureRow(
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
