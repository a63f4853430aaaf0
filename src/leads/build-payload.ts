import type { Attribution } from './attribution.ts';
import { campaignOf } from './campaign.ts';
import { consentChoice } from './consent-choice.ts';
import { contactKind } from './contact-kind.ts';
import { leadNotes } from './lead-notes.ts';
import { leadTags } from './lead-tags.ts';
import type { FormId, LeadPayload } from './lead-wire.ts';
import { postFields } from './post-fields.ts';

/** A form's fields by name, as typed; those of the step before are still among them. */
export type FormValues = Readonly<Record<string, string>>;

/** What a payload says besides the visitor's fields. */
export interface PayloadContext {
  session: string;
  /** From the answer to step 1. */
  contactId?: string | undefined;
  /** Path of the page the form stands on. */
  page: string;
  /** The placement's source and tags. */
  source?: string | undefined;
  tags: readonly string[];
  attribution?: Attribution | undefined;
  /** Milliseconds from the form's first sight to its sending. */
  elapsed?: number | undefined;
  altcha?: string | undefined;
}

type Read = (name: string) => string | undefined;
type Builder = (read: Read, context: PayloadContext) => LeadPayload;

/**
 * The body of a step's request: the fields that the specifications name in their sections 7, and ours. Of the market
 * report's second step it is the body of `POST /api/market-reports`; `buildReportUpdate` makes the one after it.
 */
export function buildPayload(
  form: FormId,
  step: 1 | 2,
  values: FormValues,
  context: PayloadContext,
): LeadPayload {
  return finish(form, step, values, context, builders[form][step]);
}

/** The body of `PUT /api/ghl/contact/{contactId}`, which follows on the market report's subscription. */
export function buildReportUpdate(values: FormValues, context: PayloadContext): LeadPayload {
  return finish('market-report-form', 2, values, context, reportUpdate);
}

function finish(
  form: FormId,
  step: 1 | 2,
  values: FormValues,
  context: PayloadContext,
  builder: Builder,
): LeadPayload {
  const { session, contactId, page, attribution, elapsed, altcha } = context;
  // An empty field says nothing: it must not undo what the step before it said.
  const read: Read = (name) => values[name]?.trim() || undefined;
  const byEmail = form === 'lead-form' && step === 1 && read('contactMethod') === 'email';
  return withoutGaps({
    ...builder(read, context),
    form,
    step,
    session,
    contactId,
    page,
    // The boxes belong to the phone number: unseen, they were not answered.
    consent: byEmail ? undefined : consentChoice(values),
    attribution,
    elapsed,
    website: read(postFields.honeypot),
    altcha,
  });
}

const contactOnly =
  (form: FormId): Builder =>
  (read, context) => {
    const contact = read('contact') ?? '';
    const payload = { source: sourceOf(context), tags: tagsOf(form, context) };
    return contactKind(contact) === 'email' ? { ...payload, email: contact } : { ...payload, phone: contact };
  };

const quickDetails: Builder = (read, context) => {
  const inquiryType = read('inquiryType') ?? 'general';
  const { page, source, attribution } = context;
  return withoutGaps({
    ...person(read),
    source: sourceOf(context),
    tags: tagsOf('quick-lead-form', context, inquiryType),
    addTags: true,
    notes: leadNotes({ inquiryType, page, source, attribution }),
    customData: { inquiryType },
  });
};

const subscription: Builder = (read) =>
  withoutGaps({
    name: read('name'),
    email: read('email'),
    phone: read('phone'),
    areas: read('areas'),
  });

const reportUpdate: Builder = (read, context) => {
  const [firstName, ...rest] = (read('name') ?? '').split(/\s+/);
  return withoutGaps({
    firstName,
    lastName: rest.join(' '),
    email: read('email'),
    source: sourceOf(context),
    tags: tagsOf('market-report-form', context),
    addTags: true,
    customData: withoutGaps({ area_of_interest: read('areas') }),
  });
};

const chosenMethod: Builder = (read, context) => {
  const payload = { source: sourceOf(context), tags: tagsOf('lead-form', context) };
  return read('contactMethod') === 'email'
    ? { ...payload, email: read('email') ?? '' }
    : { ...payload, phone: read('phone') ?? '' };
};

const leadDetails: Builder = (read, context) => {
  const campaign = campaignOf(context.attribution);
  return withoutGaps({
    ...person(read),
    source: context.source?.trim() ? `${context.source.trim()} (${context.page})` : context.page,
    customData: withoutGaps({
      message: read('message'),
      contactMethod: read('contactMethod'),
      referralSource: read('source'),
      campaign: campaign.utm_campaign,
      ...campaign,
    }),
    tags: tagsOf('lead-form', context),
  });
};

const contactMessage: Builder = (read, context) => {
  const inquiryType = read('inquiryType') ?? 'general';
  const { page, source, attribution } = context;
  return withoutGaps({
    ...person(read),
    source: sourceOf(context),
    tags: tagsOf('contact-form', context, inquiryType),
    notes: leadNotes({ inquiryType, page, source, attribution }),
    customData: { inquiryType },
  });
};

const builders: Readonly<Record<FormId, Readonly<Record<1 | 2, Builder>>>> = {
  'lead-form': { 1: chosenMethod, 2: leadDetails },
  'quick-lead-form': { 1: contactOnly('quick-lead-form'), 2: quickDetails },
  'market-report-form': { 1: contactOnly('market-report-form'), 2: subscription },
  // It has one step; whoever says two means that one.
  'contact-form': { 1: contactMessage, 2: contactMessage },
};

function person(read: Read) {
  return {
    firstName: read('firstName'),
    lastName: read('lastName'),
    email: read('email'),
    phone: read('phone'),
  };
}

/** A placement without a source is known by its page. */
function sourceOf({ source, page }: PayloadContext): string {
  return source?.trim() || page;
}

function tagsOf(form: FormId, context: PayloadContext, inquiryType?: string): string[] {
  const { tags, page, source, attribution } = context;
  return leadTags({ form, tags, page, source, attribution, inquiryType });
}

type Filled<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

function withoutGaps<T extends object>(object: T): Filled<T>;
function withoutGaps(object: object): object {
  return Object.fromEntries(
    Object.entries(object).filter(([, value]) => value !== undefined && value !== ''),
  );
}
