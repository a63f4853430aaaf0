import { sql, type Kysely } from 'kysely';
import type { OpenDatabase } from '../../database/open-database.ts';
import type { Database, DestinationName } from '../../database/schema.ts';
import { readCircuit, takeProbe, wayThrough } from './circuit.ts';
import type { DeliveryRow } from './delivery-rows.ts';
import { FARTHEST, LEASE } from './moments.ts';

/** A delivery that is this worker's until its lease ends. */
export interface Claim {
  delivery: DeliveryRow;
  owner: string;
  /** Whether it is the one call that an open circuit lets through. */
  probe: boolean;
}

interface Wish {
  destination: DestinationName;
  limit: number;
  owner: string;
  now: number;
  /** Leads this worker is bringing there already, whatever the clock says of their leases. */
  busy: ReadonlySet<string>;
  /** The credentials are not those that were last refused. */
  haveOtherCredentials: boolean;
}

/**
 * Claims due deliveries to one destination. Of a lead only the newest revision is claimed: it brings the earlier ones
 * with it; and none while another worker brings one. Leases that ended are claimed again.
 */
export async function claimDeliveries(database: OpenDatabase, wish: Wish): Promise<Claim[]> {
  const { query } = database;
  const { destination, now, owner, busy } = wish;
  const circuit = await readCircuit(query, destination);
  const way = wayThrough(circuit, now, wish.haveOtherCredentials);
  if (way === 'none') return [];
  const probe = way === 'probe';
  const limit = probe ? 1 : wish.limit;
  const seen = await candidates(query, { destination, now, any: probe, limit: limit + busy.size });
  const wanted = seen.filter((row) => !busy.has(row.lead_id)).slice(0, limit);
  if (wanted.length === 0) return [];

  return query.transaction().execute(async (transaction) => {
    let leads = wanted.map((row) => row.lead_id);
    if (database.engine === 'postgres') {
      // The lead's row stands for all its deliveries: two servers must not claim two revisions at once.
      const locked = await transaction
        .selectFrom('leads')
        .select('id')
        .where('id', 'in', leads)
        .forUpdate()
        .skipLocked()
        .execute();
      leads = locked.map((row) => row.id);
      if (leads.length === 0) return [];
    }
    // Looked at again now that nobody else can change it.
    const rows = await candidates(transaction, { destination, now, any: probe, limit, leads });
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

interface Look {
  destination: DestinationName;
  now: number;
  /** Those that are not due yet, too. */
  any: boolean;
  limit: number;
  leads?: readonly string[];
}

function candidates(query: Kysely<Database>, look: Look): Promise<DeliveryRow[]> {
  const { destination, now } = look;
  let due = query
    .selectFrom('deliveries as row')
    .selectAll('row')
    .where('row.destination', '=', destination)
    .where((is) =>
      is.or([
        is.and([
          is('row.state', '=', 'waiting'),
          look.any
            ? sql<boolean>`1 = 1`
            : is.or([is('row.next_attempt_at', '<=', now), is('row.next_attempt_at', '>', now + FARTHEST)]),
        ]),
        is.and([
          is('row.state', '=', 'sending'),
          is.or([
            is('row.lease_until', 'is', null),
            is('row.lease_until', '<=', now),
            is('row.lease_until', '>', now + FARTHEST),
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
            .whereRef('other.lead_id', '=', 'row.lead_id')
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
                  is('other.lease_until', '<=', now + FARTHEST),
                ]),
              ]),
            ),
        ),
      ),
    )
    .orderBy('row.next_attempt_at')
    .orderBy('row.created_at')
    .limit(look.limit);
  if (look.leads) due = due.where('row.lead_id', 'in', look.leads);
  return due.execute();
}
