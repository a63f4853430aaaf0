import {
  leadFields,
  type LeadColumn,
  type LeadFieldName,
  type LeadFieldTexts,
} from '../../../src/contracts/leads/lead-fields.ts';

/** A lead's text columns as they are stored. */
export type LeadTexts = Record<LeadColumn, string | null>;

/** A lead's texts in a submission, by field name. Absent properties were not sent. */
export type SubmittedTexts = Partial<Record<LeadFieldName, string>>;

/** Merges the texts of a submission into those of a lead. Absent and empty texts change nothing. */
export function mergeTexts(before: LeadTexts | undefined, submitted: SubmittedTexts): LeadTexts;
export function mergeTexts(before: LeadTexts | undefined, submitted: SubmittedTexts): object {
  return Object.fromEntries(
    leadFields.map(({ column, field }) => [column, submitted[field] || (before?.[column] ?? null)]),
  );
}

/** Returns a stored lead's texts by their field names. */
export function leadFieldTexts(lead: LeadTexts): LeadFieldTexts;
export function leadFieldTexts(lead: LeadTexts): object {
  return Object.fromEntries(leadFields.map(({ column, field }) => [field, lead[column]]));
}
