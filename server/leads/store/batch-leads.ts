import type { Database } from '../../database/schema/schema.ts';
import type { IntakeJob } from './intake-job.ts';
import { mergeLead, isSameLeadContent, type LeadRow } from './merge-lead.ts';
import type { ConsentChoice } from '../../../src/contracts/leads/lead-request.ts';

/** The columns of a stored submission that a batch reads. */
export type StoredSubmission = Pick<Database['submissions'], 'lead_id' | 'step' | 'body_hash' | 'at'>;

/** The columns of a stored consent that a batch reads. */
export type StoredConsent = Pick<Database['consents'], 'lead_id' | 'kind' | 'given' | 'version' | 'at'>;

/** A stored or new lead, with the batch's changes so far. */
export interface BatchLead {
  lead: LeadRow;
  isNew: boolean;
  /** Whether the batch must write the lead's row. */
  touched: boolean;
  submissions: StoredSubmission[];
  consents: StoredConsent[];
  /** Whether the lead already has a confirmation, sent or not. */
  confirmed: boolean;
}

/** The leads of a batch: those that are stored, and those that its jobs create. */
export interface BatchLeads {
  byId: ReadonlyMap<string, BatchLead>;
  add(known: BatchLead): BatchLead;
  /**
   * Returns the job's lead, or the session for a new lead. `not-theirs`: there is no lead with the job's contact id, or
   * the browser may not change it.
   */
  find(job: IntakeJob): { known: BatchLead } | { known: null; session: string } | 'not-theirs';
}

/** Creates an empty collection. The caller must add all stored leads of the batch before it calls `find`. */
export function createBatchLeads(): BatchLeads {
  const byId = new Map<string, BatchLead>();
  const bySession = new Map<string, BatchLead>();
  return {
    byId,
    add(known) {
      byId.set(known.lead.id, known);
      bySession.set(known.lead.session, known);
      return known;
    },
    find(job) {
      const { submission } = job;
      if (submission.contactId !== undefined) {
        const known = byId.get(submission.contactId);
        if (!known) return 'not-theirs';
        const proven = submission.session === known.lead.session || job.cookieHash === known.lead.browser_key;
        return proven && accepts(known, job) ? { known } : 'not-theirs';
      }
      const known =
        bySession.get(job.session) ??
        (job.earlierSession === null ? undefined : bySession.get(job.earlierSession));
      if (!known) return { known: null, session: job.session };
      if (accepts(known, job)) return { known };
      // New content after a day creates a second lead, because losing it would be worse.
      const session = job.renewedSession();
      const renewed = bySession.get(session);
      return renewed ? { known: renewed } : { known: null, session };
    },
  };
}

/**
 * Returns whether a lead accepts a submission. During the first day (`LEAD_EDIT_WINDOW_MS`), a lead accepts all
 * submissions. After that, it accepts only repeats and submissions that change nothing.
 */
function accepts(known: BatchLead, job: IntakeJob): boolean {
  const { lead } = known;
  if (job.facts.now < lead.open_until || isRepeatedSubmission(known, job)) return true;
  // If nothing changes, a second lead would tell the agent nothing new.
  return isSameLeadContent(lead, mergeLead(lead, job.submission));
}

/** Returns whether the lead's last submission of the same step had the same content. */
export function isRepeatedSubmission(known: BatchLead, { submission, bodyHash }: IntakeJob): boolean {
  let last: StoredSubmission | null = null;
  for (const each of known.submissions) {
    if (each.step === submission.step && (last === null || each.at > last.at)) last = each;
  }
  return last !== null && hashWithoutCounter(last) === bodyHash;
}

/**
 * Returns a submission's hash without its counter (`~1`), which keeps hashes unique when earlier content is sent
 * again.
 */
export function hashWithoutCounter({ body_hash }: Pick<StoredSubmission, 'body_hash'>): string {
  return body_hash.replace(/~\d+$/, '');
}

/** Returns whether the consent differs from the lead's latest answer. False if the form had no checkboxes. */
export function isNewConsent(earlier: readonly StoredConsent[], consent: ConsentChoice | undefined): boolean {
  if (!consent) return false;
  const at = latestConsentAt(earlier);
  const latest = earlier.filter((each) => each.at === at);
  return (['service', 'marketing'] as const).some(
    (kind) =>
      !latest.some(
        (each) =>
          each.kind === kind && each.given === (consent[kind] ? 1 : 0) && each.version === consent.version,
      ),
  );
}

/** Returns when the lead last answered the consent checkboxes, in epoch milliseconds, or null if never. */
export function latestConsentAt(consents: readonly StoredConsent[]): number | null {
  return consents.reduce<number | null>((latest, { at }) => Math.max(latest ?? at, at), null);
}
