import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Database, DestinationName } from '../../database/schema.ts';
import type { OperatorAlerts } from '../mail/mailers.ts';
import { ensureRow } from './circuit.ts';
import { FARTHEST } from './moments.ts';

/** Operators hear of a destination at most this often. */
const QUIET = 60 * 60_000;
/** What could not be told, or not yet, is tried again this often. */
const TRY_AGAIN = 60_000;
/** A circuit that has been open for this long is no hiccup. */
const LONG_OPEN = 60 * 60_000;
/** In this order: refused credentials are the reason for everything else there. */
const ORDER = { reconnect: 0, attention: 1, outage: 2 } as const;

interface Options {
  query: Kysely<Database>;
  log: Logger;
  now: () => number;
  alerts: OperatorAlerts | undefined;
}

interface Notice {
  kind: keyof typeof ORDER;
  destination: DestinationName;
  reason: string;
}

/**
 * Tells operators what needs them, whichever server sees it, and keeps what is still untold. That a destination fails
 * for long it sees by itself, and tells once.
 */
export interface OperatorNotices {
  attention(destination: DestinationName, reason: string): void;
  reconnect(destination: DestinationName, reason: string): void;
  /** Tells what is untold, as far as it may be told now. Never throws. */
  tellAll(): Promise<void>;
  /** Until nobody is being told anything. */
  settled(): Promise<void>;
}

/** Without `alerts` (no mail is configured) only the log tells. */
export function createOperatorNotices({ query, log, now, alerts }: Options): OperatorNotices {
  const untold = new Map<string, Notice>();
  /** On the clock that never jumps. */
  const triedAt = new Map<string, number>();
  let telling: Promise<void> | undefined;

  async function tell(key: string): Promise<void> {
    const notice = untold.get(key);
    if (!notice || !alerts) return;
    const { kind, destination, reason } = notice;
    const at = now();
    await ensureRow(query, destination, at);
    const { numUpdatedRows } = await query
      .updateTable('destinations')
      .set({ alerted_at: at })
      .where('name', '=', destination)
      .where((is) =>
        is.or([
          is('alerted_at', 'is', null),
          is('alerted_at', '<=', at - QUIET),
          is('alerted_at', '>', at + FARTHEST),
        ]),
      )
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    untold.delete(key);
    triedAt.delete(key);
    try {
      const counts = await countStanding(query, destination);
      await alerts[kind]({ destination, reason, ...counts });
      log.info({ event: 'operators-told', kind, destination });
    } catch (error) {
      untold.set(key, notice);
      triedAt.set(key, performance.now());
      await query
        .updateTable('destinations')
        .set({ alerted_at: null })
        .where('name', '=', destination)
        .where('alerted_at', '=', at)
        .execute();
      const message = error instanceof Error ? error.message : String(error);
      log.warn({ event: 'operators-not-told', kind, destination, reason: message });
    }
  }

  async function tellAll(): Promise<void> {
    telling ??= (async () => {
      await noticeOutages();
      for (const key of [...untold.keys()].sort()) {
        const last = triedAt.get(key);
        if (last !== undefined && performance.now() - last < TRY_AGAIN) continue;
        triedAt.set(key, performance.now());
        await tell(key);
      }
    })()
      .catch((error: unknown) => log.error({ event: 'operators-not-told', err: error }))
      .finally(() => {
        telling = undefined;
      });
    return telling;
  }

  /** As the database has it now: another server may have told it, or it is over. */
  async function noticeOutages(): Promise<void> {
    for (const [key, { kind }] of untold) if (kind === 'outage') untold.delete(key);
    const long = await query
      .selectFrom('destinations')
      .select(['name', 'reason'])
      .where('state', '=', 'open')
      .where('changed_at', '<=', now() - LONG_OPEN)
      .where((is) => is.or([is('alerted_at', 'is', null), is('alerted_at', '<', is.ref('changed_at'))]))
      .execute();
    for (const { name, reason } of long) add({ kind: 'outage', destination: name, reason: reason ?? '' });
  }

  function add(notice: Notice): void {
    untold.set(`${ORDER[notice.kind]} ${notice.destination}`, notice);
  }

  return {
    attention: (destination, reason) => add({ kind: 'attention', destination, reason }),
    reconnect: (destination, reason) => add({ kind: 'reconnect', destination, reason }),
    tellAll,
    settled: async () => telling,
  };
}

async function countStanding(query: Kysely<Database>, destination: DestinationName) {
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
