import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

/** The number in E.164, read as an American one where no country is named; undefined where it cannot be one. */
export function normalisePhone(text: string): string | undefined {
  const number = parsePhoneNumberFromString(text, 'US');
  return number?.isPossible() ? number.number : undefined;
}
