import { buildStepPayload } from '../../../src/contracts/forms/all-forms.ts';
import type { PayloadContext } from '../../../src/contracts/forms/build-requests.ts';
import type { LeadPayload } from '../../../src/contracts/leads/lead-request.ts';
import { newFormSessionId } from '../../../src/leads/form-draft.ts';

/** A visitor who fills in a form. The e-mail address is unique per name and number, the phone number per number. */
export interface Visitor {
  email: string;
  values: Readonly<Record<string, string>>;
  context: PayloadContext;
}

const at = '2026-11-01T12:00:00.000Z';
const attribution: PayloadContext['attribution'] = {
  first: { landing: '/buy/mortgage-guide', at, referrer: 'https://www.google.com/' },
  last: {
    landing: '/buy',
    at,
    utm_source: 'google',
    utm_medium: 'cpc',
    utm_campaign: 'spring-open-houses',
    gclid: 'EAIaIQobChMI0e-4pK2bigMVYpxaBR2Q2gG3EAAYASAAEgKbZvD_BwE',
  },
};

/**
 * Returns the visitor with this number, which must be below ten million. The same number and `name` always return the
 * same visitor.
 */
export function visitor(number: number, name = 'load'): Visitor {
  const digits = String(number).padStart(7, '0');
  const email = `${name}-${digits}@example.com`;
  return {
    email,
    values: {
      firstName: 'Marguerite',
      lastName: `Halvorsen ${name} ${digits}`,
      email,
      // Numbers start at 712-2000000: a real area code, followed by numbers that the US phone pattern accepts.
      phone: `${712 + Math.floor(number / 8_000_000)}-${2_000_000 + (number % 8_000_000)}`,
      contactMethod: 'email',
      source: 'Google',
      message:
        'We are looking for three bedrooms with a fenced yard and room for a workshop, near the river if we can ' +
        'have it. Evenings after six are best.',
      inquiryType: 'buying',
    },
    context: {
      session: newFormSessionId(),
      page: '/buy',
      source: 'Buy Page',
      tags: ['Website Lead', 'Buyer'],
      attribution,
      elapsed: 41_000,
    },
  };
}

/** Returns the payload that the browser sends for step 1 of `lead-form`. */
export function firstStep({ values, context }: Visitor): LeadPayload {
  return buildStepPayload('lead-form', 1, values, context);
}

/** Returns the payload for step 2 of `lead-form`, with the contact id from the response to step 1. */
export function secondStep({ values, context }: Visitor, contactId: string): LeadPayload {
  return buildStepPayload('lead-form', 2, values, { ...context, contactId });
}

/** Returns the payload for `contact-form`, which has only one step. */
export function contactForm({ values, context }: Visitor): LeadPayload {
  return buildStepPayload('contact-form', 1, values, {
    ...context,
    page: '/contact',
    source: 'Contact Page',
  });
}
