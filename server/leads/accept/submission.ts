import type { Attribution } from '../../../src/leads/attribution.ts';
import type { ConsentChoice, FormId } from '../../../src/leads/lead-wire.ts';

/** What a visitor sent, checked and in one shape, whatever path or form it came by. Absent: not sent. */
export interface Submission {
  form: FormId | 'api';
  /** `1`: a way to reach them, or all of a form of one step. `2`: the details. `subscription`: the market report. */
  step: '1' | '2' | 'subscription';
  /** Made by the browser. Absent: the desk derives one from the content, so that a double click is one lead. */
  session?: string;
  /** The handle the browser holds. */
  contactId?: string;
  page?: string;
  firstName?: string;
  lastName?: string;
  email?: string;
  /** As typed, and E.164 where it can be read. */
  phone?: string;
  phoneE164?: string;
  contactMethod?: string;
  inquiryType?: string;
  referralSource?: string;
  message?: string;
  notes?: string;
  areas?: string;
  source?: string;
  tags: readonly string[];
  consent?: ConsentChoice;
  attribution?: Attribution;
  /** Why an operator should look first; empty for almost everyone. */
  suspicions: readonly string[];
}

/** What is known of the request a submission came with. */
export interface RequestFacts {
  requestId: string;
  ip: string;
  userAgent: string;
  /** The value of the visitor's cookie; null where there is none. */
  browserKey: string | null;
  /** Epoch milliseconds. */
  now: number;
}

/** What became of a submission. */
export type Acceptance =
  | {
      kind: 'stored';
      contactId: string;
      /** The form session the lead belongs to: what the next step names. */
      session: string;
      isLocalOnly: boolean;
      /** True where the very same was stored before. */
      repeated: boolean;
      /** For the visitor's cookie. */
      browserKey: string;
    }
  /** The handle is unknown, expired, or another browser's: nothing was stored. */
  | { kind: 'unknown-contact' };
