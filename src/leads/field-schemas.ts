import * as z from 'zod/mini';
import { SIMPLE_EMAIL } from './contact-kind.ts';

/** Longest texts that are taken; nobody's name or address is longer (e-mail: RFC 5321). */
const LONGEST = { name: 100, email: 254, phone: 30, message: 5000 } as const;
const TOO_LONG = 'Please shorten this';

/** The specified rule: so many digits make a phone number. */
export const PHONE_DIGITS = 10;

/** Whether a text has enough digits for a phone number, however it is written. */
export function hasPhoneDigits(text: string): boolean {
  return text.replace(/\D/g, '').length >= PHONE_DIGITS;
}

type Rule = (text: string) => boolean;

const atMost =
  (most: number): Rule =>
  (text) =>
    text.length <= most;

// Few of zod's parts, because each of them travels to every visitor of a form.
function ruled(message: string, isRight: Rule, most: number, tooLong = TOO_LONG) {
  return z.string(message).check(z.trim(), z.refine(isRight, message), z.refine(atMost(most), tooLong));
}

/** Text of at least so many characters, without the spaces around it. */
export function requiredText(least: number, message: string) {
  return ruled(message, (text) => text.length >= least, LONGEST.name);
}

/** Whether a text is an e-mail address, by zod's own rule. */
export function isEmail(text: string): boolean {
  return z.regexes.email.test(text);
}

/** An e-mail address. */
export function emailText(message: string) {
  return ruled(message, isEmail, LONGEST.email);
}

/** A phone number as people write it, at most so many characters. */
export function phoneText(message: string, most: number = LONGEST.phone) {
  return ruled(message, hasPhoneDigits, most, message);
}

/** A text that may be left empty; where it is not, it must be right. */
export function optionalText(message: string, isRight: Rule, most: number) {
  return z.optional(ruled(message, (text) => text === '' || isRight(text), most, message));
}

/** Several lines that may be left empty. */
export const messageText = z.optional(ruled('Please write this as text', () => true, LONGEST.message));

const UNKNOWN_CHOICE = 'Please choose one of these';

/** What an inquiry can be about; `general` where nothing is said. */
export const inquiryTypes = ['buying', 'selling', 'both', 'general'] as const;
export type InquiryType = (typeof inquiryTypes)[number];
export const inquiryType = optionalChoice(inquiryTypes);

/** One of a few values. */
export function choiceText(values: readonly string[], message: string) {
  return ruled(message, (text) => values.includes(text), LONGEST.name);
}

/** One of a few values, or none. */
export function optionalChoice(values: readonly string[]) {
  return optionalText(UNKNOWN_CHOICE, (text) => values.includes(text), LONGEST.name);
}

const NEITHER = 'Please enter a valid phone number or email.';

/** One input for either: at least ten digits, or a simple e-mail address. */
export const phoneOrEmail = ruled(
  NEITHER,
  (text) => hasPhoneDigits(text) || SIMPLE_EMAIL.test(text),
  LONGEST.email,
);
