/** Characters with which people separate the parts of a number. */
const SEPARATORS = /[\s()+./\u2010-\u2015-]/g;

/**
 * Formats a phone number for display: `(515) 555-0142`, however it was typed. A number outside North America is
 * returned in E.164 format or, if `e164` is null, as typed. Null if both arguments are null.
 */
export function formatPhone(phone: string | null, e164: string | null): string | null {
  const country = phone?.trimStart().startsWith('+') ? '+' : '';
  const number = e164 ?? country + (phone?.replace(SEPARATORS, '') ?? '');
  const [, area, exchange, line] = /^(?:\+?1)?(\d{3})(\d{3})(\d{4})$/.exec(number) ?? [];
  return area === undefined ? (e164 ?? phone) : `(${area}) ${exchange}-${line}`;
}

/**
 * Returns a phone number as typed if it contains more than the number to call, for example an extension, letters or
 * extra words. Returns null if it does not, or if an argument is null.
 */
export function phoneAsTypedIfDifferent(phone: string | null, e164: string | null): string | null {
  if (phone === null || e164 === null) return null;
  const typed = phone.replace(SEPARATORS, '');
  const digits = e164.slice(1);
  return typed === digits || `1${typed}` === digits ? null : phone;
}
