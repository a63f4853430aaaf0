import { type Attribution, campaignOf } from '../leads/attribution.ts';
import { readConsentChoice } from '../leads/consent.ts';
import { inquiryTypeTexts } from '../leads/inquiry-types.ts';
import { leadTags } from './lead-tags.ts';
import { type FormId, type LeadPayload, formPostFields } from '../leads/lead-request.ts';
import { declaredInputsOf } from './declared-inputs.ts';
import { contactKind, parseInquiry } from './field-schemas.ts';

/** A form's values by field name, as typed, including those from the earlier step. */
export type FormValues = Readonly<Record<string, string>>;

/** The parts of a payload that do not come from the form's fields. */
export interface PayloadContext {
  session: string;
  /** From the response to step 1. */
  contactId?: string | undefined;
  /** Path of the page with the form. */
  page: string;
  /** The source that an editor set for the placement. `tags` are the placement's tags. */
  source?: string | undefined;
  tags: readonly string[];
  attribution?: Attribution | undefined;
  /** Milliseconds between the form's first display and its submission. */
  elapsed?: number | undefined;
}

/** Returns the trimmed text of a field; undefined if it is empty. */
export type ReadField = (name: string) => string | undefined;

/** Builds the form-specific part of a request body; undefined properties are left out. */
export type PayloadBuilder = (
  read: ReadField,
  context: PayloadContext,
) => { [K in keyof LeadPayload]: LeadPayload[K] | undefined };

/** Builds the body of a step's request from the form-specific part and the part that all forms share. */
export function buildLeadPayload(
  form: FormId,
  step: 1 | 2,
  values: FormValues,
  context: PayloadContext,
  build: PayloadBuilder,
): LeadPayload {
  const { session, contactId, page, attribution, elapsed } = context;
  // Empty fields are left out, so that they do not overwrite a value from an earlier step.
  const read: ReadField = (name) => values[name]?.trim() || undefined;
  const body = build(read, context);
  return omitUndefined({
    ...body,
    // Without a phone number, consent is left out, because CSS then hides the boxes if JavaScript is on.
    consent: body.phone ? readConsentChoice(values) : undefined,
    form,
    step,
    // A post without JavaScript has no session yet; the server creates one.
    session: session || undefined,
    contactId,
    page,
    attribution,
    elapsed,
    website: read(formPostFields.honeypot),
  });
}

/** Reads the name, e-mail address and phone number. Empty fields are undefined. */
export function readPerson(read: ReadField) {
  return {
    firstName: read('firstName'),
    lastName: read('lastName'),
    email: read('email'),
    phone: read('phone'),
  };
}

/** Returns the placement's source, or the path of the page if no source is set. */
export function payloadSource({ source, page }: PayloadContext): string {
  return source?.trim() || page;
}

/** Returns the tags of a form's lead, in the order that `leadTags` defines. */
export function payloadTags(form: FormId, context: PayloadContext, inquiryType?: string): string[] {
  return leadTags({ ...context, form, inquiryType });
}

/** Returns the answers to a form's declared inputs by their names in `customData`. */
export function readDeclaredInputs(form: FormId, read: ReadField): Record<string, string | undefined> {
  return Object.fromEntries(declaredInputsOf(form).map(({ field, name }) => [field, read(name)]));
}

type Filled<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** Returns a copy without undefined properties. */
export function omitUndefined<T extends object>(object: T): Filled<T>;
export function omitUndefined(object: object): object {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));
}

/** One request of a step, as it is sent and as it is stored for a retry. */
export interface LeadRequest {
  method: 'POST' | 'PUT';
  path: string;
  body: LeadPayload;
  /**
   * How to check that the lead was received: `success` checks the body's flag `success`, `status` the body's status
   * text, and `ok` only the HTTP status code. The specifications differ by form.
   */
  judge: 'success' | 'status' | 'ok';
}

/** Builds the requests of a form step, in order. `endpoint` is the result of `leadEndpoint`. */
export type StepRequestBuilder = (
  step: 1 | 2,
  values: FormValues,
  context: PayloadContext,
  endpoint: string,
) => LeadRequest[];

/**
 * Returns the payload builder for step 1 of the short form and of the market report: a phone number or an e-mail
 * address.
 */
export function createContactPayloadBuilder(form: FormId): PayloadBuilder {
  return (read, context) => {
    const contact = read('contact') ?? '';
    return {
      [contactKind(contact)]: contact || undefined,
      source: payloadSource(context),
      tags: payloadTags(form, context),
    };
  };
}

/** Returns the payload builder for the contact form and step 2 of the short form: the person and their inquiry. */
export function createInquiryPayloadBuilder(form: FormId): PayloadBuilder {
  return (read, context) => {
    const { inquiryType, topic } = parseInquiry(read('inquiryType'));
    return {
      ...readPerson(read),
      source: payloadSource(context),
      tags: payloadTags(form, context, inquiryType),
      notes: leadNotes({ inquiry: topic ?? inquiryType, attribution: context.attribution }),
      customData: omitUndefined({
        inquiryType,
        topic,
        message: read('message'),
        ...readDeclaredInputs(form, read),
      }),
    };
  };
}

/** Returns the note shown in the CRM, with one fact per line. `inquiry` is an inquiry type or the page's topic. */
function leadNotes({ inquiry, attribution }: { inquiry: string; attribution?: Attribution | undefined }) {
  const campaign = Object.entries(campaignOf(attribution)).map(([name, value]) => `${name} ${value}`);
  return [
    `Inquiry: ${inquiryTypeTexts(inquiry)?.choice ?? inquiry}`,
    ...(campaign.length > 0 ? [`Campaign: ${campaign.join(', ')}`] : []),
  ].join('\n');
}
