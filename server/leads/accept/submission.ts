import type { SubmittedTexts } from '../../database/lead-columns.ts';
import type { Attribution } from '../../../src/contracts/attribution.ts';
import type { ConsentChoice, FormId } from '../../../src/contracts/lead-request.ts';

/** A validated submission, in the same shape for all endpoints and forms. Absent properties were not sent. */
export interface Submission extends SubmittedTexts {
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

export interface RequestFacts {
  requestId: string;
  ip: string;
  userAgent: string;
  /** The value of the visitor's cookie, or null if there is none. */
  browserKey: string | null;
  /** Epoch milliseconds. */
  now: number;
}

export type Acceptance =
  | {
      kind: 'stored';
      contactId: string;
      /** The session that the browser must send with the next step. */
      session: string;
      isLocalOnly: boolean;
      /** Whether the same submission had already been stored. */
      repeated: boolean;
      /** The value for the visitor's cookie. */
      browserKey: string;
    }
  /** Nothing was stored: the contact id is unknown, expired or another browser's, or the first step is missing. */
  | { kind: 'unknown-contact' };
