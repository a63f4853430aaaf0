import type { DestinationName } from '../../database/schema/schema.ts';
import {
  addSubscriptionRow,
  consentRows,
  leadDeliveryRow,
  leadEventRow,
  emptyBatchRows,
  submissionRow,
  type BatchRows,
} from './batch-rows.ts';
import {
  isNewConsent,
  latestConsentAt,
  isRepeatedSubmission,
  createBatchLeads,
  hashWithoutCounter,
  type BatchLead,
  type StoredConsent,
  type StoredSubmission,
} from './batch-leads.ts';
import { deriveBrowserKey, type IntakeResult, type IntakeJob } from './intake-job.ts';
import { mailableAddress } from '../../platform/contact-details.ts';
import { mergeLead, isSameLeadContent, type LeadRow } from './merge-lead.ts';
import { newRowId, tokenHash } from '../../platform/security/tokens.ts';
import { parseStringArray } from '../../platform/parse-string-array.ts';

/** How long the browser that created a lead may change it, in milliseconds. */
export const LEAD_EDIT_WINDOW_MS = 24 * 60 * 60_000;

/** The stored rows of the leads in a batch. */
export interface StoredBatchRows {
  leads: readonly LeadRow[];
  submissions: readonly StoredSubmission[];
  consents: readonly StoredConsent[];
  /** Ids of the leads that already have a confirmation. */
  confirmed: readonly string[];
}

interface Options {
  destinations: readonly DestinationName[];
  crmReady: boolean;
  /** Secret from which cookies are derived. */
  secret: string;
}

/** Decides the result of each job, in order, and which rows to write. Does not access the database. */
export function planBatch(
  jobs: readonly IntakeJob[],
  stored: StoredBatchRows,
  { destinations, crmReady, secret }: Options,
): { acceptances: IntakeResult[]; rows: BatchRows } {
  const rows = emptyBatchRows();
  const leads = createBatchLeads();
  for (const lead of stored.leads) {
    leads.add({
      lead: { ...lead },
      isNew: false,
      touched: false,
      submissions: [],
      consents: [],
      confirmed: false,
    });
  }
  for (const each of stored.submissions) leads.byId.get(each.lead_id)?.submissions.push(each);
  for (const each of stored.consents) leads.byId.get(each.lead_id ?? '')?.consents.push(each);
  for (const id of stored.confirmed) {
    const known = leads.byId.get(id);
    if (known) known.confirmed = true;
  }

  const acceptances = jobs.map((job): IntakeResult => {
    const found = leads.find(job);
    if (found === 'not-theirs') return { kind: 'unknown-contact' };
    // A new lead needs an e-mail address or phone number. Without either, the first step of the form is missing.
    if (!found.known && !job.submission.email && !job.submission.phone) return { kind: 'unknown-contact' };
    const known = found.known ?? leads.add(newLead(job, found.session, { crmReady, secret }));
    const repeated = isRepeatedSubmission(known, job);
    if (!repeated) change(known, job);
    return {
      kind: 'stored',
      contactId: known.lead.id,
      session: known.lead.session,
      isLocalOnly: !crmReady,
      repeated,
      browserKey: bindBrowser(known, job, secret),
    };
  });
  for (const { lead, isNew, touched } of leads.byId.values()) {
    if (isNew) rows.newLeads.push(lead);
    else if (touched) rows.changedLeads.push(lead);
  }
  return { acceptances, rows };

  function change(known: BatchLead, job: IntakeJob): void {
    const { lead } = known;
    const { submission, facts } = job;
    const merged = mergeLead(lead, submission);
    const hasNews = lead.revision === 0 || !isSameLeadContent(lead, merged);
    const changed = hasNews || isNewConsent(known.consents, submission.consent);
    Object.assign(lead, merged, { updated_at: facts.now });
    known.touched = true;
    if (changed) {
      lead.revision += 1;
      rows.events.push(
        leadEventRow(lead, lead.revision === 1 ? 'received' : 'changed', facts.now, {
          form: submission.form,
          step: submission.step,
          revision: lead.revision,
          requestId: facts.requestId,
        }),
      );
    }
    suspect(known, job);
    // New content reopens a resolved lead. A rejected lead stays held, because `suspect` has quarantined it.
    if (hasNews && lead.status === 'resolved') {
      lead.status = 'open';
      rows.events.push(leadEventRow(lead, 'reopened', facts.now, { by: 'visitor' }));
    }
    const before = known.submissions.filter(({ step }) => step === submission.step);
    const times = before.filter((each) => hashWithoutCounter(each) === job.bodyHash).length;
    const row = submissionRow(lead, job, {
      hash: times === 0 ? job.bodyHash : `${job.bodyHash}~${times}`,
      after: before.map(({ at }) => at),
    });
    known.submissions.push(row);
    rows.submissions.push(row);
    const consents = consentRows(lead, job, { after: latestConsentAt(known.consents) });
    known.consents.push(...consents);
    rows.consents.push(...consents);
    addSubscriptionRow(rows, lead, job);
    // A submission that changes nothing is kept as evidence but not delivered.
    if (changed) deliver(known, job, hasNews);
  }

  function suspect({ lead, isNew }: BatchLead, { suspicions, facts }: IntakeJob): void {
    const before = lead.suspicions === null ? [] : parseStringArray(lead.suspicions);
    const all = [...new Set([...before, ...suspicions])];
    // If a lead was resolved while it was quarantined, nobody has released it, so later submissions are held too.
    const stillHeld = lead.status === 'resolved' && lead.rejected_at !== null;
    if (all.length === before.length && !stillHeld) return;
    lead.suspicions = JSON.stringify(all);
    rows.events.push(leadEventRow(lead, 'quarantined', facts.now, { suspicions: all }));
    if (lead.status === 'quarantined') return;
    lead.status = 'quarantined';
    lead.hold_told_at = null;
    if (!isNew) rows.heldLeads.push({ id: lead.id });
    for (const delivery of rows.deliveries) {
      if (delivery.lead_id === lead.id) delivery.state = 'held';
    }
  }

  function deliver(known: BatchLead, job: IntakeJob, hasNews: boolean): void {
    for (const destination of destinations) {
      if (destination === 'confirmation') {
        const { form, step } = job.submission;
        if (mailableAddress(known.lead.email) === null) continue;
        // The other steps of this form contain no request that could be confirmed.
        if (form === 'market-report-form' && step !== 'subscription') continue;
        if (known.confirmed && (step !== 'subscription' || !hasNews)) continue;
        known.confirmed = true;
      }
      rows.deliveries.push(leadDeliveryRow(known.lead, destination, job));
    }
  }
}

function newLead(
  { submission, facts }: IntakeJob,
  session: string,
  { crmReady, secret }: Pick<Options, 'crmReady' | 'secret'>,
): BatchLead {
  return {
    lead: {
      id: (crmReady ? '' : 'local_') + newRowId(facts.now),
      session,
      browser_key: tokenHash(facts.browserKey ?? deriveBrowserKey(secret, session)),
      open_until: facts.now + LEAD_EDIT_WINDOW_MS,
      ...mergeLead(undefined, submission),
      revision: 0,
      local_only: crmReady ? 0 : 1,
      status: 'open',
      suspicions: null,
      rejected_at: null,
      hold_told_at: null,
      crm_location_id: null,
      crm_contact_id: null,
      request_id: facts.requestId,
      created_at: facts.now,
      updated_at: facts.now,
    },
    isNew: true,
    touched: true,
    submissions: [],
    consents: [],
    confirmed: false,
  };
}

/** Binds the lead to this browser, which has proven its access, and returns the browser's cookie. */
function bindBrowser(known: BatchLead, { facts }: IntakeJob, secret: string): string {
  const key = facts.browserKey ?? deriveBrowserKey(secret, known.lead.session);
  const hash = tokenHash(key);
  if (known.lead.browser_key !== hash) {
    known.lead.browser_key = hash;
    known.touched = true;
  }
  return key;
}
