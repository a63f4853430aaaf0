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

/** Milliseconds for credentials: to renew some takes the CRM's time, and no other lane waits for that. */
const SOON = 250;

/** The deliveries to one destination. */
export interface DeliveryLane {
  /**
   * Claims as many as there is room for, and starts them. Returns how many; none where the credentials take long, unless
   * it `waits` for them: `onEnd` tells when they are there. Throws what the database throws.
   */
  claim(options?: { waits: boolean }): Promise<number>;
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

  let asked: ReturnType<Options['credentials']> | undefined;

  /** Null: they are still to come. */
  async function credentialsSoon(): Promise<Awaited<typeof asked> | null> {
    let isLate = false;
    asked ??= options.credentials().finally(() => {
      asked = undefined;
      if (isLate) options.onEnd();
    });
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<null>((resolve) => {
      timer = setTimeout(() => {
        isLate = true;
        resolve(null);
      }, SOON);
    });
    return Promise.race([asked, late]).finally(() => clearTimeout(timer));
  }

  return {
    async claim({ waits } = { waits: false }) {
      if (running.size >= limit) return 0;
      const credentials = await (waits ? options.credentials() : credentialsSoon());
      if (credentials === null || credentials === 'none') return 0;
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
