import { z } from 'zod';
import type { SeededRandom } from './seeded-random.ts';

const rate = z.number().min(0).max(1).default(0);

/** What can be made to go wrong. Rates run from 0 to 1. */
export const faultSettings = z.strictObject({
  /** The connection is reset before anything is read. */
  down: z.boolean().default(false),
  /** Every token is refused with 401. */
  unauthorized: z.boolean().default(false),
  errorRate: rate,
  errorStatus: z.int().min(400).max(599).default(500),
  tooManyRequestsRate: rate,
  /** Milliseconds before a request is looked at. */
  delayMs: z.number().min(0).max(600_000).default(0),
  delayRate: z.number().min(0).max(1).default(1),
  /** A contact is created or changed by POST, and then no answer comes. */
  timeoutAfterWriteRate: rate,
  /** A contact is created or changed by POST, and then 422 is answered. */
  unprocessableAfterWriteRate: rate,
  /** POST of a contact is refused with 400, as if someone had just created it: only e-mail and phone are there. */
  duplicateRate: rate,
  /** The request is carried out; its answer is unreadable. */
  garbage: z.enum(['none', 'html', 'empty', 'truncated', 'wrong-shape']).default('none'),
  garbageRate: z.number().min(0).max(1).default(1),
  /** Milliseconds a request that times out is held. */
  hangMs: z.number().min(1).max(600_000).default(30_000),
  /** Only requests that start so, like `POST /contacts/upsert`; empty: all. */
  only: z.string().default(''),
  /** How many more requests meet faults; null: no end. */
  times: z.int().min(0).nullable().default(null),
});

export type FaultSettings = z.infer<typeof faultSettings>;
type FaultChange = Partial<FaultSettings>;

/** What one request meets. */
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

/** The switches, for tests and the page. */
export interface FaultControl {
  current(): FaultSettings;
  /** Changes what is given, keeps the rest. Throws a ZodError when a value is out of range. */
  set(change: FaultChange): FaultSettings;
  clear(): void;
  /** What the request with this number meets; counts `times` down. */
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

/** Switches that draw from the seed: the same requests in the same order meet the same faults. */
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
