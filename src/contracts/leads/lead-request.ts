import type { Attribution } from './attribution.ts';

/** The ids of the four form blocks. */
export const formIds = ['lead-form', 'quick-lead-form', 'contact-form', 'market-report-form'] as const;
export type FormId = (typeof formIds)[number];

/**
 * The `status` in the response for a durably stored lead. Both specifications (1: public site and leads, 2: secondary
 * pages and admin) define exactly this text.
 */
export const LEAD_STORED_STATUS_TEXT = 'Success: request sent to trigger execution server';

/** Which of the two consents a visitor gave, and the version of the wording that they saw. */
export interface ConsentChoice {
  /** The version of the wording; see `consentVersion`. */
  version: string;
  marketing: boolean;
  service: boolean;
}

/**
 * The body of every lead request. The specifications define the fields up to `customData`. The fields after it are our
 * own and optional.
 */
export interface LeadPayload {
  firstName?: string;
  lastName?: string;
  /** The full name; the market report form has one field for it. */
  name?: string;
  email?: string;
  phone?: string;
  source?: string;
  tags?: readonly string[];
  /**
   * Tags to add to the contact's existing tags; `true` means all of `tags`. The server never replaces existing tags.
   */
  addTags?: readonly string[] | boolean;
  notes?: string;
  /** Only in the body of `POST /api/market-reports`. */
  areas?: string;
  /**
   * The fields that `lead-fields.ts` declares for `customData`, and `message`, `area_of_interest`, `campaign` and the
   * `utm_*` values.
   */
  customData?: Readonly<Record<string, string>>;

  form?: FormId;
  step?: 1 | 2;
  /** The form session's id, created in the browser. */
  session?: string;
  /** From the response to step 1. */
  contactId?: string;
  /** Path of the page with the form. */
  page?: string;
  consent?: ConsentChoice;
  attribution?: Attribution;
  /** Milliseconds between the form's first display and its submission. */
  elapsed?: number;
  /** The honeypot: hidden from visitors, so only bots fill it in. */
  website?: string;
}

/** The response once the lead is durably stored. Its redundant fields satisfy both specifications. */
export interface LeadResponse {
  success: true;
  contactId: string;
  /** The same as `contactId`. */
  id: string;
  status: typeof LEAD_STORED_STATUS_TEXT;
  isLocalOnly: boolean;
  /** Explains why the lead is only stored locally; present only if `isLocalOnly` is true. */
  apiMessage?: string;
  message: string;
}

/** The body of an error response. The lead was not stored. */
export interface LeadErrorResponse {
  success: false;
  /** A message that tells the visitor what to do. */
  error: string;
  /** The same as `error`. */
  message: string;
  /** Messages by field name, when fields are invalid (422). */
  fields?: Readonly<Record<string, string>>;
  /** Whether the contact id has expired, so that the form must return to step 1 (410). */
  restart?: true;
}

/**
 * Names of the fields that a form posts without JavaScript, in addition to those that the visitor fills in. All except
 * the honeypot start with an underscore, so they cannot collide with a visible field.
 */
export const formPostFields = {
  /** The key of the form's placement. */
  placement: '_placement',
  step: '_step',
  session: '_session',
  contactId: '_contact',
  /** `back` if the visitor pressed the button for the previous step; otherwise absent. */
  action: '_action',
  consentVersion: '_consent',
  /** Hidden, and empty unless a bot fills it in. */
  honeypot: 'website',
} as const;

/** Names of the consent checkboxes. */
export const consentFields = { marketing: 'consentMarketing', service: 'consentService' } as const;
