import { declaredInputNames, declaredInputSchemas, declaredInputSummary } from './declared-inputs.ts';
import {
  requiredChoice,
  contactKind,
  contactStepSchema,
  requiredEmail,
  requiredText,
  createStepSchema,
} from './field-schemas.ts';
import type { LeadFormDefinition } from './form-definition.ts';
import {
  readDeclaredInputs,
  createContactPayloadBuilder,
  buildLeadPayload,
  payloadSource,
  payloadTags,
  omitUndefined,
  type LeadRequest,
  type PayloadBuilder,
  type StepRequestBuilder,
} from './build-requests.ts';
import { splitName } from './split-name.ts';

const ID = 'market-report-form';

/** The areas that a market report can cover. */
export const marketReportAreas = [
  { value: 'west-des-moines', label: 'West Des Moines' },
  { value: 'ankeny', label: 'Ankeny' },
  { value: 'beaverdale', label: 'Beaverdale' },
  { value: 'all', label: 'All areas' },
];

/** The phone number is not a field of step 2: if step 1 collected one, it is posted along with these fields. */
const subscriptionDetails = createStepSchema({
  name: requiredText(2, 'Name must be at least 2 characters.'),
  email: requiredEmail('Please enter a valid email address.'),
  areas: requiredChoice(
    marketReportAreas.map(({ value }) => value),
    'Please select an area of interest.',
  ),
  ...declaredInputSchemas(ID),
});

const subscription: PayloadBuilder = (read) => ({
  name: read('name'),
  email: read('email'),
  phone: read('phone'),
  areas: read('areas'),
});

const update: PayloadBuilder = (read, context) => {
  const { firstName, lastName } = splitName(read('name') ?? '');
  return {
    firstName: firstName || undefined,
    lastName: lastName || undefined,
    email: read('email'),
    source: payloadSource(context),
    tags: payloadTags(ID, context),
    addTags: true,
    customData: omitUndefined({ area_of_interest: read('areas'), ...readDeclaredInputs(ID, read) }),
  };
};

/** Step 2 sends two requests: the subscription, then the contact's details. */
const requests: StepRequestBuilder = (step, values, context, endpoint): LeadRequest[] => {
  const body = (builder: PayloadBuilder) => buildLeadPayload(ID, step, values, context, builder);
  if (step === 1)
    return [{ method: 'POST', path: endpoint, body: body(createContactPayloadBuilder(ID)), judge: 'status' }];
  return [
    { method: 'POST', path: '/api/market-reports', body: body(subscription), judge: 'ok' },
    {
      method: 'PUT',
      path: `/api/ghl/contact/${encodeURIComponent(context.contactId ?? '')}`,
      body: body(update),
      judge: 'success',
    },
  ];
};

/** The form to subscribe to the market report: one contact input, then name, e-mail address and area. */
export const marketReportForm: LeadFormDefinition = {
  id: ID,
  steps: [
    {
      schema: contactStepSchema,
      mode: 'onChange',
      fields: ['contact'],
      consent: true,
      heading: 'Your phone number or e-mail for the report',
      submit: 'Get the report',
      busy: 'Please wait...',
      failed: {
        kind: 'error',
        title: 'Error',
        text: 'There was a problem with your submission. Please try again.',
      },
    },
    {
      schema: subscriptionDetails,
      mode: 'onBlur',
      fields: ['name', 'email', 'areas', ...declaredInputNames(ID)],
      consent: false,
      heading: 'Where to send it',
      submit: 'Subscribe',
      busy: 'Submitting...',
      failed: {
        kind: 'error',
        title: 'Subscription Failed',
        text: 'There was an error processing your subscription. Please try again.',
      },
    },
  ],
  done: {
    kind: 'success',
    title: 'Subscription Successful!',
    text: "You're now subscribed to our monthly market updates.",
  },
  summary: [
    ['name', 'Name'],
    ['email', 'E-mail'],
    ['areas', 'Area', marketReportAreas],
    ...declaredInputSummary(ID),
  ],
  requests,
  savedContact: ({ contact = '' }) => ({
    marketReportPhone: contactKind(contact) === 'phone' ? contact : undefined,
  }),
};
