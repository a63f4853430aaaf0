import type { Attribution } from './attribution.ts';
import type { LeadStage, OpenStage } from './lead-stage.ts';

/* Responses of the operator APIs about leads. Timestamps are in epoch milliseconds. */

/** GET /api/admin/today */
export interface Today {
  /** The current day in the site's time zone, YYYY-MM-DD. */
  day: string;
  /** The newest leads that nobody has worked on, and how many there are in all. */
  fresh: readonly LeadRow[];
  freshTotal: number;
  /** Reminders that are due or will be in the next seven days, earliest first. */
  reminders: readonly { lead: LeadRow; day: string; about: string; due: boolean }[];
}

export interface LeadRow {
  id: string;
  createdAt: number;
  updatedAt: number;
  name: string | null;
  email: string | null;
  phone: string | null;
  /** Null if the number cannot be called. */
  phoneE164: string | null;
  /** The beginning of the visitor's message. */
  preview: string | null;
  form: string;
  page: string | null;
  source: string | null;
  /** The source and the page in readable form: `Valuation request · /sell/home-valuation`. */
  sourceWords: string | null;
  progress: 'contact' | 'details';
  status: 'open' | 'quarantined' | 'resolved';
  inquiryType: string | null;
  /** The page's own label for the inquiry. */
  topic: string | null;
  /** The worst state among the lead's deliveries. */
  delivery: 'none' | 'held' | 'waiting' | 'delivered' | 'attention' | 'cancelled';
  /** The agent's progress with the lead; null while it is held back. */
  stage: LeadStage | null;
  /** `day` is YYYY-MM-DD in the site's time zone. */
  reminder: { day: string; about: string } | null;
}

/** GET /api/admin/leads?q=&status=&stage=&delivery=&form=&source=&from=&to=&sort=&page= */
export interface LeadList {
  rows: readonly LeadRow[];
  total: number;
  page: number;
  pageSize: number;
  /** Values to filter by. */
  sources: readonly string[];
  forms: readonly string[];
  /** Counts over all leads, regardless of the filter. */
  counts: Readonly<Record<'open' | 'quarantined' | 'resolved' | 'attention' | OpenStage, number>>;
  /**
   * Pending market report opt-ins and opt-outs whose lead was deleted or is held back, so they are delivered
   * separately.
   */
  subscriptions: readonly SubscriptionDelivery[];
}

export interface DeliveryInfo {
  id: string;
  destination: 'crm' | 'subscription' | 'workflow' | 'alert' | 'identity' | 'confirmation';
  revision: number;
  state: 'held' | 'waiting' | 'sending' | 'delivered' | 'attention' | 'cancelled';
  attempts: number;
  nextAttemptAt: number | null;
  deliveredAt: number | null;
  lastError: string | null;
}

/** The delivery of a change to a market report subscription. */
export interface SubscriptionDelivery extends DeliveryInfo {
  email: string;
}

/** GET /api/admin/leads/:id */
export interface LeadStory extends LeadRow {
  firstName: string | null;
  lastName: string | null;
  message: string | null;
  /** The home that a valuation is about. */
  propertyAddress: string | null;
  bedrooms: string | null;
  /** When the owner wants to sell. */
  timing: string | null;
  notes: string | null;
  areas: string | null;
  referralSource: string | null;
  /** The variants that the visitor saw on pages with a running test: `/: Original; /sell: Short form`. */
  pageVariants: string | null;
  contactMethod: string | null;
  tags: readonly string[];
  /** Why the lead was held back, in words. */
  suspicions: readonly string[];
  attribution: Attribution | null;
  crmContactId: string | null;
  /** The URL of the contact in the CRM. */
  crmContactUrl: string | null;
  crmLocationId: string | null;
  localOnly: boolean;
  deliveries: readonly DeliveryInfo[];
  consents: readonly {
    kind: 'marketing' | 'service';
    given: boolean;
    version: string;
    text: string;
    page: string | null;
    at: number;
    ip: string | null;
    userAgent: string | null;
  }[];
  submissions: readonly { step: string; page: string | null; at: number }[];
  /** The state of the person's e-mail address in the market report list; null if it is not in the list. */
  subscription: { email: string; areas: string | null; since: number; unsubscribedAt: number | null } | null;
  /** Other leads with the same e-mail address or phone number, newest first. */
  others: readonly {
    id: string;
    createdAt: number;
    form: string;
    status: LeadRow['status'];
    preview: string | null;
  }[];
  /** What operators wrote about the lead, newest first. Never sent to the CRM or to the visitor. */
  privateNotes: readonly { id: string; author: string; text: string; at: number }[];
  /** The lead's history in words, newest first. */
  events: readonly { at: number; kind: string; words: string }[];
}

/** POST /api/admin/leads/release, body `{ ids }` */
export interface LeadsReleased {
  released: number;
  /** Number of leads that were not released, because they were no longer held back. */
  skipped: number;
}

/** POST /api/admin/leads/:id/delete */
export interface LeadDeletion {
  /** Number of consents that are kept as evidence after the lead is deleted. */
  consentsKept: number;
  /** Whether the e-mail address is kept on the opt-out list for the market report. */
  optOutKept: boolean;
  /** The id of the contact that still exists in the CRM; null if there is none. */
  crmContactId: string | null;
  crmContactUrl: string | null;
}
