import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Database, DestinationName } from '../../database/schema/schema.ts';
import { singleFlight } from '../../platform/async/single-flight.ts';
import type { DestinationAlertSender } from '../mail/operator-alerts.ts';
import { ensureCircuitRow, MAX_DELIVERY_WAIT_MS, readCircuit } from './circuit.ts';

/** Minimum milliseconds between alerts about one destination. */
const QUIET_MS = 60 * 60_000;
/** Minimum milliseconds between attempts to send an alert. */
const RETRY_INTERVAL_MS = 60_000;
/** How long a circuit must be open to be reported as an outage, in milliseconds. */
const LONG_OUTAGE_MS = 60 * 60_000;
/**
 * Maximum number of unreported deliveries to read at once. The first few suffice, because one alert counts them all.
 */
const MAX_UNREPORTED_ROWS = 100;
/** The order in which alerts are sent. Refused credentials come first because they explain the other failures. */
const ORDER = { reconnect: 0, attention: 1, outage: 2 } as const;

interface Options {
  query: Kysely<Database>;
  log: Logger;
  now: () => number;
  alerts: DestinationAlertSender | undefined;
}

interface Alert {
  kind: keyof typeof ORDER;
  destination: DestinationName;
  reason: string;
}

/**
 * Collects alerts and sends operators at most one per hour and destination. Also reports each long outage once, across
 * all servers.
 */
export interface DeliveryAlerts {
  /** Adds an alert that a delivery needs an operator's decision. */
  attention(destination: DestinationName, reason: string): void;
  /** Adds an alert that the credentials of the destination are refused or can no longer be renewed. */
  reconnect(destination: DestinationName, reason: string): void;
  /** Sends pending operator alerts, within the hourly limit. Never throws. */
  sendPending(): Promise<void>;
  /** Resolves when nothing is being sent. */
  settled(): Promise<void>;
}

/** Creates the collection of alerts. If `alerts` is undefined, nothing is sent. */
export function createDeliveryAlerts({ query, log, now, alerts }: Options): DeliveryAlerts {
  const pending = new Map<string, Alert>();
  /** Alerts that the database shows as unsent. Read again in each pass, because another server may send them. */
  const found = new Map<string, Alert>();
  /** Time of the last attempt per alert, from the monotonic `performance.now()`. */
  const triedAt = new Map<string, number>();
  const startedAt = now();
  /** Whether there may be deliveries that a server did not report before it stopped. */
  let mayBeLeft = true;

  async function send(key: string): Promise<void> {
    const own = pending.get(key);
    const alert = own ?? found.get(key);
    if (!alert || !alerts) return;
    const { kind, destination, reason } = alert;
    // The alert about the outage also counts these deliveries. This alert would delay it by the hourly limit.
    if (kind === 'attention' && (await isCircuitOpen(query, destination))) return;
    const counts = await countUndelivered(query, destination);
    // An operator may have fixed the cause while the alert waited for the hourly limit.
    const isSolved =
      (kind === 'attention' && counts.attention === 0) ||
      (kind === 'reconnect' && !(await isReconnectNeeded(query, destination)));
    if (isSolved) {
      pending.delete(key);
      triedAt.delete(key);
      return;
    }
    const at = now();
    await ensureCircuitRow(query, destination, at);
    const { numUpdatedRows } = await query
      .updateTable('destinations')
      .set({ alerted_at: at })
      .where('name', '=', destination)
      .where((is) =>
        is.or([
          is('alerted_at', 'is', null),
          is('alerted_at', '<=', at - QUIET_MS),
          is('alerted_at', '>', at + MAX_DELIVERY_WAIT_MS),
        ]),
      )
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    pending.delete(key);
    triedAt.delete(key);
    try {
      await alerts[kind]({ destination, reason, ...counts });
      log.info({ event: 'operators-notified', kind, destination });
    } catch (error) {
      if (own) pending.set(key, own);
      triedAt.set(key, performance.now());
      await query
        .updateTable('destinations')
        .set({ alerted_at: null })
        .where('name', '=', destination)
        .where('alerted_at', '=', at)
        .execute();
      const message = error instanceof Error ? error.message : String(error);
      log.warn({ event: 'operators-not-notified', kind, destination, reason: message });
    }
  }

  const sendPending = singleFlight(async () => {
    if (!alerts) return;
    try {
      await findUnreported();
      for (const key of [...new Set([...pending.keys(), ...found.keys()])].sort()) {
        const last = triedAt.get(key);
        if (last !== undefined && performance.now() - last < RETRY_INTERVAL_MS) continue;
        triedAt.set(key, performance.now());
        await send(key);
      }
    } catch (error) {
      log.error({ event: 'operators-not-notified', err: error });
    }
  });

  /** Finds long outages, refused credentials, and alerts that a server could not send before it stopped. */
  async function findUnreported(): Promise<void> {
    found.clear();
    const circuits = await query
      .selectFrom('destinations')
      .select(['name', 'state', 'reason'])
      .where((is) =>
        is.or([
          is('state', '=', 'refused'),
          is.and([is('state', '=', 'open'), is('changed_at', '<=', now() - LONG_OUTAGE_MS)]),
        ]),
      )
      .where((is) => is.or([is('alerted_at', 'is', null), is('alerted_at', '<', is.ref('changed_at'))]))
      .execute();
    for (const { name, state, reason } of circuits)
      add(found, {
        kind: state === 'open' ? 'outage' : 'reconnect',
        destination: name,
        reason: reason ?? '',
      });
    if (!mayBeLeft) return;
    const deliveries = await unreportedDeliveries(query, startedAt);
    for (const { destination, last_error } of deliveries)
      add(found, { kind: 'attention', destination, reason: last_error ?? '' });
    mayBeLeft = deliveries.length > 0;
  }

  function add(to: Map<string, Alert>, alert: Alert): void {
    to.set(`${ORDER[alert.kind]} ${alert.destination}`, alert);
  }

  return {
    attention: (destination, reason) => add(pending, { kind: 'attention', destination, reason }),
    reconnect: (destination, reason) => add(pending, { kind: 'reconnect', destination, reason }),
    sendPending,
    settled: () => sendPending.settled(),
  };
}

/**
 * Returns deliveries that need an operator and whose last attempt was due after the last alert about their
 * destination, but before `until` (epoch milliseconds).
 */
function unreportedDeliveries(query: Kysely<Database>, until: number) {
  return query
    .selectFrom('deliveries')
    .leftJoin('destinations', 'destinations.name', 'deliveries.destination')
    .select(['deliveries.destination', 'deliveries.last_error'])
    .where('deliveries.state', '=', 'attention')
    .where('deliveries.next_attempt_at', '<=', until)
    .where((is) =>
      is.or([
        is('destinations.alerted_at', 'is', null),
        is('destinations.alerted_at', '<', is.ref('deliveries.next_attempt_at')),
      ]),
    )
    .limit(MAX_UNREPORTED_ROWS)
    .execute();
}

async function isCircuitOpen(query: Kysely<Database>, destination: DestinationName): Promise<boolean> {
  const circuit = await readCircuit(query, destination);
  return circuit?.state === 'open';
}

/**
 * Returns whether the destination still refuses our credentials, or an operator must connect a location again. In the
 * second case, leads may still be delivered until the token expires.
 */
async function isReconnectNeeded(query: Kysely<Database>, destination: DestinationName): Promise<boolean> {
  const refusing = await query
    .selectFrom('destinations')
    .select('name')
    .where('name', '=', destination)
    .where('state', '=', 'refused')
    .executeTakeFirst();
  if (refusing) return true;
  const grant = await query
    .selectFrom('crm_grants')
    .select('id')
    .where('state', '=', 'reconnect')
    .limit(1)
    .executeTakeFirst();
  return grant !== undefined;
}

async function countUndelivered(query: Kysely<Database>, destination: DestinationName) {
  const rows = await query
    .selectFrom('deliveries')
    .select((is) => ['state', is.fn.countAll<number | string>().as('count')])
    .where('destination', '=', destination)
    .where('state', 'in', ['attention', 'waiting'])
    .groupBy('state')
    .execute();
  const count = (state: string) => Number(rows.find((row) => row.state === state)?.count ?? 0);
  return { attention: count('attention'), waiting: count('waiting') };
}
