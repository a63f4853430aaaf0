import { campaignOf } from './campaign.ts';
import type { StepRequests } from './lead-requests.ts';
import { payloadOf, person, sourceOf, tagsOf, withoutGaps, type PayloadBuilder } from './payload.ts';

const chosenMethod: PayloadBuilder = (read, context) => ({
  source: sourceOf(context),
  tags: tagsOf('lead-form', context),
  ...(read('contactMethod') === 'email'
    ? { email: read('email'), consent: undefined }
    : { phone: read('phone') }),
});

const details: PayloadBuilder = (read, context) => {
  const campaign = campaignOf(context.attribution);
  return {
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
  };
};

/** What the two-step form of the buyer and seller pages sends. */
export const leadFormRequests: StepRequests = (step, values, context, endpoint) => [
  {
    method: 'POST',
    path: endpoint,
    body: payloadOf('lead-form', step, values, context, step === 1 ? chosenMethod : details),
    judge: 'success',
  },
];
