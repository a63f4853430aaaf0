import type { Database } from '../../database/schema.ts';
import type { LeadJob } from './lead-job.ts';
import type { LeadRow } from './merge-lead.ts';
import { rowId } from './random-id.ts';

/** The rows a batch writes, in one transaction. */
export interface BatchRows {
  newLeads: LeadRow[];
  changedLeads: LeadRow[];
  /** Ids of leads that became suspicious: what waits is held. */
  heldLeads: { id: string }[];
  submissions: Database['submissions'][];
  consents: Database['consents'][];
  consentTexts: Database['consent_texts'][];
  subscriptions: Database['subscriptions'][];
  deliveries: Database['deliveries'][];
  events: Database['lead_events'][];
}

export function noRows(): BatchRows {
  return {
    newLeads: [],
    changedLeads: [],
    heldLeads: [],
    submissions: [],
    consents: [],
    consentTexts: [],
    subscriptions: [],
    deliveries: [],
    events: [],
  };
}

/** What was sent. `at` lies after all earlier ones of its step: their order tells which came last. */
export function submissionRow(
  lead: LeadRow,
  { submission, facts }: LeadJob,
  { hash, after }: { hash: string; after: readonly number[] },
): Database['submissions'] {
  const { suspicions: _, ...body } = submission;
  return {
    id: rowId(facts.now),
    lead_id: lead.id,
    session: lead.session,
    step: submission.step,
    body_hash: hash,
    body: JSON.stringify(body),
    page: submission.page ?? null,
    ip: facts.ip,
    user_agent: facts.userAgent,
    request_id: facts.requestId,
    at: Math.max(facts.now, ...after.map((at) => at + 1)),
  };
}

/**
 * The evidence: each box by itself, ticked or not. None where the form had no boxes. `at` lies after all earlier ones
 * of the lead, the latest of which is `after`: their order tells which answer counts.
 */
export function consentRows(
  lead: LeadRow,
  { submission, facts }: LeadJob,
  { after }: { after: number | null },
): Database['consents'][] {
  const { consent } = submission;
  if (!consent) return [];
  const at = after === null ? facts.now : Math.max(facts.now, after + 1);
  return (['service', 'marketing'] as const).map((kind) => ({
    id: rowId(facts.now),
    lead_id: lead.id,
    kind,
    given: consent[kind] ? 1 : 0,
    version: consent.version,
    phone: lead.phone_e164 ?? lead.phone,
    email: lead.email,
    page: submission.page ?? lead.page,
    ip: facts.ip,
    user_agent: facts.userAgent,
    at,
  }));
}

/** Adds the subscription to the market report, if this is one; that of a quarantined lead waits for its release. */
export function addSubscription(rows: BatchRows, lead: LeadRow, { submission, facts }: LeadJob): void {
  if (submission.step !== 'subscription' || !submission.email || lead.status === 'quarantined') return;
  const email = submission.email.toLowerCase();
  // One statement cannot write the same row twice: the last one counts.
  const same = rows.subscriptions.findIndex((each) => each.email === email);
  if (same >= 0) rows.subscriptions.splice(same, 1);
  rows.subscriptions.push({
    email,
    lead_id: lead.id,
    name: [lead.first_name, lead.last_name].filter(Boolean).join(' ') || null,
    areas: submission.areas ?? lead.areas,
    since: facts.now,
    unsubscribed_at: null,
    crm_location_id: null,
    crm_contact_id: null,
    tell_crm_at: null,
  });
}

/** A delivery of the lead as it is now. */
export function deliveryRow(
  lead: LeadRow,
  destination: Database['deliveries']['destination'],
  { facts }: LeadJob,
): Database['deliveries'] {
  return {
    id: rowId(facts.now),
    lead_id: lead.id,
    destination,
    revision: lead.revision,
    state: lead.status === 'quarantined' ? 'held' : 'waiting',
    attempts: 0,
    next_attempt_at: facts.now,
    lease_owner: null,
    lease_until: null,
    done: null,
    last_error: null,
    request_id: facts.requestId,
    created_at: facts.now,
    delivered_at: null,
  };
}

/** A line of the lead's story. `detail` holds nothing personal. */
export function eventRow(
  lead: LeadRow,
  kind: string,
  at: number,
  detail: Readonly<Record<string, unknown>>,
): Database['lead_events'] {
  return { id: rowId(at), lead_id: lead.id, at, kind, detail: JSON.stringify(detail) };
}
