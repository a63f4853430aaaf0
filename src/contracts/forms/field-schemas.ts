import * as z from 'zod/mini';
import { inquiryTypeTexts } from '../leads/inquiry-types.ts';
import { MAX_FORM_FIELD_CHARACTERS } from './max-lengths.ts';

/** The error of a phone number that is missing or wrong. */
export const WRONG_PHONE_MESSAGE = 'Please enter a valid phone number';

/**
 * Matches an e-mail address. It is deliberately simple, because rejecting a valid address loses a lead, while a typo is
 * easy for the agent to notice.
 */
export const SIMPLE_EMAIL_PATTERN = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/**
 * Returns whether a contact is an e-mail address or a phone number. It does not count digits, because an e-mail address
 * may contain ten of them, too.
 */
export function contactKind(text: string): 'email' | 'phone' {
  return SIMPLE_EMAIL_PATTERN.test(text.trim()) ? 'email' : 'phone';
}

/** The default error message for a text that is too long. */
export const TOO_LONG_MESSAGE = 'Please shorten this';
/** The error message if a form requires a phone number or an e-mail address and has neither. */
export const NO_VALID_CONTACT_MESSAGE = 'Please provide either a valid phone number or email address';

/** The minimum number of digits in a phone number, as specified. */
export const MIN_PHONE_DIGITS = 10;

/** Whether text contains enough digits for a phone number, whatever its format. */
export function hasPhoneDigits(text: string): boolean {
  return text.replace(/\D/g, '').length >= MIN_PHONE_DIGITS;
}

/**
 * Whether text is a valid e-mail address by zod's rule, as specified for e-mail fields. Use `SIMPLE_EMAIL_PATTERN`
 * instead where rejecting an address would lose the lead.
 */
export function isEmail(text: string): boolean {
  return z.regexes.email.test(text);
}

type Rule = (text: string) => boolean;

/**
 * Creates a schema for a trimmed text field; a missing value counts as empty. The error is `message` if `isRight` is
 * false, and `tooLong` if the text has more than `most` characters. It uses few features of zod, because each feature
 * adds to the script of every form.
 */
function fieldText(
  message: string,
  isRight: Rule,
  most: number | ((text: string) => number),
  tooLong = TOO_LONG_MESSAGE,
) {
  return z.unknown().check(({ value, issues }) => {
    const text = typeof value === 'string' ? value.trim() : '';
    const isLong = text.length > (typeof most === 'number' ? most : most(text));
    const wrong = !isRight(text) ? message : isLong && tooLong;
    if (wrong) issues.push({ code: 'custom', message: wrong, input: value });
  });
}

/**
 * Creates a schema for the fields of a step, like `z.object`: every issue has the field's path. It has no key
 * filtering, defaults or parsed results, because no form needs them and they would add a kilobyte to every form.
 */
export function createStepSchema(
  shape: Readonly<Record<string, z.ZodMiniUnknown>>,
  /**
   * Checks fields in combination: returns the name of an invalid field with its message, or false. `text` returns a
   * field's trimmed text.
   */
  wrongTogether?: (text: (name: string) => string) => [name: string, message: string] | false,
) {
  return z.unknown().check(({ value, issues }) => {
    const values = fieldValues(value);
    for (const [name, field] of Object.entries(shape)) {
      const input = values.get(name);
      for (const { message } of field.safeParse(input).error?.issues ?? []) {
        issues.push({ code: 'custom', path: [name], message, input });
      }
    }
    const together = wrongTogether?.((name) => {
      const text = values.get(name);
      return typeof text === 'string' ? text.trim() : '';
    });
    if (together) issues.push({ code: 'custom', path: [together[0]], message: together[1], input: value });
  });
}

/** Returns a form's values by field name; empty for null and undefined. Any other value must be an object. */
export function fieldValues(value: unknown): ReadonlyMap<string, unknown> {
  return new Map<string, unknown>(Object.entries(value ?? {}));
}

/** Creates a schema for a text field that may be empty. */
function optionalText(message: string, isRight: Rule, most: number, tooLong = message) {
  return fieldText(message, (text) => text === '' || isRight(text), most, tooLong);
}

/** Creates a schema for required text of `least` to `MAX_FORM_FIELD_CHARACTERS.name` characters. */
export function requiredText(least: number, message: string) {
  return fieldText(message, (text) => text.length >= least, MAX_FORM_FIELD_CHARACTERS.name);
}

export function requiredEmail(message: string) {
  return fieldText(message, isEmail, MAX_FORM_FIELD_CHARACTERS.email);
}

export function optionalEmail(message: string) {
  return optionalText(message, isEmail, MAX_FORM_FIELD_CHARACTERS.email);
}

/** Creates a schema for a required phone number in any format. */
export function requiredPhone(message: string) {
  return fieldText(message, hasPhoneDigits, MAX_FORM_FIELD_CHARACTERS.phone);
}

/** Creates a schema for an optional phone number of at most `most` characters. Longer text gets `tooLong`. */
export function optionalPhone(message: string, most: number, tooLong = message) {
  return optionalText(message, hasPhoneDigits, most, tooLong);
}

export function requiredChoice(values: readonly string[], message: string) {
  return fieldText(message, (text) => values.includes(text), MAX_FORM_FIELD_CHARACTERS.name);
}

export function optionalChoice(values: readonly string[]) {
  return optionalText(
    'Please choose one of these',
    (text) => values.includes(text),
    MAX_FORM_FIELD_CHARACTERS.name,
  );
}

/** Creates a schema for optional text of at most `most` characters. */
export function optionalFreeText(most: number) {
  return fieldText(TOO_LONG_MESSAGE, () => true, most);
}

/**
 * An inquiry type, which may be followed by a colon and the page's own topic: `buying: My first home`. The field may be
 * empty. It contains both texts, so that a form posted without JavaScript includes both.
 */
export const inquiryTypeSchema = optionalText(
  'Please choose one of these',
  (text) => inquiryTypeTexts(parseInquiry(text).inquiryType) !== undefined,
  MAX_FORM_FIELD_CHARACTERS.name * 2,
);

/** Splits an inquiry into its type, `general` by default, and the page's topic, if it has one. */
export function parseInquiry(text: string | undefined): { inquiryType: string; topic: string | undefined } {
  const [inquiryType = '', ...topic] = (text ?? '').split(': ');
  return { inquiryType: inquiryType || 'general', topic: topic.join(': ') || undefined };
}

/** The schema of a phone number with at least ten digits, or an e-mail address that matches `SIMPLE_EMAIL_PATTERN`. */
export const phoneOrEmailSchema = fieldText(
  'Please enter a valid phone number or email.',
  (text) => hasPhoneDigits(text) || SIMPLE_EMAIL_PATTERN.test(text),
  (text) => MAX_FORM_FIELD_CHARACTERS[contactKind(text)],
);

/** An issue as zod and other standard schemas report it. */
interface Issue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** Returns the first message for each field, by field name. */
export function formErrors(issues: readonly Issue[]): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const { path, message } of issues) {
    const first = path?.[0];
    const name = String(typeof first === 'object' ? first.key : (first ?? ''));
    if (name !== '' && !Object.hasOwn(errors, name)) errors[name] = message;
  }
  return errors;
}

/** The names of the fields that step 2 of the short form and the contact form share, in display order. */
export const personAndInquiryFields = ['firstName', 'lastName', 'email', 'phone', 'inquiryType'];

/**
 * The schema of step 1 of the short form and of the market report: one input for a phone number or an e-mail address.
 */
export const contactStepSchema = createStepSchema({ contact: phoneOrEmailSchema });
