import {
  leadFields,
  type LeadColumn,
  type LeadFieldName,
  type LeadFieldTexts,
} from '../../../src/contracts/leads/lead-fields.ts';

/** A lead's text columns as they are stored. */
export type LeadTexts = Record<LeadColumn, string | null>;

/** The same texts in a submission. Absent properties were not sent. */
export type SubmittedTexts = Partial<Record<LeadFieldName, string>>;

/** Merges texts. Later texts replace earlier ones; absent and empty texts change nothing. */
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
