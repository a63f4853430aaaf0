import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '../../database/schema.ts';
import type { TellHeld } from '../mail/mailers.ts';
import { FARTHEST } from './moments.ts';

/** Operators hear of leads that are held back at most this often. */
const QUIET = 60 * 60_000;
/** Looked for this often, and told again this soon where telling failed. */
const LOOK_AGAIN = 60_000;

interface Options {
  query: Kysely<Database>;
  log: Logger;
  now: () => number;
  tellHeld: TellHeld | undefined;
}

/**
 * Tells operators of leads held back since they were last told, whichever server holds them and whatever restarts in
 * between.
 */
export interface HeldNotice {
  /** To be called often. Never throws. */
  tell(): Promise<void>;
  /** Until what is on its way has ended. */
  settled(): Promise<void>;
}

/** Without `tellHeld` (no mail is configured) nobody is told. */
export function createHeldNotice({ query, log, now, tellHeld }: Options): HeldNotice {
  let lookedAt = Number.NEGATIVE_INFINITY;
  let telling: Promise<void> | undefined;

  async function tellUntold(tellHeld: TellHeld): Promise<void> {
    const at = now();
    if (at >= lookedAt && at - lookedAt < LOOK_AGAIN) return;
    lookedAt = at;
    if (!(await takeUntold(query, at))) return;
    try {
      const { held } = await query
        .selectFrom('leads')
        .select((is) => is.fn.countAll<number | string>().as('held'))
        .where('status', '=', 'quarantined')
        .executeTakeFirstOrThrow();
      await tellHeld(Number(held));
      log.info({ event: 'operators-told', kind: 'held' });
    } catch (error) {
      await query.updateTable('leads').set({ hold_told_at: null }).where('hold_told_at', '=', at).execute();
      const reason = error instanceof Error ? error.message : String(error);
      log.warn({ event: 'operators-not-told', kind: 'held', reason });
    }
  }

  return {
    async tell() {
      if (!tellHeld) return;
      telling ??= tellUntold(tellHeld)
        .catch((error: unknown) => log.error({ event: 'operators-not-told', err: error }))
        .finally(() => {
          telling = undefined;
        });
      return telling;
    },
    settled: async () => telling,
  };
}

/** False: there is nothing to tell, or operators heard of others just now. */
async function takeUntold(query: Kysely<Database>, at: number): Promise<boolean> {
  const { numUpdatedRows } = await query
    .updateTable('leads')
    .set({ hold_told_at: at })
    .where('status', '=', 'quarantined')
    .where('hold_told_at', 'is', null)
    .where((is) =>
      is.not(
        is.exists(
          is
            .selectFrom('leads as told')
            .select('told.id')
            .where('told.hold_told_at', '>', at - QUIET)
            .where('told.hold_told_at', '<=', at + FARTHEST),
        ),
      ),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
