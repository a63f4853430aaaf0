import { createHmac, hash } from 'node:crypto';
import { tokenHash } from '../../platform/security/tokens.ts';
import type { SubmittedLeadTexts } from '../../database/schema/lead-columns.ts';
import type { Attribution } from '../../../src/contracts/leads/attribution.ts';
import type { ConsentChoice, FormId } from '../../../src/contracts/leads/lead-request.ts';

/** Without a session, identical posts from one browser within this many milliseconds count as one. */
const SAME_POST_MS = 10 * 60_000;

/** A validated submission, in the same shape for all endpoints and forms. Absent properties were not sent. */
export interface Submission extends SubmittedLeadTexts {
  form: FormId | 'api';
  /** `1`: contact data, or everything in a one-step form. `2`: details. `subscription`: market report. */
  step: '1' | '2' | 'subscription';
  /**
   * Created by the browser. If absent, the server derives a session from the content, so a double click creates one
   * lead.
   */
  session?: string;
  /** The lead's id, if the browser already has it. */
  contactId?: string;
  /** The phone number as typed, and in E.164 format if it could be parsed. */
  phone?: string;
  phoneE164?: string;
  tags: readonly string[];
  consent?: ConsentChoice;
  attribution?: Attribution;
  /** Reasons for an operator to review the lead before it is delivered. Usually empty. */
  suspicions: readonly string[];
}

/** Information about the HTTP request that sent a submission. */
export interface RequestFacts {
  requestId: string;
  ip: string;
  userAgent: string;
  /** The value of the visitor's cookie, or null if there is none. */
  browserKey: string | null;
  /** Epoch milliseconds. */
  now: number;
}

/** The result of storing a submission. */
export type IntakeResult =
  | {
      kind: 'stored';
      contactId: string;
      /** The session that the browser must send with the next step. */
      session: string;
      /** Whether the CRM is not ready, so that it gets the lead later. */
      isLocalOnly: boolean;
      /** Whether the same submission had already been stored. */
      repeated: boolean;
      /** The value for the visitor's cookie. */
      browserKey: string;
    }
  /** Nothing was stored: the contact id is unknown, expired or another browser's, or the first step is missing. */
  | { kind: 'unknown-contact' }
  /** Nothing was stored, because the write failed or too many leads were waiting to be stored. */
  | { kind: 'unavailable' };

/** A submission to store, with the values by which its lead and its repeats are found. */
export interface IntakeJob {
  submission: Submission;
  facts: RequestFacts;
  /** Hash of the content, without values that differ when the browser resends it. */
  bodyHash: string;
  /** The session for a new lead. */
  session: string;
  /** The session for the previous time window, or null if the browser sent a session. */
  earlierSession: string | null;
  /**
   * Returns the session for a second lead, if the first lead no longer accepts changes. The session is deterministic,
   * so that later submissions find the second lead.
   */
  renewedSession: () => string;
  /** `tokenHash` of the visitor's cookie, or null if there is none. */
  cookieHash: string | null;
  /** Suspicions from the submission and from the intake. */
  suspicions: readonly string[];
}

/** Prepares a submission for storage. `secret` makes derived sessions unguessable. */
export function createIntakeJob(submission: Submission, facts: RequestFacts, secret: string): IntakeJob {
  const { session, suspicions, attribution: _, ...content } = submission;
  const bodyHash = hash('sha256', JSON.stringify(content), 'base64url');
  const window = Math.floor(facts.now / SAME_POST_MS);
  const derive = (at: number) => `auto:${keyed(secret, [bodyHash, facts.ip, facts.userAgent, String(at)])}`;
  const own = session ?? derive(window);
  return {
    submission,
    facts,
    bodyHash,
    session: own,
    earlierSession: session === undefined ? derive(window - 1) : null,
    renewedSession: () => `again:${keyed(secret, [own])}`,
    cookieHash: facts.browserKey === null ? null : tokenHash(facts.browserKey),
    suspicions,
  };
}

/**
 * Returns the cookie value for a browser that sent no cookie. The value is derived from the lead's session, so that a
 * retry or a simultaneous request gets the same cookie.
 */
export function deriveBrowserKey(secret: string, session: string): string {
  return keyed(secret, ['browser', session]);
}

function keyed(secret: string, parts: readonly string[]): string {
  // 22 base64url characters contain 132 bits, which cannot be guessed.
  return createHmac('sha256', secret).update(parts.join('\n')).digest('base64url').slice(0, 22);
}
