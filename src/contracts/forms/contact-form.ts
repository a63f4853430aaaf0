import {
  NO_VALID_CONTACT_MESSAGE,
  TOO_LONG_MESSAGE,
  optionalFreeText,
  inquiryTypeSchema,
  optionalEmail,
  optionalPhone,
  personAndInquiryFields,
  requiredText,
  createStepSchema,
  WRONG_PHONE_MESSAGE,
} from './field-schemas.ts';
import { MAX_FORM_FIELD_CHARACTERS } from './max-lengths.ts';
import { declaredInputNames, declaredInputSchemas, declaredInputSummary } from './declared-inputs.ts';
import type { LeadFormDefinition } from './form-definition.ts';
import { createInquiryPayloadBuilder, buildLeadPayload } from './build-requests.ts';
import { inquiryChoices } from '../leads/inquiry-types.ts';

const ID = 'contact-form';

/** Either the e-mail address or the phone number is required. */
const details = createStepSchema(
  {
    firstName: requiredText(1, 'First name is required'),
    lastName: requiredText(1, 'Last name is required'),
    email: optionalEmail('Please enter a valid email'),
    phone: optionalPhone(WRONG_PHONE_MESSAGE, MAX_FORM_FIELD_CHARACTERS.phone, TOO_LONG_MESSAGE),
    inquiryType: inquiryTypeSchema,
    message: optionalFreeText(MAX_FORM_FIELD_CHARACTERS.contactMessage),
    ...declaredInputSchemas(ID),
  },
  (text) => text('email') === '' && text('phone') === '' && ['email', NO_VALID_CONTACT_MESSAGE],
);

/** The contact form: name, contact, inquiry and message in one step. */
export const contactForm: LeadFormDefinition = {
  id: ID,
  steps: [
    {
      schema: details,
      mode: 'onSubmit',
      fields: [...personAndInquiryFields, ...declaredInputNames(ID), 'message'],
      consent: true,
      heading: 'Your message',
      submit: 'Send my message',
      busy: 'Sending...',
      failed: {
        kind: 'error',
        title: 'Submission Failed',
        text: 'There was an error processing your request. Please try again.',
      },
    },
  ],
  done: {
    kind: 'success',
    title: 'Thank You!',
    text: "Your message has been received. I'll contact you soon!",
  },
  summary: [
    ['name', 'Name'],
    ['email', 'E-mail'],
    ['phone', 'Phone'],
    ['inquiryType', 'About', inquiryChoices],
    ...declaredInputSummary(ID),
    ['message', 'Message'],
  ],
  requests: (step, values, context) => [
    {
      method: 'POST',
      path: '/api/contact',
      body: buildLeadPayload(ID, step, values, context, createInquiryPayloadBuilder(ID)),
      judge: 'status',
    },
  ],
};
