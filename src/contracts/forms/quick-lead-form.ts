import { declaredInputNames, declaredInputSchemas, declaredInputSummary } from './declared-inputs.ts';
import {
  contactStepSchema,
  requiredEmail,
  inquiryTypeSchema,
  personAndInquiryFields,
  requiredPhone,
  requiredText,
  createStepSchema,
  WRONG_PHONE_MESSAGE,
} from './field-schemas.ts';
import type { LeadFormDefinition } from './form-definition.ts';
import {
  createContactPayloadBuilder,
  createInquiryPayloadBuilder,
  buildLeadPayload,
  type PayloadBuilder,
} from './build-requests.ts';
import { inquiryChoices } from '../leads/inquiry-types.ts';

const ID = 'quick-lead-form';

/** Unlike in the contact form, both the e-mail address and the phone number are required. */
const contactDetails = createStepSchema({
  firstName: requiredText(1, 'First name is required'),
  lastName: requiredText(1, 'Last name is required'),
  email: requiredEmail('Please enter a valid email'),
  phone: requiredPhone(WRONG_PHONE_MESSAGE),
  inquiryType: inquiryTypeSchema,
  ...declaredInputSchemas(ID),
});

const details: PayloadBuilder = (read, context) => ({
  ...createInquiryPayloadBuilder(ID)(read, context),
  addTags: true,
});

/** The short form: one contact input, then name and inquiry. */
export const quickLeadForm: LeadFormDefinition = {
  id: ID,
  steps: [
    {
      schema: contactStepSchema,
      mode: 'onSubmit',
      fields: ['contact'],
      consent: true,
      heading: 'Your phone number or e-mail',
      submit: 'Get started',
      busy: 'Sending...',
      failed: {
        kind: 'error',
        title: 'Connection Error',
        text: 'There was a problem with your request. Please try again.',
      },
    },
    {
      schema: contactDetails,
      mode: 'onSubmit',
      fields: [...personAndInquiryFields, ...declaredInputNames(ID)],
      consent: true,
      heading: 'A few details',
      submit: 'Send my request',
      busy: 'Submitting...',
      failed: {
        kind: 'error',
        title: 'Submission Failed',
        text: 'There was an error processing your request. Please try again.',
      },
    },
  ],
  received: { kind: 'success', title: 'Contact info received', text: 'Please complete your information' },
  done: {
    kind: 'success',
    title: 'Thank You!',
    text: "Your information has been received. I'll contact you soon!",
  },
  summary: [
    ['name', 'Name'],
    ['phone', 'Phone'],
    ['email', 'E-mail'],
    ['inquiryType', 'About', inquiryChoices],
    ...declaredInputSummary(ID),
  ],
  requests: (step, values, context, endpoint) => [
    {
      method: 'POST',
      path: endpoint,
      body: buildLeadPayload(
        ID,
        step,
        values,
        context,
        step === 1 ? createContactPayloadBuilder(ID) : details,
      ),
      judge: step === 1 ? 'success' : 'ok',
    },
  ],
};
