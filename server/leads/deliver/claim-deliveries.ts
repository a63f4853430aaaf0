import { sql, type Kysely, type Transaction, type Updateable } from 'kysely';
import type { OpenDatabase } from '../../database/open-database.ts';
import type { Database, DestinationName } from '../../database/schema/schema.ts';
import { allowedCalls, MAX_DELIVERY_WAIT_MS, readCircuit, claimCircuitProbe } from './circuit.ts';
import { DeliveryError, deliverySubjectColumn, deliverySubject, type DeliveryRow } from './delivery.ts';
import { recordLeadEvent, type LeadEventKind } from '../store/record-event.ts';

/** How long a worker owns a claimed delivery, in milliseconds. Longer than any call can take. */
export const DELIVERY_LEASE_MS = 60_000;

/** A delivery that belongs to this worker until its lease ends. */
export interface DeliveryClaim {
  delivery: DeliveryRow;
  owner: string;
  /** Whether this is the probe call of an open circuit. */
  probe: boolean;
}

interface ClaimOptions {
  destination: DestinationName;
  limit: number;
  owner: string;
  now: number;
  /**
   * Lead ids or e-mail addresses that this lane is already delivering. After a clock jump, their leases may look
   * expired.
   */
  busy: ReadonlySet<string>;
  /** Whether the credentials differ from those that were last refused. */
  haveOtherCredentials: boolean;
}

/**
 * Claims due deliveries to one destination, including those with an expired lease. While the circuit is not closed,
 * claims only the probe, for which a delivery need not be due. Claims only the newest revision of a lead or
 * subscription, because it contains the earlier ones. Skips a lead or subscription while a worker is still sending one
 * of its revisions.
 */
export async function claimDeliveries(
  database: OpenDatabase,
  options: ClaimOptions,
): Promise<DeliveryClaim[]> {
  const { query } = database;
  const { destination, now, owner, busy } = options;
  const circuit = await readCircuit(query, destination);
  const allowed = allowedCalls(circuit, now, options.haveOtherCredentials);
  if (allowed === 'none') return [];
  const probe = allowed === 'probe';
  const limit = probe ? 1 : options.limit;
  const seen = await candidates(query, { destination, now, any: probe, limit: limit + busy.size });
  const wanted = seen.filter((row) => !busy.has(deliverySubject(row))).slice(0, limit);
  if (wanted.length === 0) return [];

  return query.transaction().execute(async (transaction) => {
    let subjects = wanted.map(deliverySubject);
    if (database.engine === 'postgres') {
      // Lock the lead or subscription. Otherwise two servers could each claim one of its revisions.
      subjects = await lockSubjects(transaction, destination, subjects);
      if (subjects.length === 0) return [];
    }
    // Read the rows again, now that no other server can change them.
    const rows = await candidates(transaction, { destination, now, any: probe, limit, subjects });
    if (rows.length === 0) return [];
    if (probe && circuit && !(await claimCircuitProbe(transaction, circuit, now))) return [];
    await transaction
      .updateTable('deliveries')
      .set({ state: 'sending', lease_owner: owner, lease_until: now + DELIVERY_LEASE_MS })
      .where(
        'id',
        'in',
        rows.map((row) => row.id),
      )
      .execute();
    return rows.map((delivery) => ({ delivery, owner, probe }));
  });
}

async function lockSubjects(
  transaction: Transaction<Database>,
  destination: DestinationName,
  subjects: readonly string[],
): Promise<string[]> {
  const locked =
    destination === 'subscription'
      ? transaction.selectFrom('subscriptions').select('email as subject').where('email', 'in', subjects)
      : transaction.selectFrom('leads').select('id as subject').where('id', 'in', subjects);
  const rows = await locked.forUpdate().skipLocked().execute();
  return rows.map(({ subject }) => subject);
}

interface CandidateFilter {
  destination: DestinationName;
  now: number;
  /** Whether to include deliveries that are not due yet. */
  any: boolean;
  limit: number;
  subjects?: readonly string[];
}

function candidates(query: Kysely<Database>, filter: CandidateFilter): Promise<DeliveryRow[]> {
  const { destination, now } = filter;
  const subject = deliverySubjectColumn(destination);
  let due = query
    .selectFrom('deliveries as row')
    .selectAll('row')
    .where('row.destination', '=', destination)
    .where((is) =>
      is.or([
        is.and([
          is('row.state', '=', 'waiting'),
          filter.any
            ? sql<boolean>`1 = 1`
            : is.or([
                is('row.next_attempt_at', '<=', now),
                is('row.next_attempt_at', '>', now + MAX_DELIVERY_WAIT_MS),
              ]),
        ]),
        is.and([
          is('row.state', '=', 'sending'),
          is.or([
            is('row.lease_until', 'is', null),
            is('row.lease_until', '<=', now),
            is('row.lease_until', '>', now + MAX_DELIVERY_WAIT_MS),
          ]),
        ]),
      ]),
    )
    .where((is) =>
      is.not(
        is.exists(
          is
            .selectFrom('deliveries as other')
            .select('other.id')
            .whereRef(`other.${subject}`, '=', `row.${subject}`)
            .whereRef('other.destination', '=', 'row.destination')
            .whereRef('other.id', '<>', 'row.id')
            .where((is) =>
              is.or([
                is.and([
                  is('other.revision', '>', is.ref('row.revision')),
                  is('other.state', 'in', ['waiting', 'sending']),
                ]),
                is.and([
                  is('other.state', '=', 'sending'),
                  is('other.lease_until', '>', now),
                  is('other.lease_until', '<=', now + MAX_DELIVERY_WAIT_MS),
                ]),
              ]),
            ),
        ),
      ),
    )
    .orderBy('row.next_attempt_at')
    .orderBy('row.created_at')
    .limit(filter.limit);
  if (filter.subjects) due = due.where(`row.${subject}`, 'in', filter.subjects);
  return due.execute();
}

type Change = Updateable<Database['deliveries']>;

/**
 * Extends the lease, and saves the progress if `done` is given. Throws a `DeliveryError` of the kind `lease-lost` if
 * the delivery no longer belongs to the worker.
 */
export async function extendClaim(
  query: Kysely<Database>,
  claim: DeliveryClaim,
  now: number,
  done?: Readonly<Record<string, unknown>>,
): Promise<void> {
  await changeClaimed(query, claim, {
    lease_until: now + DELIVERY_LEASE_MS,
    ...(done ? { done: JSON.stringify(done) } : {}),
  });
}

interface Outcome {
  change: Change;
  event: { kind: LeadEventKind; at: number; detail: Readonly<Record<string, unknown>> } | null;
  /** The delivered revision. Other deliveries up to it, unless held or cancelled, are marked as delivered too. */
  coveredUpTo?: number;
  /** Other changes in the same transaction. */
  also?(transaction: Transaction<Database>): Promise<void>;
}

/**
 * Ends a claim and stores its outcome in one transaction. If the delivery no longer belongs to the worker, changes
 * nothing and throws a `DeliveryError` of the kind `lease-lost`.
 */
export async function endClaim(
  database: OpenDatabase,
  claim: DeliveryClaim,
  outcome: Outcome,
): Promise<void> {
  const { delivery } = claim;
  await database.query.transaction().execute(async (transaction) => {
    await changeClaimed(transaction, claim, { ...outcome.change, lease_owner: null, lease_until: null });
    const about = { delivery: delivery.id, destination: delivery.destination, revision: delivery.revision };
    if (outcome.event) {
      const { kind, at, detail } = outcome.event;
      await recordLeadEvent(transaction, {
        leadId: delivery.lead_id,
        at,
        kind,
        detail: { ...about, ...detail },
      });
      if (outcome.coveredUpTo !== undefined) {
        const covered = await transaction
          .updateTable('deliveries')
          .set({
            state: 'delivered',
            delivered_at: at,
            lease_owner: null,
            lease_until: null,
            last_error: null,
          })
          .where(deliverySubjectColumn(delivery.destination), '=', deliverySubject(delivery))
          .where('destination', '=', delivery.destination)
          .where('revision', '<=', outcome.coveredUpTo)
          .where('id', '<>', delivery.id)
          .where('state', 'in', ['waiting', 'sending', 'attention'])
          .returning(['id', 'revision'])
          .execute();
        for (const { id, revision } of covered) {
          const detail = { ...about, delivery: id, revision, by: delivery.id };
          const kind = 'delivery-superseded';
          await recordLeadEvent(transaction, { leadId: delivery.lead_id, at, kind, detail });
        }
      }
    }
    await outcome.also?.(transaction);
  });
}

async function changeClaimed(query: Kysely<Database>, claim: DeliveryClaim, change: Change): Promise<void> {
  const { numUpdatedRows } = await query
    .updateTable('deliveries')
    .set(change)
    .where('id', '=', claim.delivery.id)
    .where('state', '=', 'sending')
    .where('lease_owner', '=', claim.owner)
    .executeTakeFirst();
  if (numUpdatedRows === 0n)
    throw new DeliveryError('lease-lost', `The lease of delivery ${claim.delivery.id} has ended.`);
}
