import { findPhoneNumbersInText, parsePhoneNumberFromString } from 'libphonenumber-js/min';

/**
 * The number in E.164, read as an American one where no country is named; among words or other numbers the first that
 * can be called. Undefined where there is none.
 */
export function normalisePhone(text: string): string | undefined {
  const number = parsePhoneNumberFromString(text, 'US');
  if (number?.isPossible()) return number.number;
  return findPhoneNumbersInText(text, 'US')[0]?.number.number;
}
