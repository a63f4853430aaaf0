import { sql, type Kysely, type Transaction } from 'kysely';
import type { OpenDatabase } from '../../database/open-database.ts';
import type { Database, DestinationName } from '../../database/schema.ts';
import { readCircuit, takeProbe, allowedCalls } from './circuit.ts';
import { subjectColumn, subjectOf, type DeliveryRow } from './delivery.ts';
import { LONGEST_WAIT, LEASE, type Claim } from './delivery-lease.ts';

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
 * Claims due deliveries to one destination, including those with an expired lease. Claims only the newest revision of a
 * lead or subscription, because it contains the earlier ones. Skips a lead or subscription while a worker is still
 * sending one of its revisions.
 */
export async function claimDeliveries(database: OpenDatabase, options: ClaimOptions): Promise<Claim[]> {
  const { query } = database;
  const { destination, now, owner, busy } = options;
  const circuit = await readCircuit(query, destination);
  const allowed = allowedCalls(circuit, now, options.haveOtherCredentials);
  if (allowed === 'none') return [];
  const probe = allowed === 'probe';
  const limit = probe ? 1 : options.limit;
  const seen = await candidates(query, { destination, now, any: probe, limit: limit + busy.size });
  const wanted = seen.filter((row) => !busy.has(subjectOf(row))).slice(0, limit);
  if (wanted.length === 0) return [];

  return query.transaction().execute(async (transaction) => {
    let subjects = wanted.map(subjectOf);
    if (database.engine === 'postgres') {
      // Lock the lead or subscription. Otherwise two servers could each claim one of its revisions.
      subjects = await lockSubjects(transaction, destination, subjects);
      if (subjects.length === 0) return [];
    }
    // Read the rows again, now that no other server can change them.
    const rows = await candidates(transaction, { destination, now, any: probe, limit, subjects });
    if (rows.length === 0) return [];
    if (probe && circuit && !(await takeProbe(transaction, circuit, now))) return [];
    await transaction
      .updateTable('deliveries')
      .set({ state: 'sending', lease_owner: owner, lease_until: now + LEASE })
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
  const subject = subjectColumn(destination);
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
                is('row.next_attempt_at', '>', now + LONGEST_WAIT),
              ]),
        ]),
        is.and([
          is('row.state', '=', 'sending'),
          is.or([
            is('row.lease_until', 'is', null),
            is('row.lease_until', '<=', now),
            is('row.lease_until', '>', now + LONGEST_WAIT),
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
                  is('other.lease_until', '<=', now + LONGEST_WAIT),
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
