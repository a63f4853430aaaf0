import { mergeLeadTexts, type LeadTextColumns } from '../../database/schema/lead-columns.ts';
import type { Database } from '../../database/schema/schema.ts';
import { stepCount } from '../../../src/contracts/forms/all-forms.ts';
import type { Submission } from './intake-job.ts';
import { parseStringArray } from '../../platform/parse-string-array.ts';

export type LeadRow = Database['leads'];

/** The content of a lead: the columns that submissions change. */
type LeadContent = LeadTextColumns &
  Pick<LeadRow, 'form' | 'tags' | 'progress' | 'phone' | 'phone_e164' | 'attribution'>;

/**
 * Merges a submission into a lead. Later values replace earlier ones and empty values are ignored. Tags accumulate, and
 * the first attribution is kept.
 */
export function mergeLead(before: LeadContent | undefined, submission: Submission): LeadContent {
  const { attribution } = submission;
  return {
    ...mergeLeadTexts(before, submission),
    form: submission.form === 'api' ? (before?.form ?? 'api') : submission.form,
    tags: addTags(before?.tags ?? '[]', submission.tags),
    progress: before?.progress === 'details' || hasDetails(submission) ? 'details' : 'contact',
    // Both columns change together: an invalid number must not be stored with an older E.164 number.
    phone: submission.phone || (before?.phone ?? null),
    phone_e164: (submission.phone ? submission.phoneE164 : before?.phone_e164) ?? null,
    attribution: before?.attribution ?? (attribution ? JSON.stringify(attribution) : null),
  };
}

/** Returns whether every column of `after` has the same value in `before`. */
export function isSameLeadContent(before: LeadContent, after: LeadContent): boolean {
  return Object.entries(after).every(([column, value]) => Object.is(value, Reflect.get(before, column)));
}

/** Returns whether the submission has more than contact data. A form with one step asks for everything at once. */
function hasDetails({ step, form, firstName }: Submission): boolean {
  if (step !== '1') return true;
  return form === 'api' ? firstName !== undefined : stepCount(form) === 1;
}

function addTags(before: string, tags: readonly string[]): string {
  return tags.length === 0 ? before : JSON.stringify([...new Set([...parseStringArray(before), ...tags])]);
}
