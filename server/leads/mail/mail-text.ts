import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { mailableAddress } from '../../platform/contact-details.ts';
import { MAX_FORM_FIELD_CHARACTERS } from '../../../src/contracts/forms/max-lengths.ts';

/** Text with an optional link to a phone number, an e-mail address or a page. */
export interface MailLine {
  text: string;
  /** `tel:`, `mailto:`, `http:` or `https:`. */
  href?: string;
}

/** A part of an e-mail. Both the HTML version and the plain-text version are rendered from these parts. */
export type MailPart =
  /** The lines to read first, in large type. */
  | { kind: 'lead'; lines: readonly MailLine[] }
  | { kind: 'heading'; text: string }
  | { kind: 'paragraph'; text: string }
  /** Text written by the visitor. Line breaks are kept. */
  | { kind: 'quote'; text: string }
  | { kind: 'facts'; rows: readonly (readonly [label: string, value: MailLine])[] }
  | { kind: 'button'; line: Required<MailLine> }
  /** Small print. */
  | { kind: 'small'; lines: readonly MailLine[] };

/** The content of an e-mail before it is formatted. */
export interface MailText {
  subject: string;
  /** Shown next to the subject in the inbox. */
  preview: string;
  parts: readonly MailPart[];
}

// Control characters, line separators and bidirectional marks. Untrusted values must not break a header line or reorder
// the text around them.
const UNSAFE = /[\p{Cc}\p{Zl}\p{Zp}\u200E\u200F\u202A-\u202E\u2066-\u2069]+/gu;

/**
 * Converts an untrusted value to one line that is safe in a header. Truncates it to `most` characters, ending in
 * an ellipsis.
 */
export function sanitiseLine(text: string, most = 200): string {
  const line = text.toWellFormed().replace(UNSAFE, ' ').replace(/ {2,}/g, ' ').trim();
  const characters = Array.from(line);
  return characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : line;
}

/** Applies `sanitiseLine` to each line of untrusted text, without a length limit. */
export function sanitiseLines(text: string): string {
  return text
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) => sanitiseLine(line, Infinity))
    .join('\n')
    .trim();
}

/**
 * Returns the address with a `mailto:` link. If the address is invalid, returns its text without a link. If there is no
 * text, returns null.
 */
export function emailLine(email: string | null): MailLine | null {
  const address = mailableAddress(email);
  if (address !== null) {
    return { text: address, href: `mailto:${encodeURIComponent(address).replace('%40', '@')}` };
  }
  const typed = sanitiseLine(email ?? '', MAX_FORM_FIELD_CHARACTERS.email);
  return typed === '' ? null : { text: typed };
}

/**
 * Returns the formatted number with a `tel:` link. Without a valid number (`e164`), returns the number as typed,
 * without a link. If there is no text, returns null.
 */
export function phoneLine(phone: string | null, e164: string | null): MailLine | null {
  const number = e164 === null ? undefined : parsePhoneNumberFromString(e164);
  if (number) {
    const text = number.countryCallingCode === '1' ? number.formatNational() : number.formatInternational();
    return { text, href: number.getURI() };
  }
  const typed = sanitiseLine(phone ?? '', MAX_FORM_FIELD_CHARACTERS.phone);
  return typed === '' ? null : { text: typed };
}
