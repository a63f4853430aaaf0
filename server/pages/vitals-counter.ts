import type { Transaction } from 'kysely';
import type { PageVitalsTable } from '../database/schema/follow-up-tables.ts';
import type { Database } from '../database/schema/schema.ts';

/** A measured page view: the kind of page, the metric and its rating. */
type RatedView = Pick<PageVitalsTable, 'page' | 'metric' | 'rating'>;

interface RatedViews extends RatedView {
  views: number;
}

/** Counts measured page views by their rating. `VisitCounter` stores them with the visits. */
export interface VitalsCounter {
  /** Counts views in memory, by default one. */
  count(rated: RatedView, views?: number): void;
  /** Returns what was counted since the last call. */
  takeCounts(): readonly RatedViews[];
  /** Stores counts for a day. Deletes counts from before `oldest`. */
  storeCounts(
    transaction: Transaction<Database>,
    counts: readonly RatedViews[],
    days: { day: string; oldest: string },
  ): Promise<void>;
}

/** Creates a counter. Several servers may count in the same database. */
export function createVitalsCounter(): VitalsCounter {
  let counts = new Map<string, RatedViews>();
  return {
    count({ page, metric, rating }, views = 1) {
      const key = `${page} ${metric} ${rating}`;
      counts.set(key, { page, metric, rating, views: (counts.get(key)?.views ?? 0) + views });
    },
    takeCounts() {
      const taken = counts;
      counts = new Map();
      // All servers lock the rows in the same order, so that they cannot deadlock.
      return [...taken].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, rated]) => rated);
    },
    async storeCounts(transaction, taken, { day, oldest }) {
      for (const rated of taken) {
        await transaction
          .insertInto('page_vitals')
          .values({ day, ...rated })
          .onConflict((conflict) =>
            conflict
              .columns(['day', 'page', 'metric', 'rating'])
              .doUpdateSet((is) => ({ views: is('page_vitals.views', '+', rated.views) })),
          )
          .execute();
      }
      await transaction.deleteFrom('page_vitals').where('day', '<', oldest).execute();
    },
  };
}
