import * as z from 'zod/mini';
import { campaignOf } from '../leads/attribution.ts';
import {
  NO_VALID_CONTACT_MESSAGE,
  optionalFreeText,
  fieldValues,
  optionalEmail,
  optionalPhone,
  requiredText,
  createStepSchema,
  WRONG_PHONE_MESSAGE,
} from './field-schemas.ts';
import { MAX_FORM_FIELD_CHARACTERS } from './max-lengths.ts';
import { declaredInputNames, declaredInputSchemas, declaredInputSummary } from './declared-inputs.ts';
import type { FormStep, LeadFormDefinition } from './form-definition.ts';
import {
  readDeclaredInputs,
  buildLeadPayload,
  readPerson,
  payloadSource,
  payloadTags,
  omitUndefined,
  type PayloadBuilder,
} from './build-requests.ts';

const ID = 'lead-form';

/** The specified maximum length of a phone number in this form. */
const MAX_PHONE_CHARACTERS = 20;

const contactFields = {
  phone: optionalPhone(WRONG_PHONE_MESSAGE, MAX_PHONE_CHARACTERS),
  email: optionalEmail('Please enter a valid email address'),
};

/** A text that is no valid contact. It is validated in place of an empty value, so that the field gets its error. */
const INVALID_CONTACT = '-';

const { address } = declaredInputSchemas(ID);

/** Step 1 validates the chosen contact method, and the address, which step 1 of `addressFirstForm` asks for. */
const methodStep = z.unknown().check(({ value, issues }) => {
  const values = fieldValues(value);
  const report = (name: string, message = NO_VALID_CONTACT_MESSAGE) => {
    issues.push({ code: 'custom', path: [name], message, input: value });
  };
  const tooLong = address?.safeParse(values.get('address')).error?.issues[0];
  if (tooLong) report('address', tooLong.message);
  const method = values.get('contactMethod');
  if (method !== 'phone' && method !== 'email') return report('contactMethod');
  const given = values.get(method);
  // An empty field gets the error message of the chosen method, not the general one.
  const text = typeof given === 'string' && given.trim() ? given : INVALID_CONTACT;
  const wrong = contactFields[method].safeParse(text).error?.issues[0];
  if (wrong) report(method, wrong.message);
});

/** Step 2 requires only the name. */
const leadDetails = createStepSchema({
  ...contactFields,
  firstName: requiredText(1, 'First name is required'),
  lastName: requiredText(1, 'Last name is required'),
  ...declaredInputSchemas(ID),
  message: optionalFreeText(MAX_FORM_FIELD_CHARACTERS.message),
});

const chosenMethod: PayloadBuilder = (read, context) => ({
  source: payloadSource(context),
  tags: payloadTags(ID, context),
  ...(read('contactMethod') === 'email' ? { email: read('email') } : { phone: read('phone') }),
  customData: read('address') ? omitUndefined({ propertyAddress: read('address') }) : undefined,
});

const details: PayloadBuilder = (read, context) => {
  const campaign = campaignOf(context.attribution);
  return {
    ...readPerson(read),
    source: context.source?.trim() ? `${context.source.trim()} (${context.page})` : context.page,
    customData: omitUndefined({
      message: read('message'),
      contactMethod: read('contactMethod'),
      ...readDeclaredInputs(ID, read),
      campaign: campaign.utm_campaign,
      ...campaign,
    }),
    tags: payloadTags(ID, context),
  };
};

const failed = { kind: 'error', title: 'Error', text: 'Failed to process your information' } as const;
const unexpected = {
  kind: 'error',
  title: 'Error',
  text: 'An unexpected error occurred. Please try again.',
} as const;

const method: FormStep = {
  schema: methodStep,
  mode: 'onChange',
  fields: ['contactMethod', 'phone', 'email'],
  consent: true,
  heading: 'How can I reach you?',
  submit: 'Continue',
  busy: 'Sending...',
  failed,
  unexpected,
};

const rest: FormStep = {
  schema: leadDetails,
  mode: 'onBlur',
  fields: ['firstName', 'lastName', ...declaredInputNames(ID), 'email', 'phone', 'message'],
  consent: true,
  heading: 'A few details',
  submit: 'Send my request',
  busy: 'Processing...',
  failed,
  unexpected,
};

/** The two-step lead form: a contact method, then the details. */
export const leadForm: LeadFormDefinition = {
  id: ID,
  steps: [method, rest],
  done: { kind: 'success', title: 'Success', text: 'Thank you! Your information has been submitted.' },
  summary: [
    ['name', 'Name'],
    ['phone', 'Phone'],
    ['email', 'E-mail'],
    ...declaredInputSummary(ID),
    ['message', 'Message'],
  ],
  repeatsServer: true,
  keptLocally: {
    kind: 'info',
    title: 'Information Saved Locally',
    text: 'It could not be sent, so your information is kept in this browser and is sent later.',
  },
  requests: (step, values, context, endpoint) => [
    {
      method: 'POST',
      path: endpoint,
      body: buildLeadPayload(ID, step, values, context, step === 1 ? chosenMethod : details),
      judge: 'success',
    },
  ],
  savedContact: ({ contactMethod, phone, email }) => ({
    leadFormPhone: contactMethod === 'phone' ? phone : undefined,
    leadFormEmail: contactMethod === 'email' ? email : undefined,
  }),
  keepsRecord: true,
};

/** `leadForm` with the address of the home in step 1 instead of step 2. Requests and validation are the same. */
export const addressFirstForm: LeadFormDefinition = {
  ...leadForm,
  steps: [
    { ...method, fields: ['address', ...method.fields], heading: 'Which home, and how can I reach you?' },
    { ...rest, fields: rest.fields.filter((name) => name !== 'address') },
  ],
};
