import type { Database } from '../../database/schema/schema.ts';
import type { IntakeJob } from './intake-job.ts';
import type { LeadRow } from './merge-lead.ts';
import { newRowId } from '../../platform/security/tokens.ts';

/** The rows that a batch writes in one transaction. */
export interface BatchRows {
  newLeads: LeadRow[];
  changedLeads: LeadRow[];
  /** Ids of leads that became suspicious. Their waiting deliveries are held. */
  heldLeads: { id: string }[];
  submissions: Database['submissions'][];
  consents: Database['consents'][];
  consentTexts: Database['consent_texts'][];
  subscriptions: Database['subscriptions'][];
  deliveries: Database['deliveries'][];
  events: Database['lead_events'][];
}

/** Returns the rows of a batch that writes nothing. */
export function emptyBatchRows(): BatchRows {
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

/**
 * Returns a submission's row. Its time (`at`) is later than every time in `after`, so that the last submission of a
 * step is unambiguous.
 */
export function submissionRow(
  lead: LeadRow,
  { submission, facts }: IntakeJob,
  { hash, after }: { hash: string; after: readonly number[] },
): Database['submissions'] {
  const { suspicions: _, ...body } = submission;
  return {
    id: newRowId(facts.now),
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
 * Returns the consent evidence: one row per checkbox, checked or not, or no rows if the form had no checkboxes. The
 * rows' time (`at`) is later than `after`, the time of the lead's previous answer.
 */
export function consentRows(
  lead: LeadRow,
  { submission, facts }: IntakeJob,
  { after }: { after: number | null },
): Database['consents'][] {
  const { consent } = submission;
  if (!consent) return [];
  const at = after === null ? facts.now : Math.max(facts.now, after + 1);
  return (['service', 'marketing'] as const).map((kind) => ({
    id: newRowId(facts.now),
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

/**
 * Adds a subscription if the submission asks for the market report. Quarantined leads are subscribed when they are
 * released.
 */
export function addSubscriptionRow(rows: BatchRows, lead: LeadRow, { submission, facts }: IntakeJob): void {
  if (submission.step !== 'subscription' || !submission.email || lead.status === 'quarantined') return;
  const email = submission.email.toLowerCase();
  // An upsert cannot write the same row twice, so only the last subscription is kept.
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
  });
}

/** Returns the row for delivering the lead's current revision. It is held if the lead is quarantined. */
export function leadDeliveryRow(
  lead: LeadRow,
  destination: Database['deliveries']['destination'],
  { facts }: IntakeJob,
): Database['deliveries'] {
  return newDeliveryRow({
    lead_id: lead.id,
    destination,
    revision: lead.revision,
    state: lead.status === 'quarantined' ? 'held' : 'waiting',
    requestId: facts.requestId,
    now: facts.now,
  });
}

/** Returns the row of a delivery that is due at `now`, for a lead (`lead_id`) or a subscription (`email`). */
export function newDeliveryRow({
  requestId,
  now,
  ...row
}: Pick<Database['deliveries'], 'destination' | 'revision'> &
  Partial<Pick<Database['deliveries'], 'lead_id' | 'email' | 'state'>> & {
    requestId: string | null;
    now: number;
  }): Database['deliveries'] {
  return {
    id: newRowId(now),
    lead_id: null,
    email: null,
    state: 'waiting',
    attempts: 0,
    next_attempt_at: now,
    lease_owner: null,
    lease_until: null,
    done: null,
    last_error: null,
    request_id: requestId,
    created_at: now,
    delivered_at: null,
    ...row,
  };
}

/** Returns the row for an entry in a lead's history. `detail` must not contain personal data. */
export function leadEventRow(
  lead: LeadRow,
  kind: string,
  at: number,
  detail: Readonly<Record<string, unknown>>,
): Database['lead_events'] {
  return { id: newRowId(at), lead_id: lead.id, at, kind, detail: JSON.stringify(detail) };
}
