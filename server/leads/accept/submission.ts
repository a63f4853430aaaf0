import type { SubmittedTexts } from '../../database/lead-columns.ts';
import type { Attribution } from '../../../src/contracts/attribution.ts';
import type { ConsentChoice, FormId } from '../../../src/contracts/lead-request.ts';

/** A validated submission, in the same shape for all endpoints and forms. Absent properties were not sent. */
export interface Submission extends SubmittedTexts {
  form: FormId | 'api';
  /** `1`: e-mail address or number, or all of a one-step form. `2`: details. `subscription`: market report. */
  step: '1' | '2' | 'subscription';
  /** Created by the browser. If absent, the server derives it from the content, so that a double click is one lead. */
  session?: string;
  /** The lead's id, if the browser already has it. */
  contactId?: string;
  /** As typed, and in E.164 format if it can be parsed. */
  phone?: string;
  phoneE164?: string;
  tags: readonly string[];
  consent?: ConsentChoice;
  attribution?: Attribution;
  /** Why an operator should review the lead first; empty for almost everyone. */
  suspicions: readonly string[];
}

/** Facts about the request that sent a submission. */
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
export type Acceptance =
  | {
      kind: 'stored';
      contactId: string;
      /** The lead's form session, to be sent with the next step. */
      session: string;
      isLocalOnly: boolean;
      /** Whether the same submission had already been stored. */
      repeated: boolean;
      /** The value for the visitor's cookie. */
      browserKey: string;
    }
  /** The contact id is unknown, has expired or belongs to another browser, so nothing was stored. */
  | { kind: 'unknown-contact' };
