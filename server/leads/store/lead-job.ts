import { createHmac, hash } from 'node:crypto';
import type { RequestFacts, Submission } from '../accept/submission.ts';

/** Posts of the same content from the same browser within this time, in milliseconds, are one when no session tells. */
const SAME_POST = 10 * 60_000;

/** A submission on its way into the store, with what tells it from others. */
export interface LeadJob {
  submission: Submission;
  facts: RequestFacts;
  /** Of what the visitor said; not of how it was sent, which differs from try to try. */
  bodyHash: string;
  /** The session a new lead gets. */
  session: string;
  /** A session made by the server may have begun in the window of time before. */
  earlierSession: string | null;
  /** The session of the lead that is begun where `session` has expired: one for all that still comes in it. */
  renewedSession: () => string;
  /** SHA-256 (base64url) of the visitor's cookie; null where there is none. */
  cookieHash: string | null;
  /** Those of the submission, and those that show only here. */
  suspicions: readonly string[];
}

/** Prepares a submission for the store. `secret` makes what is derived from the content unguessable. */
export function leadJob(submission: Submission, facts: RequestFacts, secret: string): LeadJob {
  const { session, suspicions, attribution: _, ...said } = submission;
  const bodyHash = sha256(JSON.stringify(said));
  const window = Math.floor(facts.now / SAME_POST);
  const derive = (at: number) => `auto:${keyed(secret, [bodyHash, facts.ip, facts.userAgent, String(at)])}`;
  const own = session ?? derive(window);
  return {
    submission,
    facts,
    bodyHash,
    session: own,
    earlierSession: session === undefined ? derive(window - 1) : null,
    // Hardly ever asked for.
    renewedSession: () => `again:${keyed(secret, [own])}`,
    cookieHash: facts.browserKey === null ? null : sha256(facts.browserKey),
    suspicions,
  };
}

/** SHA-256 in base64url. */
export function sha256(text: string): string {
  return hash('sha256', text, 'base64url');
}

/**
 * The cookie of a browser that has none: derived from the lead's session, so that a repeat after a lost answer, or
 * beside the first, gets the same one.
 */
export function firstBrowserKey(secret: string, session: string): string {
  return keyed(secret, ['browser', session]);
}

function keyed(secret: string, parts: readonly string[]): string {
  // 128 bits.
  return createHmac('sha256', secret).update(parts.join('\n')).digest('base64url').slice(0, 22);
}
