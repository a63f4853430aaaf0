import type { RequestHandler } from 'express';
import { rateLimit } from 'express-rate-limit';

/** Tries of one address in a quarter of an hour, right ones included. */
const TRIES = { windowMs: 15 * 60_000, limit: 30 } as const;

/** Limits tries to come in by address (an IPv6 network counts as one), per server. */
export function tryLimit(): RequestHandler {
  return rateLimit({
    ...TRIES,
    standardHeaders: 'draft-8',
    legacyHeaders: false,
    // Whether the proxies in front are set right is told at the start, not by counting.
    validate: false,
    message: { error: 'Too many tries from your address. Try again in a quarter of an hour.' },
  });
}
