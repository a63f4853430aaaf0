import { z } from 'zod';
import type { SeededRandom } from './seeded-random.ts';

const rate = z.number().min(0).max(1).default(0);

/** The faults that can be enabled. Rates range from 0 to 1. */
export const faultSettings = z.strictObject({
  /** Resets the connection of every request without handling the request. */
  down: z.boolean().default(false),
  /** Rejects every request with a 401, as if its token were invalid. */
  unauthorized: z.boolean().default(false),
  errorRate: rate,
  errorStatus: z.int().min(400).max(599).default(500),
  tooManyRequestsRate: rate,
  /** Delay in milliseconds before a request is handled. */
  delayMs: z.number().min(0).max(600_000).default(0),
  delayRate: z.number().min(0).max(1).default(1),
  /** Rate of POST requests that create or change a contact and then get no response. */
  timeoutAfterWriteRate: rate,
  /** Rate of POST requests that create or change a contact and then get a 422 response. */
  unprocessableAfterWriteRate: rate,
  /**
   * Rate of POST requests that get a 400 response, as if someone else had just created the contact with only its e-mail
   * address and phone number.
   */
  duplicateRate: rate,
  /** Executes the request but corrupts the response body. */
  garbage: z.enum(['none', 'html', 'empty', 'truncated', 'wrong-shape']).default('none'),
  garbageRate: z.number().min(0).max(1).default(1),
  /** How long a hanging request stays open, in milliseconds. */
  hangMs: z.number().min(1).max(600_000).default(30_000),
  /**
   * Limits the faults to requests that start with this text, such as `POST /contacts/upsert`. Empty means all requests.
   */
  only: z.string().default(''),
  /** How many more requests get faults; null means no limit. */
  times: z.int().min(0).nullable().default(null),
});

export type FaultSettings = z.infer<typeof faultSettings>;
type FaultChange = Partial<FaultSettings>;

/** The faults that apply to one request. */
export interface MetFaults {
  down: boolean;
  delayMs: number;
  unauthorized: boolean;
  errorStatus: number | null;
  tooManyRequests: boolean;
  timeoutAfterWrite: boolean;
  unprocessableAfterWrite: boolean;
  duplicate: boolean;
  garbage: FaultSettings['garbage'];
  hangMs: number;
}

/** Enables and disables faults. */
export interface FaultControl {
  current(): FaultSettings;
  /** Updates the given settings. Throws a ZodError if a value is out of range. */
  set(change: FaultChange): FaultSettings;
  clear(): void;
  /** Returns the faults of the request with this number. Decrements `times` if the request matches `only`. */
  meet(number: number, request: string): MetFaults;
}

const none: MetFaults = {
  down: false,
  delayMs: 0,
  unauthorized: false,
  errorStatus: null,
  tooManyRequests: false,
  timeoutAfterWrite: false,
  unprocessableAfterWrite: false,
  duplicate: false,
  garbage: 'none',
  hangMs: 0,
};

/** Creates the fault control. With the same seed, the same sequence of requests gets the same faults. */
export function createFaults(random: SeededRandom): FaultControl {
  let settings = faultSettings.parse({});
  return {
    current: () => settings,
    set(change) {
      settings = faultSettings.parse({ ...settings, ...change });
      return settings;
    },
    clear() {
      settings = faultSettings.parse({});
    },
    meet(number, request) {
      if (!request.startsWith(settings.only) || settings.times === 0) return none;
      const now = settings;
      const hit = (about: string, chance: number) => random.draw(number, about) < chance;
      const met: MetFaults = {
        down: now.down,
        delayMs: hit('delay', now.delayRate) ? now.delayMs : 0,
        unauthorized: now.unauthorized,
        errorStatus: hit('error', now.errorRate) ? now.errorStatus : null,
        tooManyRequests: hit('too-many-requests', now.tooManyRequestsRate),
        timeoutAfterWrite: hit('timeout', now.timeoutAfterWriteRate),
        unprocessableAfterWrite: hit('unprocessable', now.unprocessableAfterWriteRate),
        duplicate: hit('duplicate', now.duplicateRate),
        garbage: hit('garbage', now.garbageRate) ? now.garbage : 'none',
        hangMs: now.hangMs,
      };
      if (settings.times !== null) settings = { ...settings, times: settings.times - 1 };
      return met;
    },
  };
}
