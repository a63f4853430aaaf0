import type { Attribution } from './attribution.ts';

/** The four form blocks. */
export const formIds = ['lead-form', 'quick-lead-form', 'contact-form', 'market-report-form'] as const;
export type FormId = (typeof formIds)[number];

/** The status text that says "durably stored", exact in both specifications. */
export const STORED_STATUS = 'Success: request sent to trigger execution server';

/** What a visitor agreed to, and the wording they saw. */
export interface ConsentChoice {
  /** Version of the wording, see `consent-texts.ts`. */
  version: string;
  marketing: boolean;
  service: boolean;
}

/**
 * The body of every lead request. The first part is the specifications'; the second is ours, and may be missing:
 * then the server works with what is there.
 */
export interface LeadPayload {
  firstName?: string;
  lastName?: string;
  /** The market report's one name. */
  name?: string;
  email?: string;
  phone?: string;
  source?: string;
  tags?: readonly string[];
  /** Tags to add to those the contact has, or `true`: add `tags` instead of replacing. The server always adds. */
  addTags?: readonly string[] | boolean;
  notes?: string;
  /** `market-reports` only. */
  areas?: string;
  /** inquiryType, message, contactMethod, referralSource, area_of_interest, campaign, utm_… */
  customData?: Readonly<Record<string, string>>;

  form?: FormId;
  step?: 1 | 2;
  /** The form session's id, a UUID made in the browser. */
  session?: string;
  /** From the answer to step 1. */
  contactId?: string;
  /** Path of the page the form stands on. */
  page?: string;
  consent?: ConsentChoice;
  attribution?: Attribution;
  /** Milliseconds from the form's first sight to its sending. */
  elapsed?: number;
  /** Nobody sees this field: whoever fills it in is no visitor. */
  website?: string;
  /** Proof of work, where it is asked for. */
  altcha?: string;
}

/** The answer once the lead is durably stored. It satisfies every reading of both specifications. */
export interface LeadAnswer {
  success: true;
  contactId: string;
  /** The same as `contactId`. */
  id: string;
  status: typeof STORED_STATUS;
  isLocalOnly: boolean;
  /** Only where `isLocalOnly`: says so in words. */
  apiMessage?: string;
  message: string;
}

/** The answer when nothing was stored. */
export interface LeadRefusal {
  success: false;
  /** In words a visitor can act on. */
  error: string;
  /** The same as `error`. */
  message: string;
  /** Field name → message, when fields are at fault (422). */
  fields?: Readonly<Record<string, string>>;
  /** The held contact id is no longer good: back to step 1 (410). */
  restart?: true;
}
