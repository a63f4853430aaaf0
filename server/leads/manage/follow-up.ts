import type { Kysely, Transaction } from 'kysely';
import type { LeadStage, OpenLeadStage } from '../../../src/contracts/leads/lead-stage.ts';
import type { OpenDatabase } from '../../database/open-database.ts';
import type { Database, LeadStatus } from '../../database/schema/schema.ts';
import { newRowId } from '../../platform/security/tokens.ts';
import { recordLeadEvent, type LeadEventKind } from '../store/record-event.ts';
import type { RecordAuditedChange } from './change-lead.ts';

/** The stage of the agent's work on a lead, and the lead's reminder. `day` is YYYY-MM-DD in the site's time zone. */
export interface FollowUp {
  stage: OpenLeadStage;
  reminder: { day: string; about: string } | null;
}

const NO_FOLLOW_UP: FollowUp = { stage: 'new', reminder: null };

/** Reads the follow-ups of these leads. Returns a function that looks up the follow-up of one of them by lead id. */
export async function readFollowUps(
  query: Kysely<Database>,
  leadIds: readonly string[],
): Promise<(leadId: string) => FollowUp> {
  if (leadIds.length === 0) return () => NO_FOLLOW_UP;
  const rows = await query
    .selectFrom('lead_follow_ups')
    .select(['lead_id', 'stage', 'remind_on', 'remind_about'])
    .where('lead_id', 'in', leadIds)
    .execute();
  const known = new Map(
    rows.map(({ lead_id, stage, remind_on: day, remind_about }): [string, FollowUp] => [
      lead_id,
      { stage, reminder: day === null ? null : { day, about: remind_about ?? '' } },
    ]),
  );
  return (leadId) => known.get(leadId) ?? NO_FOLLOW_UP;
}

/**
 * Returns the stage that operators see. Returns null for a quarantined lead, which has no stage before it is
 * released.
 */
export function visibleLeadStage(status: LeadStatus, stage: OpenLeadStage): LeadStage | null {
  if (status === 'quarantined') return null;
  return status === 'resolved' ? 'closed' : stage;
}

interface Change {
  leadId: string;
  now: number;
  audit: RecordAuditedChange;
}

/**
 * Sets the stage of an open lead. Returns false if the lead is not open. Records nothing if the stage is unchanged.
 */
export function changeLeadStage(
  { query }: OpenDatabase,
  stage: OpenLeadStage,
  { leadId, now, audit }: Change,
): Promise<boolean> {
  return query.transaction().execute(async (transaction) => {
    const lead = await lockLead(transaction, leadId, now);
    if (lead?.status !== 'open') return false;
    const before = (await readFollowUps(transaction, [leadId]))(leadId);
    if (before.stage === stage) return true;
    await saveFollowUp(transaction, leadId, { stage, now });
    await record(transaction, { leadId, now, audit, kind: 'stage-changed', detail: { stage } });
    return true;
  });
}

/** Sets or clears a lead's reminder. Returns false if there is no such lead. */
export function changeLeadReminder(
  { query }: OpenDatabase,
  reminder: FollowUp['reminder'],
  { leadId, now, audit }: Change,
): Promise<boolean> {
  return query.transaction().execute(async (transaction) => {
    if (!(await lockLead(transaction, leadId, now))) return false;
    await saveFollowUp(transaction, leadId, { reminder, now });
    const kind = reminder ? 'reminder-set' : 'reminder-cleared';
    await record(transaction, { leadId, now, audit, kind, detail: reminder ? { day: reminder.day } : {} });
    return true;
  });
}

/** Adds a private note to a lead. Returns false if there is no such lead. */
export function addLeadNote(
  { query }: OpenDatabase,
  note: { author: string; text: string },
  { leadId, now, audit }: Change,
): Promise<boolean> {
  return query.transaction().execute(async (transaction) => {
    if (!(await lockLead(transaction, leadId, now))) return false;
    await transaction
      .insertInto('lead_notes')
      .values({ id: newRowId(now), lead_id: leadId, at: now, ...note })
      .execute();
    await record(transaction, { leadId, now, audit, kind: 'note-added', detail: {} });
    return true;
  });
}

/** Deletes a private note permanently, including from SQLite's files. Returns false if there is no such note. */
export async function removeLeadNote(
  { query, eraseDeleted }: OpenDatabase,
  noteId: string,
  { leadId, now, audit }: Change,
): Promise<boolean> {
  const done = await query.transaction().execute(async (transaction) => {
    if (!(await lockLead(transaction, leadId, now))) return false;
    const { numDeletedRows } = await transaction
      .deleteFrom('lead_notes')
      .where('id', '=', noteId)
      .where('lead_id', '=', leadId)
      .executeTakeFirst();
    if (numDeletedRows === 0n) return false;
    await record(transaction, { leadId, now, audit, kind: 'note-removed', detail: {} });
    return true;
  });
  if (done) await eraseDeleted();
  return done;
}

/**
 * Locks a lead by setting `updated_at`, so that it cannot be deleted while rows are added for it, and returns its
 * status; undefined if there is no such lead. Every change of a follow-up takes this lock first.
 */
function lockLead(transaction: Transaction<Database>, leadId: string, now: number) {
  return transaction
    .updateTable('leads')
    .set({ updated_at: now })
    .where('id', '=', leadId)
    .returning('status')
    .executeTakeFirst();
}

async function saveFollowUp(
  transaction: Transaction<Database>,
  leadId: string,
  { now, ...change }: Partial<FollowUp> & { now: number },
): Promise<void> {
  const { reminder, stage } = change;
  const values = {
    ...(stage === undefined ? {} : { stage }),
    ...(reminder === undefined
      ? {}
      : { remind_on: reminder?.day ?? null, remind_about: reminder?.about ?? null, mailed_at: null }),
    updated_at: now,
  };
  await transaction
    .insertInto('lead_follow_ups')
    .values({ lead_id: leadId, stage: 'new', ...values })
    .onConflict((conflict) => conflict.column('lead_id').doUpdateSet(values))
    .execute();
}

async function record(
  transaction: Transaction<Database>,
  { leadId, now, audit, kind, detail }: Change & { kind: LeadEventKind; detail: Record<string, string> },
): Promise<void> {
  await recordLeadEvent(transaction, { leadId, at: now, kind, detail });
  await audit(transaction, { leadId });
}
