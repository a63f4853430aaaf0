import { z } from 'zod';
import type { SeededRandom } from './seeded-random.ts';

const rate = z.number().min(0).max(1).default(0);

/** The faults that can be switched on. Rates are from 0 to 1. */
export const faultSettings = z.strictObject({
  /** The connection is reset before anything is read. */
  down: z.boolean().default(false),
  /** Every token is refused with 401. */
  unauthorized: z.boolean().default(false),
  errorRate: rate,
  errorStatus: z.int().min(400).max(599).default(500),
  tooManyRequestsRate: rate,
  /** Delay in milliseconds before a request is handled. */
  delayMs: z.number().min(0).max(600_000).default(0),
  delayRate: z.number().min(0).max(1).default(1),
  /** Rate of POST requests that create or change a contact and then get no answer. */
  timeoutAfterWriteRate: rate,
  /** Rate of POST requests that create or change a contact and then get a 422. */
  unprocessableAfterWriteRate: rate,
  /**
   * Rate of POST requests that are refused with 400, as if someone had just created the contact with only e-mail and
   * phone.
   */
  duplicateRate: rate,
  /** Executes the request but makes its answer unreadable. */
  garbage: z.enum(['none', 'html', 'empty', 'truncated', 'wrong-shape']).default('none'),
  garbageRate: z.number().min(0).max(1).default(1),
  /** How long a request that times out is held, in milliseconds. */
  hangMs: z.number().min(1).max(600_000).default(30_000),
  /** Limits the faults to requests that start with this text, such as `POST /contacts/upsert`; empty for all. */
  only: z.string().default(''),
  /** How many more requests get faults; null for no limit. */
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

/** Switches faults on and off. */
export interface FaultControl {
  current(): FaultSettings;
  /** Changes the given values. Throws a ZodError if one is out of range. */
  set(change: FaultChange): FaultSettings;
  clear(): void;
  /** Returns the faults of the request with this number, and decrements `times`. */
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

/** Creates the fault control. It uses the seed: the same requests in the same order get the same faults. */
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
