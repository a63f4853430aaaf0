import express, { Router } from 'express';
import type { Logger } from 'pino';
import { z } from 'zod';
import { limitedBodyParser } from '../platform/security/limited-body.ts';
import { redactText } from '../platform/logging/redact-error.ts';
import { requestIdOf } from '../platform/logging/request-id.ts';

const faultSchema = z.object({
  kind: z.enum(['unknown-block', 'chunk-failed', 'view-threw']),
  block: z.string().max(80),
  key: z.string().max(120),
  // Allows a long path, because it is percent-encoded.
  path: z.string().max(3_000),
  detail: z.string().max(500),
});

/** Maximum reports logged per minute. Without a limit, a broken page or an abusive client could fill the log. */
const MAX_PER_MINUTE = 60;

/**
 * Receives reports of placements that failed in a visitor's browser. Logs each report as one event. Drops reports above
 * `MAX_PER_MINUTE`.
 */
export function createBlockFaultRoutes(log: Logger): Router {
  let minute = 0;
  let seen = 0;
  const router = Router();
  router.post(
    '/api/block-faults',
    limitedBodyParser(express.json, { limit: 4 * 1024 }),
    (request, response) => {
      const fault = faultSchema.safeParse(request.body);
      if (!fault.success) {
        response.status(400).json({ error: 'This is not a report of a failing block.' });
        return;
      }
      const now = Math.floor(Date.now() / 60_000);
      if (now !== minute) {
        minute = now;
        seen = 0;
      }
      seen += 1;
      if (seen <= MAX_PER_MINUTE) {
        const fields = Object.entries(fault.data).map(([name, value]) => [name, redactText(value)] as const);
        const requestId = requestIdOf(request, response);
        log.error({ event: 'block-fault', where: 'browser', requestId, ...Object.fromEntries(fields) });
      }
      response.status(204).end();
    },
  );
  return router;
}
