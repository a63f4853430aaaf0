import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { signRequest } from '../../../server/content/rest/signed-request.ts';

/** A secret for tests, shared by the site and the fake WordPress. */
export const NOTICE_SECRET = 'A-secret-that-only-tests-share-0123456789';

interface Notice {
  /** A body to send instead of a notice. */
  body?: string;
  id?: string;
  about?: string;
  secret?: string;
  /** Milliseconds by which WordPress's clock is ahead. */
  ahead?: number;
  headers?: Record<string, string>;
}

/**
 * Sends a change notice as the companion plugin does. Returns the status and the JSON of the response. If a slow
 * machine needs longer than the server lets WordPress wait, asks about the notice until it has been processed.
 */
export async function sendNotice(
  site: string,
  notice: Notice = {},
): Promise<{ status: number; json: unknown }> {
  const { id = randomUUID(), about, secret = NOTICE_SECRET, ahead = 0 } = notice;
  const body = notice.body ?? JSON.stringify({ newest: 'any', user: 1, about });
  const parts = { method: 'POST', route: '/api/content/changes', body };
  const response = await fetch(`${site}${parts.route}`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'X-Lintel-Signature': signRequest(parts, { secret, now: Date.now() + ahead, id }),
      ...notice.headers,
    },
    body,
  });
  const json: unknown = await response.json();
  const isReading = z.object({ reading: z.literal(true) }).safeParse(json).success;
  if (isReading && !notice.headers?.['Prefer'])
    return sendNotice(site, { about: about ?? id, secret, ahead });
  return { status: response.status, json };
}
