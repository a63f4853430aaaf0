import { contactOnly } from './contact-payload.ts';
import type { LeadRequest, StepRequests } from './lead-requests.ts';
import { payloadOf, sourceOf, tagsOf, withoutGaps, type PayloadBuilder } from './payload.ts';

const FORM = 'market-report-form';

const subscription: PayloadBuilder = (read) => ({
  name: read('name'),
  email: read('email'),
  phone: read('phone'),
  areas: read('areas'),
});

const update: PayloadBuilder = (read, context) => {
  const [firstName, ...rest] = (read('name') ?? '').split(/\s+/);
  return {
    firstName: firstName || undefined,
    lastName: rest.join(' ') || undefined,
    email: read('email'),
    source: sourceOf(context),
    tags: tagsOf(FORM, context),
    addTags: true,
    customData: withoutGaps({ area_of_interest: read('areas') }),
  };
};

/** What the market report's form sends: its second step first the subscription, then the contact's details. */
export const marketReportRequests: StepRequests = (step, values, context, endpoint): LeadRequest[] => {
  const body = (builder: PayloadBuilder) => payloadOf(FORM, step, values, context, builder);
  if (step === 1) return [{ method: 'POST', path: endpoint, body: body(contactOnly(FORM)), judge: 'status' }];
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
