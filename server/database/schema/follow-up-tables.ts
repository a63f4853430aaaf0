import type { VitalPageKind, VitalMetric, VitalRating } from '../../../src/contracts/page-vitals.ts';
import type { OpenLeadStage } from '../../../src/contracts/leads/lead-stage.ts';

/** The agent's work on a lead. A lead without a row is new and has no reminder. */
export interface LeadFollowUpsTable {
  lead_id: string;
  /** Kept while the lead is closed, so that the lead returns to this stage when it is reopened. */
  stage: OpenLeadStage;
  /** YYYY-MM-DD in the site's time zone; null if there is no reminder. */
  remind_on: string | null;
  remind_about: string | null;
  /** When the reminder was e-mailed to the operators; null if it has not been. */
  mailed_at: number | null;
  updated_at: number;
}

/** Private notes of operators. They are never sent to the CRM or to the visitor. */
export interface LeadNotesTable {
  id: string;
  lead_id: string;
  /** The operator's name when the note was written. */
  author: string;
  text: string;
  at: number;
}

/** Visits of each page by day, as `VisitCounter` counts them. Contains no data about visitors. */
export interface PageVisitsTable {
  /** YYYY-MM-DD in the site's time zone. */
  day: string;
  /** Path without the query string. */
  path: string;
  visits: number;
}

/**
 * Counts of measured page views by day, kind of page, metric and Google's rating of it. Contains no data about
 * visitors.
 */
export interface PageVitalsTable {
  /** YYYY-MM-DD in the site's time zone. */
  day: string;
  page: VitalPageKind;
  metric: VitalMetric;
  rating: VitalRating;
  views: number;
}

/** Visits of each variant of a page's layout by day. Contains no data about visitors. */
export interface VariantVisitsTable {
  /** YYYY-MM-DD in the site's time zone. */
  day: string;
  path: string;
  /** When the test was started, in epoch milliseconds; 0 if unknown. */
  since: number;
  variant: string;
  visits: number;
}
