import type { IncomingMessage } from 'node:http';
import { isbot } from 'isbot';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { SeenVariant, LayoutVariantService } from '../content/resolve/page-variants.ts';
import type { Database } from '../database/schema/schema.ts';
import { runInBackground } from '../platform/async/run-in-background.ts';
import { singleFlight } from '../platform/async/single-flight.ts';
import { dayInTimeZone } from '../../src/builder/time-zones.ts';
import type { VitalsCounter } from './vitals-counter.ts';

/** Counts how often each page and variant is opened. Stores only numbers by day, and nothing about visitors. */
export interface VisitCounter {
  /** Counts a page that was sent, if the request counts as a visit. Fast: it only changes a number in memory. */
  count(
    path: string,
    request: Pick<IncomingMessage, 'method' | 'headers'>,
    /** The variant to count; null or absent without a running test, or if the visitor does not take part in it. */
    seen?: SeenVariant | null,
  ): void;
  /**
   * Adds the counted visits, also by variant, and the ratings of measured page views to the database, and deletes rows
   * older than `KEPT_DAYS`. If that fails, the counts are kept until the next attempt. Never throws.
   */
  flush(): Promise<void>;
  /** Starts to call `flush` once a minute. */
  start(): void;
  /** Stops calling `flush` regularly, and writes the remaining visits. */
  stop(): Promise<void>;
}

interface Options {
  query: Kysely<Database>;
  variants: Pick<LayoutVariantService, 'count' | 'takeCounts' | 'storeCounts'> | null;
  vitals: VitalsCounter;
  timeZone: () => string;
  log: Logger;
  now: () => number;
}

/** Milliseconds between writes. A visit just before midnight can therefore count for the next day. */
const WRITE_INTERVAL_MS = 60_000;
/** Maximum number of paths between two writes. Never reached in practice, because only existing pages are counted. */
const MAX_PATHS = 10_000;
/** Days for which visits are kept. */
const KEPT_DAYS = 400;

/** Creates a counter. Several servers may count in the same database. */
export function createVisitCounter({ query, variants, vitals, timeZone, log, now }: Options): VisitCounter {
  let counts = new Map<string, number>();
  let timer: ReturnType<typeof setInterval> | undefined;

  const add = (path: string, visits: number) => {
    const before = counts.get(path);
    if (before === undefined && counts.size >= MAX_PATHS) return;
    counts.set(path, (before ?? 0) + visits);
  };

  async function write(): Promise<void> {
    const takenVitals = vitals.takeCounts();
    if (counts.size === 0 && takenVitals.length === 0) return;
    const taken = counts;
    const takenVariants = variants?.takeCounts() ?? [];
    counts = new Map();
    const day = dayInTimeZone(now(), timeZone());
    // All servers lock the rows in the same order, so that they cannot deadlock.
    const rows = [...taken].sort(([one], [other]) => (one < other ? -1 : 1));
    try {
      await query.transaction().execute(async (transaction) => {
        for (const [path, visits] of rows) {
          await transaction
            .insertInto('page_visits')
            .values({ day, path, visits })
            .onConflict((conflict) =>
              conflict
                .columns(['day', 'path'])
                .doUpdateSet((is) => ({ visits: is('page_visits.visits', '+', visits) })),
            )
            .execute();
        }
        const oldest = dayInTimeZone(now() - KEPT_DAYS * 86_400_000, timeZone());
        await transaction.deleteFrom('page_visits').where('day', '<', oldest).execute();
        await variants?.storeCounts(transaction, takenVariants, { day, oldest });
        await vitals.storeCounts(transaction, takenVitals, { day, oldest });
      });
    } catch (error) {
      for (const [path, visits] of taken) add(path, visits);
      for (const { visits, ...seen } of takenVariants) variants?.count(seen, visits);
      for (const { views, ...rated } of takenVitals) vitals.count(rated, views);
      log.warn({ event: 'visits-not-stored', err: error });
    }
  }

  const flush = singleFlight(write);

  return {
    count(path, request, seen) {
      if (!isVisit(request)) return;
      add(path, 1);
      if (seen) variants?.count(seen);
    },
    flush,
    start() {
      timer = setInterval(() => runInBackground(log, 'visits-not-stored', flush), WRITE_INTERVAL_MS);
      timer.unref();
    },
    async stop() {
      clearInterval(timer);
      await flush.settled();
      await flush();
    },
  };
}

/**
 * Whether a request counts as a visit. HEAD requests, bots, and browsers that send Global Privacy Control do not count.
 * Neither do pages that the browser prefetches or prerenders: if a prerendered page is shown, `POST /api/visit` counts
 * it.
 */
export function isVisit({ method, headers }: Pick<IncomingMessage, 'method' | 'headers'>): boolean {
  if (method === 'HEAD') return false;
  // Global Privacy Control: the privacy page promises that such a visit is not counted.
  if (headers['sec-gpc'] === '1') return false;
  if (headers['sec-purpose'] !== undefined || headers['purpose'] === 'prefetch') return false;
  return !isBotRequest(headers);
}

/** Whether a request comes from a known bot, or from a client that does not identify itself. */
export function isBotRequest({ 'user-agent': agent }: IncomingMessage['headers']): boolean {
  return agent === undefined || isbot(agent);
}
