import * as z from 'zod/mini';
import { emailText, messageText, phoneText, requiredText } from './field-schemas.ts';

/** The specified most characters of a phone number in this form. */
const PHONE_MOST = 20;

const BAD_PHONE = 'Please enter a valid phone number';
const BAD_EMAIL = 'Please enter a valid email address';
const NEITHER = 'Please provide either a valid phone number or email address';

const empty = z.literal('');
const phone = phoneText(BAD_PHONE, PHONE_MOST);
const email = emailText(BAD_EMAIL);
/** The chosen one must be there at all before its own rule counts. */
const given = z.string(NEITHER).check(z.trim(), z.minLength(1, NEITHER));

/** Step 1: how to reach the visitor, and that. The other value may stand there too; it does not count. */
export const methodStep = z.discriminatedUnion(
  'contactMethod',
  [
    z.object({
      contactMethod: z.literal('phone'),
      phone: z.pipe(given, phone),
      email: z.optional(z.string()),
    }),
    z.object({
      contactMethod: z.literal('email'),
      email: z.pipe(given, email),
      phone: z.optional(z.string()),
    }),
  ],
  NEITHER,
);
export type MethodStep = z.infer<typeof methodStep>;

/** What a visitor can say to where they heard of the agent. */
export const referralSources = ['Google', 'Facebook', 'Instagram', 'Referral', 'Other'] as const;

/** Step 2: who it is. All but the name may be left out. */
export const leadDetails = z.object({
  firstName: requiredText(1, 'First name is required'),
  lastName: requiredText(1, 'Last name is required'),
  email: z.optional(z.union([empty, email], BAD_EMAIL)),
  phone: z.optional(z.union([empty, phone], BAD_PHONE)),
  source: z.optional(z.union([empty, z.enum(referralSources)], 'Please choose one of these')),
  message: messageText,
});
export type LeadDetails = z.infer<typeof leadDetails>;
