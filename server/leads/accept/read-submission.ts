import type { Attribution } from '../../../src/contracts/leads/attribution.ts';
import {
  NO_VALID_CONTACT_MESSAGE,
  SIMPLE_EMAIL_PATTERN,
  hasPhoneDigits,
  formErrors,
} from '../../../src/contracts/forms/field-schemas.ts';
import { splitName } from '../../../src/contracts/forms/split-name.ts';
import { stepCount, stepErrors } from '../../../src/contracts/forms/all-forms.ts';
import { leadFields } from '../../../src/contracts/leads/lead-fields.ts';
import { leadTags } from '../../../src/contracts/forms/lead-tags.ts';
import type { FormId } from '../../../src/contracts/leads/lead-request.ts';
import { truncateText } from '../../../src/contracts/truncate-text.ts';
import { normalisePhone } from '../../platform/contact-details.ts';
import {
  attributionFromCustomData,
  MAX_TAG_CHARACTERS,
  leadPayloadSchema,
  type ParsedLeadPayload,
} from './read-payload.ts';
import type { Submission } from '../store/intake-job.ts';
import { spamSignsInPayload } from '../store/spam-signs.ts';

interface Options {
  endpoint: 'contact' | 'market-reports';
  /** The id of the lead to change, from the request URL. It replaces an id in the payload. */
  contactId?: string | undefined;
  /** Epoch milliseconds. */
  now: number;
}

/** The submission that was read from a payload or, if the payload is invalid, error messages by field name. */
export type ReadSubmissionResult = { submission: Submission } | { fields: Readonly<Record<string, string>> };

/**
 * Validates the body of a lead request with its form's schema, and converts it to a submission with the standard tags
 * and the signs of spam. A payload without a form needs an e-mail address or phone number, unless it has a contact id
 * or a session. Never throws.
 */
export function readSubmission(body: unknown, { endpoint, contactId, now }: Options): ReadSubmissionResult {
  const read = leadPayloadSchema.safeParse(body);
  if (!read.success) return { fields: typeErrors(read.error.issues) };
  const payload = { ...read.data, ...(contactId === undefined ? {} : { contactId }) };
  const step = stepOf(payload, endpoint);
  const fields = payload.form ? formFaults(payload.form, step, payload) : contactFaults(payload);
  if (Object.keys(fields).length > 0) return { fields };
  return { submission: submissionOf(payload, step, now) };
}

function typeErrors(issues: Parameters<typeof formErrors>[0]): Record<string, string> {
  const errors = formErrors(
    issues.map(({ message, path }) => ({ message, path: path?.[0] === 'customData' ? path.slice(1) : path })),
  );
  return Object.keys(errors).length > 0 ? errors : { body: 'Please send the fields of a form' };
}

function stepOf(payload: ParsedLeadPayload, endpoint: Options['endpoint']): Submission['step'] {
  if (endpoint === 'market-reports') return 'subscription';
  if (payload.step) return payload.form && stepCount(payload.form) === 1 ? '1' : `${payload.step}`;
  if (payload.form && stepCount(payload.form) === 1) return '1';
  return payload.contactId !== undefined || (payload.form && payload.firstName) ? '2' : '1';
}

/** Maps the payload to the form's input names and validates it with the form's schema. */
function formFaults(
  form: FormId,
  step: Submission['step'],
  payload: ParsedLeadPayload,
): Record<string, string> {
  const { firstName = '', lastName = '', name = '', email = '', phone = '', areas, customData } = payload;
  const values = {
    contact: email || phone,
    contactMethod: phone && !email ? 'phone' : 'email',
    firstName,
    lastName,
    name,
    email,
    phone,
    areas: areas ?? '',
    ...(customData?.inquiryType ? { inquiryType: customData.inquiryType } : {}),
    ...Object.fromEntries(
      leadFields.flatMap(({ field, input }) =>
        input ? [[input.name ?? field, customData?.[field] ?? '']] : [],
      ),
    ),
    message: customData?.message ?? '',
  };
  if (stepCount(form) === 1) return stepErrors(form, 1, values);
  if (step === 'subscription') return stepErrors('market-report-form', 2, values);
  // This form first sends a request with the step `subscription`, which has already validated these fields.
  if (form === 'market-report-form' && step === '2') return contactFaults(payload);
  return stepErrors(form, Number(step), values);
}

/** Requires a valid e-mail address or phone number. A payload with a contact id or session may also omit both. */
function contactFaults({ email, phone, contactId, session }: ParsedLeadPayload): Record<string, string> {
  const reachable = (email && SIMPLE_EMAIL_PATTERN.test(email)) || (phone && hasPhoneDigits(phone));
  if (reachable) return {};
  const known = contactId !== undefined || session !== undefined;
  if (known && !email && !phone) return {};
  return email ? { email: NO_VALID_CONTACT_MESSAGE } : { phone: NO_VALID_CONTACT_MESSAGE };
}

function submissionOf(payload: ParsedLeadPayload, step: Submission['step'], now: number): Submission {
  const { customData, page } = payload;
  const { firstName, lastName } = splitName(payload.name ?? '');
  const email = payload.email && SIMPLE_EMAIL_PATTERN.test(payload.email) ? payload.email : undefined;
  const phone = payload.phone && hasPhoneDigits(payload.phone) ? payload.phone : undefined;
  const attribution = payload.attribution ?? attributionFromCustomData({ ...customData }, page ?? '/', now);
  const { area_of_interest: area, ...custom } = customData ?? {};
  return withoutGaps({
    ...Object.fromEntries(leadFields.map(({ field }) => [field, custom[field]])),
    form: payload.form ?? ('api' as const),
    step,
    session: payload.session,
    contactId: payload.contactId,
    page,
    firstName: payload.firstName ?? firstName,
    lastName: payload.lastName ?? lastName,
    email,
    phone,
    phoneE164: phone && normalisePhone(phone),
    contactMethod: customData?.contactMethod ?? methodOf(payload, step),
    notes: notesOf(payload, { email, phone }),
    areas: payload.areas ?? area,
    source: payload.source,
    tags: tagsOf(payload, attribution),
    consent: payload.consent,
    attribution,
    suspicions: spamSignsInPayload(payload),
  });
}

/** Returns the submitted tags and the standard tags, without duplicates. */
function tagsOf(
  { form, page, source, tags, addTags, customData }: ParsedLeadPayload,
  attribution: Attribution | undefined,
): string[] {
  // The source may include the page, as in `Buy Page (/buy)`. The page has its own tag.
  const [, name, path] = /^(?:(.*) \()?(\/[^()\s]*)\)?$/.exec(source ?? '') ?? [];
  const all = leadTags({
    form: form ?? undefined,
    tags: [...tags, ...addTags],
    page: page ?? path,
    source: path === undefined ? source : name,
    attribution,
    inquiryType: customData?.inquiryType,
  });
  return [...new Set(all.map((tag) => truncateText(tag, MAX_TAG_CHARACTERS)))];
}

/** Infers the preferred contact method from the only field of the lead form's first step. */
function methodOf({ form, phone }: ParsedLeadPayload, step: Submission['step']): string | undefined {
  return form === 'lead-form' && step === '1' ? (phone ? 'phone' : 'email') : undefined;
}

/** Appends an invalid e-mail address or phone number to the notes, so that the agent still sees it. */
function notesOf(
  payload: ParsedLeadPayload,
  accepted: { email?: string | undefined; phone?: string | undefined },
) {
  const typed = [
    payload.notes,
    payload.email && !accepted.email ? `E-mail as typed: ${payload.email}` : undefined,
    payload.phone && !accepted.phone ? `Phone as typed: ${payload.phone}` : undefined,
  ];
  return typed.filter(Boolean).join('\n');
}

type Gapless<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

function withoutGaps<T extends object>(object: T): Gapless<T>;
function withoutGaps(object: object): object {
  return Object.fromEntries(
    Object.entries(object).filter(([, value]) => value !== undefined && value !== ''),
  );
}
