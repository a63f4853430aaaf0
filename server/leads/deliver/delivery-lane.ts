import type { DestinationName } from '../../database/schema/schema.ts';
import { singleFlight } from '../../platform/async/single-flight.ts';
import { withTimeLimit } from '../../platform/async/time-limit.ts';
import { randomId } from '../../platform/security/tokens.ts';
import { claimDeliveries, type Claim } from './claim-deliveries.ts';
import { deliverClaim } from './deliver-claim.ts';
import { subjectOf, type ReadDelivery } from './delivery.ts';
import type { DeliveryServices } from './record-failure.ts';

interface Options {
  destination: DestinationName;
  /** Maximum number of concurrent deliveries. */
  limit: number;
  read: ReadDelivery;
  /** `none`: there are no credentials, so nothing is claimed. `others`: the credentials differ from those last refused. */
  credentials(): Promise<'none' | 'same' | 'others'>;
  /** Called when there may be more to claim, for example because a delivery has ended. */
  onEnd(): void;
}

/** How long to wait for credentials. Renewing them is slow, and other lanes must not wait for it. */
const CREDENTIALS_WAIT_MS = 250;

/** Runs the deliveries to one destination. */
export interface DeliveryLane {
  /**
   * Starts due deliveries up to the limit and returns their number. Waits for slow credentials only if `waits` is true;
   * otherwise returns 0, and calls `onEnd` when they arrive. Throws database errors.
   */
  claim(options?: { waits: boolean }): Promise<number>;
  /** Resolves when all started deliveries have ended. */
  settled(): Promise<void>;
}

/** Creates a lane. Each destination has its own, so a slow destination does not block the others. */
export function createDeliveryLane(services: DeliveryServices, options: Options): DeliveryLane {
  const { database, log, now } = services;
  const { destination, limit } = options;
  const owner = randomId();
  /** Running deliveries, keyed by lead id or e-mail address. */
  const running = new Map<string, Promise<void>>();

  async function run(claim: Claim): Promise<void> {
    try {
      await deliverClaim(claim, options.read, services);
    } catch (error) {
      // The delivery is claimed again when its lease expires.
      log.error({ event: 'delivery-not-recorded', destination, delivery: claim.delivery.id, err: error });
    } finally {
      running.delete(subjectOf(claim.delivery));
      options.onEnd();
    }
  }

  const askCredentials = singleFlight(() => options.credentials());

  /** Waits briefly for the credentials. Returns `late` if they have not arrived yet. */
  async function credentialsInTime(): Promise<Awaited<ReturnType<Options['credentials']>> | 'late'> {
    const asked = askCredentials();
    const credentials = await withTimeLimit(asked, CREDENTIALS_WAIT_MS);
    if (credentials === 'late') {
      asked.then(
        () => options.onEnd(),
        () => options.onEnd(),
      );
    }
    return credentials;
  }

  return {
    async claim({ waits } = { waits: false }) {
      if (running.size >= limit) return 0;
      const credentials = await (waits ? options.credentials() : credentialsInTime());
      if (credentials === 'late' || credentials === 'none') return 0;
      const claims = await claimDeliveries(database, {
        destination,
        limit: limit - running.size,
        owner,
        now: now(),
        busy: new Set(running.keys()),
        haveOtherCredentials: credentials === 'others',
      });
      for (const claim of claims) running.set(subjectOf(claim.delivery), run(claim));
      return claims.length;
    },
    settled: async () => {
      await Promise.all(running.values());
    },
  };
}
