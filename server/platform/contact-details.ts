import { findPhoneNumbersInText, parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { z } from 'zod';

/**
 * Returns the phone number in E.164 format. A number without a country code counts as a US number. In longer text, the
 * first valid number is used. Returns undefined if there is none.
 */
export function normalisePhone(text: string): string | undefined {
  const number = parsePhoneNumberFromString(text, 'US');
  if (number?.isPossible()) return number.number;
  return findPhoneNumbersInText(text, 'US')[0]?.number.number;
}

const address = z.email();

/**
 * Returns the email address if mail can be sent to it, otherwise null. The forms also accept unusual addresses, which
 * are stored as typed.
 */
export function mailableAddress(email: string | null): string | null {
  return address.safeParse(email?.trim()).data ?? null;
}
