import type { Request, Response } from 'express';
import { rateLimit, type Store } from 'express-rate-limit';

const WINDOW_MS = 10 * 60_000;
/** The property of a request in which express-rate-limit stores the count. */
const COUNT_PROPERTY = 'rateLimitCount';

/**
 * Counts each request at most once. Resolves to the seconds to wait if there were too many requests, otherwise to null.
 */
type RateLimit = (request: Request, response: Response) => Promise<number | null>;

/**
 * Creates a limit of `most` requests in ten minutes for each key: by default the IP address or IPv6 network. The store
 * keeps the counts.
 */
export function createRateLimit(most: number, store: Store, keyOf?: (request: Request) => string): RateLimit {
  const counted = new WeakMap<Request, Promise<number | null>>();
  /** The seconds to wait for each request that is above the limit. */
  const refused = new WeakMap<Request, number>();
  const limit = rateLimit({
    store,
    windowMs: WINDOW_MS,
    limit: most,
    legacyHeaders: false,
    standardHeaders: false,
    // Not needed: config.ts validates TRUST_PROXY.
    validate: false,
    ...(keyOf ? { keyGenerator: keyOf } : {}),
    requestPropertyName: COUNT_PROPERTY,
    handler: (request, _response, next) => {
      const info: unknown = Reflect.get(request, COUNT_PROPERTY);
      const resets = info && typeof info === 'object' && 'resetTime' in info ? info.resetTime : null;
      const waitMs = resets instanceof Date ? resets.getTime() - Date.now() : WINDOW_MS;
      refused.set(request, Math.max(1, Math.ceil(waitMs / 1000)));
      next();
    },
  });
  return (request, response) => {
    const before = counted.get(request);
    if (before) return before;
    const result = new Promise<number | null>((resolve, reject) => {
      const next = (error?: unknown) => {
        if (!error) resolve(refused.get(request) ?? null);
        else reject(error instanceof Error ? error : new Error('The requests cannot be counted.'));
      };
      void limit(request, response, next);
    });
    counted.set(request, result);
    return result;
  };
}
