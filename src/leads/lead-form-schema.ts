import * as z from 'zod/mini';
import {
  fieldValues,
  messageText,
  optionalChoice,
  optionalEmail,
  optionalPhone,
  requiredText,
  stepFields,
} from './field-schemas.ts';

/** The specified most characters of a phone number in this form. */
const PHONE_MOST = 20;

const NEITHER = 'Please provide either a valid phone number or email address';

const ways = {
  phone: optionalPhone('Please enter a valid phone number', PHONE_MOST),
  email: optionalEmail('Please enter a valid email address'),
};

/** Step 1: how to reach the visitor, and that. The other value may stand there too; it does not count. */
export const methodStep = z.unknown().check(({ value, issues }) => {
  const values = fieldValues(value);
  const at = (name: string, message = NEITHER) => {
    issues.push({ code: 'custom', path: [name], message, input: value });
  };
  const way = values.get('contactMethod');
  if (way !== 'phone' && way !== 'email') return at('contactMethod');
  const given = values.get(way);
  if (typeof given !== 'string' || given.trim() === '') return at(way);
  const wrong = ways[way].safeParse(given).error?.issues[0];
  if (wrong) at(way, wrong.message);
});

/** What a visitor can say to where they heard of the agent. */
export const referralSources = ['Google', 'Facebook', 'Instagram', 'Referral', 'Other'] as const;

/** Step 2: who it is. All but the name may be left out. */
export const leadDetails = stepFields({
  ...ways,
  firstName: requiredText(1, 'First name is required'),
  lastName: requiredText(1, 'Last name is required'),
  source: optionalChoice(referralSources),
  message: messageText,
});
