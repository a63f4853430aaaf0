import * as z from 'zod/mini';
import {
  hasPhoneDigits,
  isEmail,
  messageText,
  optionalChoice,
  optionalText,
  requiredText,
} from './field-schemas.ts';

/** The specified most characters of a phone number in this form, and of an address (RFC 5321). */
const PHONE_MOST = 20;
const EMAIL_MOST = 254;

const BAD_PHONE = 'Please enter a valid phone number';
const BAD_EMAIL = 'Please enter a valid email address';
const NEITHER = 'Please provide either a valid phone number or email address';

const phone = optionalText(BAD_PHONE, hasPhoneDigits, PHONE_MOST);
const email = optionalText(BAD_EMAIL, isEmail, EMAIL_MOST);
const ways = { phone, email };

/** Step 1: how to reach the visitor, and that. The other value may stand there too; it does not count. */
export const methodStep = z
  .object({
    contactMethod: z.optional(z.string()),
    phone: z.optional(z.string()),
    email: z.optional(z.string()),
  })
  .check(({ value, issues }) => {
    const { contactMethod: way } = value;
    const at = (name: string, message: string) => {
      issues.push({ code: 'custom', path: [name], message, input: value });
    };
    if (way !== 'phone' && way !== 'email') return at('contactMethod', NEITHER);
    if (!value[way]?.trim()) return at(way, NEITHER);
    const wrong = ways[way].safeParse(value[way]).error?.issues[0];
    if (wrong) at(way, wrong.message);
  });

/** What a visitor can say to where they heard of the agent. */
export const referralSources = ['Google', 'Facebook', 'Instagram', 'Referral', 'Other'] as const;

/** Step 2: who it is. All but the name may be left out. */
export const leadDetails = z.object({
  firstName: requiredText(1, 'First name is required'),
  lastName: requiredText(1, 'Last name is required'),
  email,
  phone,
  source: optionalChoice(referralSources),
  message: messageText,
});
