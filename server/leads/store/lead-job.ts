import { createHmac, hash } from 'node:crypto';
import type { RequestFacts, Submission } from '../accept/submission.ts';

/** Without a session, identical posts from one browser within this many milliseconds count as one. */
const SAME_POST = 10 * 60_000;

/** A submission to store, with the values that identify it. */
export interface LeadJob {
  submission: Submission;
  facts: RequestFacts;
  /** Hash of the content, without values that differ when the browser resends it. */
  bodyHash: string;
  /** The session for a new lead. */
  session: string;
  /** The session for the previous time window, or null if the browser sent a session. */
  earlierSession: string | null;
  /**
   * Returns the session for a second lead, for when the first one no longer accepts changes. It is deterministic, so
   * later submissions find the second lead.
   */
  renewedSession: () => string;
  /** SHA-256 hash (base64url) of the visitor's cookie, or null if there is none. */
  cookieHash: string | null;
  /** Suspicions from the submission and from the intake. */
  suspicions: readonly string[];
}

/** Prepares a submission for storage. `secret` makes derived sessions unguessable. */
export function leadJob(submission: Submission, facts: RequestFacts, secret: string): LeadJob {
  const { session, suspicions, attribution: _, ...content } = submission;
  const bodyHash = sha256(JSON.stringify(content));
  const window = Math.floor(facts.now / SAME_POST);
  const derive = (at: number) => `auto:${keyed(secret, [bodyHash, facts.ip, facts.userAgent, String(at)])}`;
  const own = session ?? derive(window);
  return {
    submission,
    facts,
    bodyHash,
    session: own,
    earlierSession: session === undefined ? derive(window - 1) : null,
    renewedSession: () => `again:${keyed(secret, [own])}`,
    cookieHash: facts.browserKey === null ? null : sha256(facts.browserKey),
    suspicions,
  };
}

/** Returns a SHA-256 hash in base64url. */
export function sha256(text: string): string {
  return hash('sha256', text, 'base64url');
}

/**
 * Returns the cookie for a browser that has none. It is derived from the lead's session, so a retry or a simultaneous
 * request gets the same cookie.
 */
export function firstBrowserKey(secret: string, session: string): string {
  return keyed(secret, ['browser', session]);
}

function keyed(secret: string, parts: readonly string[]): string {
  // 22 base64url characters contain 132 bits, which cannot be guessed.
  return createHmac('sha256', secret).update(parts.join('\n')).digest('base64url').slice(0, 22);
}
