import type { Database } from '../../database/schema.ts';
import type { Submission } from '../accept/submission.ts';

export type LeadRow = Database['leads'];

/** A form of one step asks for everything at once. */
const ONE_STEP: ReadonlySet<string> = new Set(['contact-form']);

/** What a submission says about a lead, in its columns. */
type Said = Pick<
  LeadRow,
  | 'form'
  | 'page'
  | 'source'
  | 'tags'
  | 'progress'
  | 'first_name'
  | 'last_name'
  | 'email'
  | 'phone'
  | 'phone_e164'
  | 'contact_method'
  | 'inquiry_type'
  | 'referral_source'
  | 'message'
  | 'notes'
  | 'areas'
  | 'attribution'
>;

/** What stands in a lead of which nothing is known yet. */
const nothing: Said = {
  form: 'api',
  page: null,
  source: null,
  tags: '[]',
  progress: 'contact',
  first_name: null,
  last_name: null,
  email: null,
  phone: null,
  phone_e164: null,
  contact_method: null,
  inquiry_type: null,
  referral_source: null,
  message: null,
  notes: null,
  areas: null,
  attribution: null,
};

/** The lead with what was sent in it: a later value replaces an earlier one, nothing erases one, tags are added. */
export function mergeLead(lead: Said | undefined, submission: Submission): Said {
  const before = lead ?? nothing;
  return {
    form: submission.form === 'api' ? before.form : submission.form,
    page: submission.page || before.page,
    source: submission.source || before.source,
    tags: addTags(before.tags, submission.tags),
    progress: before.progress === 'details' || hasDetails(submission) ? 'details' : 'contact',
    first_name: submission.firstName || before.first_name,
    last_name: submission.lastName || before.last_name,
    email: submission.email || before.email,
    // The two belong together: a number that cannot be read must not stand beside an older one that can.
    phone: submission.phone || before.phone,
    phone_e164: submission.phone ? (submission.phoneE164 ?? null) : before.phone_e164,
    contact_method: submission.contactMethod || before.contact_method,
    inquiry_type: submission.inquiryType || before.inquiry_type,
    referral_source: submission.referralSource || before.referral_source,
    message: submission.message || before.message,
    notes: submission.notes || before.notes,
    areas: submission.areas || before.areas,
    attribution:
      before.attribution ?? (submission.attribution ? JSON.stringify(submission.attribution) : null),
  };
}

/** Whether the two say the same about a lead. */
export function saysTheSame(before: Said, after: Said): boolean {
  return Object.entries(after).every(([column, value]) => Object.is(value, Reflect.get(before, column)));
}

function hasDetails(submission: Submission): boolean {
  return (
    submission.step !== '1' ||
    ONE_STEP.has(submission.form) ||
    (submission.form === 'api' && submission.firstName !== undefined)
  );
}

/** A JSON array of texts; what is not one counts as empty. */
export function readTexts(json: string): string[] {
  const read: unknown = JSON.parse(json);
  return Array.isArray(read) ? read.filter((each) => typeof each === 'string') : [];
}

function addTags(before: string, tags: readonly string[]): string {
  return tags.length === 0 ? before : JSON.stringify([...new Set([...readTexts(before), ...tags])]);
}
