import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { LONGEST } from '../../../src/leads/field-schemas.ts';
import type { MailLine } from './mail-text.ts';
import { oneLine } from './one-line.ts';

/** A phone number as people here read it, with a link that dials; as typed, and without one, where it is no number. */
export function phoneLine(phone: string | null, e164: string | null): MailLine | null {
  const number = e164 === null ? undefined : parsePhoneNumberFromString(e164);
  if (number) {
    const text = number.countryCallingCode === '1' ? number.formatNational() : number.formatInternational();
    return { text, href: number.getURI() };
  }
  const typed = oneLine(phone ?? '', LONGEST.phone);
  return typed === '' ? null : { text: typed };
}
