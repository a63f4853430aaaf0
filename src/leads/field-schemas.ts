import * as z from 'zod/mini';
import { SIMPLE_EMAIL } from './contact-kind.ts';

/** Longest texts that are taken; nobody's name or address is longer (e-mail: RFC 5321). */
const LONGEST = { name: 100, email: 254, phone: 30, message: 5000 } as const;
const TOO_LONG = 'Please shorten this';
const NO_TEXT = 'Please write this as text';

/** The specified rule: so many digits make a phone number. */
export const PHONE_DIGITS = 10;

/** Whether a text has enough digits for a phone number, however it is written. */
export function hasPhoneDigits(text: string): boolean {
  return text.replace(/\D/g, '').length >= PHONE_DIGITS;
}

/** Text of at least so many characters, without the spaces around it. */
export function requiredText(least: number, message: string) {
  return z.string(message).check(z.trim(), z.minLength(least, message), z.maxLength(LONGEST.name, TOO_LONG));
}

/** An e-mail address. */
export function emailText(message: string) {
  return z.string(message).check(z.trim(), z.maxLength(LONGEST.email, TOO_LONG), z.email(message));
}

/** A phone number as people write it, at most so many characters. */
export function phoneText(message: string, most: number = LONGEST.phone) {
  return z.string(message).check(z.trim(), z.maxLength(most, message), z.refine(hasPhoneDigits, message));
}

/** Several lines that may be left empty. */
export const messageText = z.optional(
  z.string(NO_TEXT).check(z.trim(), z.maxLength(LONGEST.message, TOO_LONG)),
);

/** What an inquiry can be about. */
export const inquiryTypes = ['buying', 'selling', 'both', 'general'] as const;
export type InquiryType = (typeof inquiryTypes)[number];
export const inquiryType = z._default(z.enum(inquiryTypes, 'Please choose one of these'), 'general');

const NEITHER = 'Please enter a valid phone number or email.';

/** One input for either: at least ten digits, or a simple e-mail address. */
export const phoneOrEmail = z.string(NEITHER).check(
  z.trim(),
  z.maxLength(LONGEST.email, TOO_LONG),
  z.refine((text) => hasPhoneDigits(text) || SIMPLE_EMAIL.test(text), NEITHER),
);
