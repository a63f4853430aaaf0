import type { Database } from '../database/schema.ts';
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
  /** Of quarantined leads: they change nothing for an address that is known. */
  doubtfulSubscriptions: Database['subscriptions'][];
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
    doubtfulSubscriptions: [],
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

/** The evidence: each box by itself, ticked or not. None where the form had no boxes. */
export function consentRows(lead: LeadRow, { submission, facts }: LeadJob): Database['consents'][] {
  const { consent } = submission;
  if (!consent) return [];
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
    at: facts.now,
  }));
}

/** Adds the subscription to the market report, if this is one. */
export function addSubscription(rows: BatchRows, lead: LeadRow, { submission, facts }: LeadJob): void {
  if (submission.step !== 'subscription' || !submission.email) return;
  const email = submission.email.toLowerCase();
  const list = lead.status === 'quarantined' ? rows.doubtfulSubscriptions : rows.subscriptions;
  // One statement cannot write the same row twice: the last one counts.
  const same = list.findIndex((each) => each.email === email);
  if (same >= 0) list.splice(same, 1);
  list.push({
    email,
    lead_id: lead.id,
    name: [lead.first_name, lead.last_name].filter(Boolean).join(' ') || null,
    areas: submission.areas ?? lead.areas,
    since: facts.now,
    unsubscribed_at: null,
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
