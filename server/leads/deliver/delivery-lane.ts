import type { Logger } from 'pino';
import type { OpenDatabase } from '../../database/open-database.ts';
import type { DestinationName } from '../../database/schema.ts';
import { randomId } from '../store/random-id.ts';
import { claimDeliveries, type Claim } from './claim-deliveries.ts';

interface Options {
  destination: DestinationName;
  /** Deliveries at a time. */
  limit: number;
  database: OpenDatabase;
  log: Logger;
  now: () => number;
  /** `none`: nothing can be brought there now. `others`: the credentials are not those last refused. */
  credentials(): Promise<'none' | 'same' | 'others'>;
  deliver(claim: Claim): Promise<void>;
  /** Something ended: there may be more to claim. */
  onEnd(): void;
}

/** The deliveries to one destination. */
export interface DeliveryLane {
  /** Claims as many as there is room for, and starts them. Returns how many. Throws what the database throws. */
  claim(): Promise<number>;
  /** Until all that were started have ended. */
  settled(): Promise<void>;
}

/** Slow destinations do not hold up others: each has a lane of its own. */
export function createDeliveryLane(options: Options): DeliveryLane {
  const { destination, limit, database, log, now } = options;
  const owner = randomId();
  /** By lead. */
  const running = new Map<string, Promise<void>>();

  async function run(claim: Claim): Promise<void> {
    try {
      await options.deliver(claim);
    } catch (error) {
      // Its lease ends, and it is claimed again.
      log.error({ event: 'delivery-not-noted', destination, delivery: claim.delivery.id, err: error });
    } finally {
      running.delete(claim.delivery.lead_id);
      options.onEnd();
    }
  }

  return {
    async claim() {
      if (running.size >= limit) return 0;
      const credentials = await options.credentials();
      if (credentials === 'none') return 0;
      const claims = await claimDeliveries(database, {
        destination,
        limit: limit - running.size,
        owner,
        now: now(),
        busy: new Set(running.keys()),
        haveOtherCredentials: credentials === 'others',
      });
      for (const claim of claims) running.set(claim.delivery.lead_id, run(claim));
      return claims.length;
    },
    settled: async () => {
      await Promise.all(running.values());
    },
  };
}
