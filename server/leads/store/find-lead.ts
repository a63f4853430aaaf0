import type { Database } from '../../database/schema.ts';
import type { LeadJob } from './lead-job.ts';
import { mergeLead, saysTheSame, type LeadRow } from './merge-lead.ts';

export type StoredSubmission = Pick<Database['submissions'], 'lead_id' | 'step' | 'body_hash' | 'at'>;

export type StoredConsent = Pick<Database['consents'], 'lead_id' | 'kind' | 'given' | 'version' | 'at'>;

/** A lead as a batch sees it: as stored, with what the batch has changed so far. */
export interface KnownLead {
  lead: LeadRow;
  isNew: boolean;
  /** Whether its row must be written. */
  touched: boolean;
  submissions: StoredSubmission[];
  consents: StoredConsent[];
  /** Whether a confirmation is on its way, or was delivered. */
  confirmed: boolean;
}

/** The leads of a batch. */
export class KnownLeads {
  readonly byId = new Map<string, KnownLead>();
  readonly #bySession = new Map<string, KnownLead>();

  add(known: KnownLead): KnownLead {
    this.byId.set(known.lead.id, known);
    this.#bySession.set(known.lead.session, known);
    return known;
  }

  /** The lead a job belongs to; the session of the new one; or that the job's handle is no good. */
  find(job: LeadJob): { known: KnownLead } | { known: null; session: string } | 'not-theirs' {
    const { submission } = job;
    if (submission.contactId !== undefined) {
      const known = this.byId.get(submission.contactId);
      if (!known) return 'not-theirs';
      const proven = submission.session === known.lead.session || job.cookieHash === known.lead.browser_key;
      return proven && takes(known, job) ? { known } : 'not-theirs';
    }
    const known =
      this.#bySession.get(job.session) ??
      (job.earlierSession === null ? undefined : this.#bySession.get(job.earlierSession));
    if (!known) return { known: null, session: job.session };
    if (takes(known, job)) return { known };
    // Sent after a day, with something new: better a second lead than a lost one.
    const session = job.renewedSession();
    const renewed = this.#bySession.get(session);
    return renewed ? { known: renewed } : { known: null, session };
  }
}

/** Whether a lead still takes what belongs to it: for a day what is new, and always what is not. */
function takes(known: KnownLead, job: LeadJob): boolean {
  const { lead } = known;
  if (job.facts.now < lead.open_until || isRepeat(known, job)) return true;
  // The rest of a step whose first request got through: as a lead of its own it would tell the agent nothing.
  return saysTheSame(lead, mergeLead(lead, job.submission));
}

/** Whether this was the last thing said in its step. */
export function isRepeat(known: KnownLead, { submission, bodyHash }: LeadJob): boolean {
  let last: StoredSubmission | null = null;
  for (const each of known.submissions) {
    if (each.step === submission.step && (last === null || each.at > last.at)) last = each;
  }
  return last !== null && plainHash(last) === bodyHash;
}

/** What was said again after something else has a number behind its hash. */
export function plainHash({ body_hash }: Pick<StoredSubmission, 'body_hash'>): string {
  return body_hash.replace(/~\d+$/, '');
}
