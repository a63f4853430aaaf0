import type { Request, Response } from 'express';
import { rateLimit, type Store } from 'express-rate-limit';

const WINDOW_MS = 10 * 60_000;

/**
 * Counts each request at most once. Resolves to the seconds to wait if its IP address sent too many requests, otherwise
 * to null.
 */
type PostLimit = (request: Request, response: Response) => Promise<number | null>;

/** Limits the posts from one IP address or IPv6 network to `most` in ten minutes, counted in the store. */
export function createPostLimit(most: number, store: Store): PostLimit {
  const counted = new WeakMap<Request, Promise<number | null>>();
  const limit = rateLimit({
    store,
    windowMs: WINDOW_MS,
    limit: most,
    legacyHeaders: false,
    standardHeaders: false,
    // Not needed: config.ts validates TRUST_PROXY.
    validate: false,
    requestPropertyName: 'leadPosts',
    handler: (request, _response, next) => {
      const info: unknown = Reflect.get(request, 'leadPosts');
      const resets = info && typeof info === 'object' && 'resetTime' in info ? info.resetTime : null;
      const wait = resets instanceof Date ? resets.getTime() - Date.now() : WINDOW_MS;
      next(new TooManyError(Math.max(1, Math.ceil(wait / 1000))));
    },
  });
  return (request, response) => {
    const before = counted.get(request);
    if (before) return before;
    const answer = new Promise<number | null>((resolve, reject) => {
      const next = (error?: unknown) => {
        if (error instanceof TooManyError) resolve(error.seconds);
        else if (error)
          reject(
            error instanceof Error ? error : new Error('The posts cannot be counted.', { cause: error }),
          );
        else resolve(null);
      };
      void limit(request, response, next);
    });
    counted.set(request, answer);
    return answer;
  };
}

class TooManyError extends Error {
  readonly seconds: number;

  constructor(seconds: number) {
    super('Too many posts.');
    this.seconds = seconds;
  }
}
