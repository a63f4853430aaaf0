import { parsePhoneNumberFromString } from 'libphonenumber-js';

/** E.164 as HighLevel stores it, read as a number of the USA without a country code; undefined: no digit in it. */
export function normalizePhone(text: string): string | undefined {
  const parsed = parsePhoneNumberFromString(text, 'US');
  if (parsed) return parsed.number;
  const digits = text.replaceAll(/\D/g, '');
  return digits === '' ? undefined : `+${digits}`;
}
