import type { Attribution } from './attribution.ts';
import { consentChoice } from './consent-choice.ts';
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

/** A field's text without the spaces around it; undefined where it is empty. */
export type Read = (name: string) => string | undefined;

/** What a form itself says in the body of a request; gaps are left out of it. */
export type PayloadBuilder = (
  read: Read,
  context: PayloadContext,
) => { [K in keyof LeadPayload]: LeadPayload[K] | undefined };

/** The body of a step's request: what the form says, and what every form says. */
export function payloadOf(
  form: FormId,
  step: 1 | 2,
  values: FormValues,
  context: PayloadContext,
  build: PayloadBuilder,
): LeadPayload {
  const { session, contactId, page, attribution, elapsed, altcha } = context;
  // An empty field says nothing: it must not undo what the step before it said.
  const read: Read = (name) => values[name]?.trim() || undefined;
  return withoutGaps({
    // The boxes belong to the phone number: where they were not seen, a form says that they were not answered.
    consent: consentChoice(values),
    ...build(read, context),
    form,
    step,
    // A post without JavaScript has none yet: the server makes one.
    session: session || undefined,
    contactId,
    page,
    attribution,
    elapsed,
    website: read(postFields.honeypot),
    altcha,
  });
}

/** The fields that say who it is. */
export function person(read: Read) {
  return {
    firstName: read('firstName'),
    lastName: read('lastName'),
    email: read('email'),
    phone: read('phone'),
  };
}

/** A placement without a source is known by its page. */
export function sourceOf({ source, page }: PayloadContext): string {
  return source?.trim() || page;
}

/** The tags of a form's lead, `inquiryType` being what it asks about. */
export function tagsOf(form: FormId, context: PayloadContext, inquiryType?: string): string[] {
  return leadTags({ ...context, form, inquiryType });
}

type Filled<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** The same object without what is undefined. */
export function withoutGaps<T extends object>(object: T): Filled<T>;
export function withoutGaps(object: object): object {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));
}
