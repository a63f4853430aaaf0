import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '../../database/schema.ts';
import { singleFlight } from '../../platform/single-flight.ts';
import { dayOf } from '../../platform/site-days.ts';
import type { AlertReminders } from '../mail/operator-alerts.ts';

/** Milliseconds after midnight from which the reminders of a day may be mailed. */
const MORNING = 7 * 3_600_000;
/** Minimum milliseconds between two mails, and between two checks of the database. */
const QUIET = 60 * 60_000;
const LOOK_AGAIN = 60_000;

interface Options {
  query: Kysely<Database>;
  log: Logger;
  now: () => number;
  /** The site's time zone. */
  timeZone: () => string;
  alert: AlertReminders;
}

/** Mails operators how many reminders are due. Each reminder triggers only one mail, across all servers. */
export interface ReminderNotice {
  /** Sends a mail if one is due. May be called often. Never throws. */
  send(): Promise<void>;
  /** Resolves when nothing is being sent. */
  settled(): Promise<void>;
}

/** Creates the notice of due reminders. */
export function createReminderNotice({ query, log, now, timeZone, alert }: Options): ReminderNotice {
  let lookedAt = Number.NEGATIVE_INFINITY;

  async function look(): Promise<void> {
    const at = now();
    if (at >= lookedAt && at - lookedAt < LOOK_AGAIN) return;
    lookedAt = at;
    const day = dayOf(at - MORNING, timeZone());
    const { numUpdatedRows } = await query
      .updateTable('lead_follow_ups')
      .set({ mailed_at: at })
      .where('remind_on', '<=', day)
      .where('mailed_at', 'is', null)
      .where((is) =>
        is.not(
          is.exists(
            is
              .selectFrom('lead_follow_ups as mailed')
              .select('mailed.lead_id')
              .where('mailed.remind_on', 'is not', null)
              .where('mailed.mailed_at', '>', at - QUIET)
              .where('mailed.mailed_at', '<=', at),
          ),
        ),
      )
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    try {
      const { due } = await query
        .selectFrom('lead_follow_ups')
        .select((is) => is.fn.countAll<number | string>().as('due'))
        .where('remind_on', '<=', day)
        .executeTakeFirstOrThrow();
      await alert(Number(due));
      log.info({ event: 'operators-notified', kind: 'reminders' });
    } catch (error) {
      await query
        .updateTable('lead_follow_ups')
        .set({ mailed_at: null })
        .where('mailed_at', '=', at)
        .execute();
      const reason = error instanceof Error ? error.message : String(error);
      log.warn({ event: 'operators-not-notified', kind: 'reminders', reason });
    }
  }

  const send = singleFlight(() =>
    look().catch((error: unknown) => log.error({ event: 'operators-not-notified', err: error })),
  );
  return {
    send,
    settled: () => send.settled(),
  };
}
