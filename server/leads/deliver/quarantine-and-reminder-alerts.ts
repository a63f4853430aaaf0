import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { zonedTime } from '../../../src/builder/time-zones.ts';
import type { Database } from '../../database/schema/schema.ts';
import { singleFlight } from '../../platform/async/single-flight.ts';
import { MAX_DELIVERY_WAIT_MS } from './circuit.ts';

/** Minimum milliseconds between two alerts of the same kind, and between two checks of the database. */
const QUIET_MS = 60 * 60_000;
const CHECK_INTERVAL_MS = 60_000;
/** Hour of the day, in the site's time zone, from which the day's reminders may be e-mailed. */
const MORNING_HOURS = 7;

/**
 * Alerts operators to the number of quarantined leads or due reminders, at most once an hour and only if some are new.
 * Reported leads and reminders are marked in the database, so that no other server reports them again.
 */
export interface BacklogAlert {
  /** Sends an alert if one is due. May be called often. Never throws. */
  send(): Promise<void>;
  /** Resolves when nothing is being sent. */
  settled(): Promise<void>;
}

interface Options {
  query: Kysely<Database>;
  log: Logger;
  now: () => number;
  /** Sends the alert. If it throws, the alert is sent later. */
  alert: (count: number) => Promise<void>;
}

/** The database queries of one kind of alert. `at` is the time of the alert, in epoch milliseconds. */
interface Counted {
  kind: 'held' | 'reminders';
  /** Marks the rows that were not reported yet. Changes no rows if the last alert is under an hour old. */
  mark(at: number): Promise<{ numUpdatedRows: bigint }>;
  count(at: number): Promise<{ count: number | string }>;
  unmark(at: number): Promise<unknown>;
}

function createCountAlert({ log, now, alert }: Omit<Options, 'query'>, counted: Counted): BacklogAlert {
  const { kind } = counted;
  let checkedAt = Number.NEGATIVE_INFINITY;

  async function check(): Promise<void> {
    const at = now();
    if (at >= checkedAt && at - checkedAt < CHECK_INTERVAL_MS) return;
    checkedAt = at;
    if ((await counted.mark(at)).numUpdatedRows === 0n) return;
    try {
      await alert(Number((await counted.count(at)).count));
      log.info({ event: 'operators-notified', kind });
    } catch (error) {
      await counted.unmark(at);
      const reason = error instanceof Error ? error.message : String(error);
      log.warn({ event: 'operators-not-notified', kind, reason });
    }
  }

  const send = singleFlight(() =>
    check().catch((error: unknown) => log.error({ event: 'operators-not-notified', err: error })),
  );
  return { send, settled: () => send.settled() };
}

/** Creates the alert about quarantined leads. */
export function createQuarantineAlert({ query, ...options }: Options): BacklogAlert {
  return createCountAlert(options, {
    kind: 'held',
    mark: (at) =>
      query
        .updateTable('leads')
        .set({ hold_told_at: at })
        .where('status', '=', 'quarantined')
        .where('hold_told_at', 'is', null)
        .where((is) =>
          is.not(
            is.exists(
              is
                .selectFrom('leads as notified')
                .select('notified.id')
                .where('notified.hold_told_at', '>', at - QUIET_MS)
                .where('notified.hold_told_at', '<=', at + MAX_DELIVERY_WAIT_MS),
            ),
          ),
        )
        .executeTakeFirst(),
    count: () =>
      query
        .selectFrom('leads')
        .select((is) => is.fn.countAll<number | string>().as('count'))
        .where('status', '=', 'quarantined')
        .executeTakeFirstOrThrow(),
    unmark: (at) =>
      query.updateTable('leads').set({ hold_told_at: null }).where('hold_told_at', '=', at).execute(),
  });
}

/**
 * Creates the alert about due reminders. A reminder is due from `MORNING_HOURS` of its day, in the site's time zone.
 */
export function createReminderAlert({
  query,
  timeZone,
  ...options
}: Options & { timeZone: () => string }): BacklogAlert {
  const today = (at: number) => {
    const local = zonedTime(at, timeZone());
    const day = local.toPlainDate();
    return (local.hour < MORNING_HOURS ? day.subtract({ days: 1 }) : day).toString();
  };
  return createCountAlert(options, {
    kind: 'reminders',
    mark: (at) =>
      query
        .updateTable('lead_follow_ups')
        .set({ mailed_at: at })
        .where('remind_on', '<=', today(at))
        .where('mailed_at', 'is', null)
        .where((is) =>
          is.not(
            is.exists(
              is
                .selectFrom('lead_follow_ups as mailed')
                .select('mailed.lead_id')
                .where('mailed.remind_on', 'is not', null)
                .where('mailed.mailed_at', '>', at - QUIET_MS)
                .where('mailed.mailed_at', '<=', at),
            ),
          ),
        )
        .executeTakeFirst(),
    count: (at) =>
      query
        .selectFrom('lead_follow_ups')
        .select((is) => is.fn.countAll<number | string>().as('count'))
        .where('remind_on', '<=', today(at))
        .executeTakeFirstOrThrow(),
    unmark: (at) =>
      query.updateTable('lead_follow_ups').set({ mailed_at: null }).where('mailed_at', '=', at).execute(),
  });
}
