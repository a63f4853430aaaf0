import {
  leadFields,
  type LeadColumn,
  type LeadFieldName,
  type LeadFieldTexts,
} from '../../../src/contracts/leads/lead-fields.ts';

/** A lead's text columns as they are stored. */
export type LeadTextColumns = Record<LeadColumn, string | null>;

/** A lead's texts in a submission, by field name. Absent properties were not sent. */
export type SubmittedLeadTexts = Partial<Record<LeadFieldName, string>>;

/** Merges a submission's texts into a lead's texts. Absent and empty texts change nothing. */
export function mergeLeadTexts(
  before: LeadTextColumns | undefined,
  submitted: SubmittedLeadTexts,
): LeadTextColumns;
export function mergeLeadTexts(before: LeadTextColumns | undefined, submitted: SubmittedLeadTexts): object {
  return Object.fromEntries(
    leadFields.map(({ column, field }) => [column, submitted[field] || (before?.[column] ?? null)]),
  );
}

/** Returns a stored lead's texts by their field names. */
export function leadFieldTexts(lead: LeadTextColumns): LeadFieldTexts;
export function leadFieldTexts(lead: LeadTextColumns): object {
  return Object.fromEntries(leadFields.map(({ column, field }) => [field, lead[column]]));
}
