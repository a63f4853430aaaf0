import type { Kysely, Selectable } from 'kysely';
import { leadMessage, messagePreview } from '../../../src/contracts/leads/shown-message.ts';
import type { DeliveryInfo, LeadListRow } from '../../../src/contracts/operators/operator-leads.ts';
import { formatLeadSource } from '../../../src/contracts/leads/lead-source.ts';
import type { Database } from '../../database/schema/schema.ts';
import { readFollowUps, visibleLeadStage, type FollowUp } from '../../leads/manage/follow-up.ts';
import { deliveryStateOfRank, deliveryRankSql } from './lead-filter.ts';

/** The columns of `leads` that `toLeadListRow` needs. */
export const LEAD_LIST_COLUMNS = [
  'id',
  'created_at',
  'updated_at',
  'first_name',
  'last_name',
  'email',
  'phone',
  'phone_e164',
  'message',
  'notes',
  'form',
  'page',
  'source',
  'progress',
  'status',
  'inquiry_type',
  'topic',
] as const;

/** Converts a delivery's row for the operator screens. Only a waiting delivery has a time for its next attempt. */
export function toDeliveryInfo(row: Selectable<Database['deliveries']>): DeliveryInfo {
  return {
    id: row.id,
    destination: row.destination,
    revision: row.revision,
    state: row.state,
    attempts: row.attempts,
    nextAttemptAt: row.state === 'waiting' ? row.next_attempt_at : null,
    deliveredAt: row.delivered_at,
    lastError: row.last_error,
  };
}

/** A lead from the database, with the columns that `toLeadListRow` needs. */
export type LeadListQueryRow = Pick<Selectable<Database['leads']>, (typeof LEAD_LIST_COLUMNS)[number]> & {
  delivery_rank: number | string;
};

/** Reads leads by their ids, as rows of the inbox. Missing leads are left out. */
export async function readLeadListRows(
  query: Kysely<Database>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, LeadListRow>> {
  if (ids.length === 0) return new Map();
  const rows = await query
    .selectFrom('leads')
    .select([...LEAD_LIST_COLUMNS, deliveryRankSql.as('delivery_rank')])
    .where('id', 'in', ids)
    .execute();
  return new Map((await toLeadListRows(query, rows)).map((row) => [row.id, row]));
}

/** Adds the follow-ups to leads, and converts both to rows of the inbox. */
export async function toLeadListRows(
  query: Kysely<Database>,
  rows: readonly LeadListQueryRow[],
): Promise<LeadListRow[]> {
  const followUpOf = await readFollowUps(
    query,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => toLeadListRow(row, followUpOf(row.id)));
}

/** Converts a lead and its follow-up to a row of the inbox. The `stage` of a quarantined lead is null. */
export function toLeadListRow(row: LeadListQueryRow, { stage, reminder }: FollowUp): LeadListRow {
  return {
    id: row.id,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    name: fullNameOf(row),
    email: row.email,
    phone: row.phone,
    phoneE164: row.phone_e164,
    preview: messagePreview(leadMessage(row)),
    form: row.form,
    page: row.page,
    source: row.source,
    sourceText: formatLeadSource(row.source, row.page),
    progress: row.progress,
    status: row.status,
    inquiryType: row.inquiry_type,
    topic: row.topic,
    delivery: deliveryStateOfRank(row.delivery_rank),
    stage: visibleLeadStage(row.status, stage),
    reminder,
  };
}

/** Returns the first and last name; null if neither is known. */
export function fullNameOf({
  first_name,
  last_name,
}: Pick<LeadListQueryRow, 'first_name' | 'last_name'>): string | null {
  return [first_name, last_name].filter(Boolean).join(' ') || null;
}
