import { randomUUID } from 'node:crypto';
import { wordpressSignature } from '../../../server/content/wordpress-signature.ts';

/** A secret for tests, shared by the site and the fake WordPress. */
export const NOTICE_SECRET = 'A-secret-that-only-tests-share-0123456789';

interface Notice {
  changes?: readonly { type: string; id: number }[];
  /** Sent as the body instead of a notice with the changes. */
  body?: string;
  id?: string;
  about?: string;
  secret?: string;
  /** Milliseconds that the clock of WordPress is ahead. */
  ahead?: number;
  headers?: Record<string, string>;
}

/** Sends a change notice as the companion plugin does. Returns the status and the JSON of the answer. */
export async function sendNotice(site: string, notice: Notice = {}) {
  const { changes = [], id = randomUUID(), about, secret = NOTICE_SECRET, ahead = 0 } = notice;
  const body = notice.body ?? JSON.stringify({ version: 'any', changes, user: 1, about });
  const seconds = Math.floor((Date.now() + ahead) / 1_000);
  const signature = wordpressSignature(`${seconds}.${id}.${body}`, secret);
  const response = await fetch(`${site}/api/content/changes`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'X-Lintel-Signature': `t=${seconds},id=${id},v1=${signature}`,
      ...notice.headers,
    },
    body,
  });
  const json: unknown = await response.json();
  return { status: response.status, json };
}
