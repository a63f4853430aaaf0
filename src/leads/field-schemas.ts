import * as z from 'zod/mini';
import { contactKind, SIMPLE_EMAIL } from './contact-kind.ts';

/** Longest texts that are taken: nobody's name or address is longer (e-mail: RFC 5321), no number with its words. */
export const LONGEST = { name: 100, email: 254, phone: 60, message: 5000 } as const;
const TOO_LONG = 'Please shorten this';

/** The specified rule: so many digits make a phone number. */
export const PHONE_DIGITS = 10;

/** Whether a text has enough digits for a phone number, however it is written. */
export function hasPhoneDigits(text: string): boolean {
  return text.replace(/\D/g, '').length >= PHONE_DIGITS;
}

/** Whether a text is an e-mail address, by zod's own rule. */
export function isEmail(text: string): boolean {
  return z.regexes.email.test(text);
}

type Rule = (text: string) => boolean;

/**
 * A field of a form: a text, without the spaces around it; what is missing counts as empty. Made of few of zod's
 * parts, because each of them travels to every visitor of a form.
 */
function fieldText(
  message: string,
  isRight: Rule,
  most: number | ((text: string) => number),
  tooLong = TOO_LONG,
) {
  return z.unknown().check(({ value, issues }) => {
    const text = typeof value === 'string' ? value.trim() : '';
    const isLong = text.length > (typeof most === 'number' ? most : most(text));
    const wrong = !isRight(text) ? message : isLong && tooLong;
    if (wrong) issues.push({ code: 'custom', message: wrong, input: value });
  });
}

/**
 * The fields of a step, as `z.object` would have them: every issue says whose it is. Without what no form asks for, of
 * keys, defaults and results: a kilobyte for every visitor of a form.
 */
export function stepFields(shape: Readonly<Record<string, z.ZodMiniUnknown>>) {
  return z.unknown().check(({ value, issues }) => {
    const values = fieldValues(value);
    for (const [name, field] of Object.entries(shape)) {
      const input = values.get(name);
      for (const { message } of field.safeParse(input).error?.issues ?? []) {
        issues.push({ code: 'custom', path: [name], message, input });
      }
    }
  });
}

/** The fields of a form by name; what is no object has none. */
export function fieldValues(value: unknown): ReadonlyMap<string, unknown> {
  return new Map<string, unknown>(Object.entries(value ?? {}));
}

/** The same, and it may be left empty. */
function optionalText(message: string, isRight: Rule, most: number, tooLong = message) {
  return fieldText(message, (text) => text === '' || isRight(text), most, tooLong);
}

/** Text of at least so many characters. */
export function requiredText(least: number, message: string) {
  return fieldText(message, (text) => text.length >= least, LONGEST.name);
}

/** An e-mail address. */
export function emailText(message: string) {
  return fieldText(message, isEmail, LONGEST.email);
}

/** An e-mail address, or nothing. */
export function optionalEmail(message: string) {
  return optionalText(message, isEmail, LONGEST.email);
}

/** A phone number as people write it. */
export function phoneText(message: string) {
  return fieldText(message, hasPhoneDigits, LONGEST.phone);
}

/** A phone number of at most so many characters, or nothing. */
export function optionalPhone(message: string, most: number) {
  return optionalText(message, hasPhoneDigits, most);
}

/** One of a few values. */
export function choiceText(values: readonly string[], message: string) {
  return fieldText(message, (text) => values.includes(text), LONGEST.name);
}

/** One of a few values, or none. */
export function optionalChoice(values: readonly string[]) {
  return optionalText('Please choose one of these', (text) => values.includes(text), LONGEST.name);
}

/** Several lines that may be left empty. */
export const messageText = fieldText(TOO_LONG, () => true, LONGEST.message);

/** What an inquiry can be about; `general` where nothing is said. */
export const inquiryTypes = ['buying', 'selling', 'both', 'general'] as const;
export type InquiryType = (typeof inquiryTypes)[number];
export const inquiryType = optionalChoice(inquiryTypes);

/** One input for either: at least ten digits, or a simple e-mail address. */
export const phoneOrEmail = fieldText(
  'Please enter a valid phone number or email.',
  (text) => hasPhoneDigits(text) || SIMPLE_EMAIL.test(text),
  (text) => LONGEST[contactKind(text)],
);
