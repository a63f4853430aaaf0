/** A word or line that may lead somewhere: a number to call, an address to write to, a page. */
export interface MailLine {
  text: string;
  /** `tel:`, `mailto:`, `http:` or `https:`. */
  href?: string;
}

/** A part of a mail. Both its readings, plain text and HTML, are written from it: neither can say more. */
export type MailPart =
  /** What is read first, in large letters. */
  | { kind: 'lead'; lines: readonly MailLine[] }
  | { kind: 'heading'; text: string }
  | { kind: 'paragraph'; text: string }
  /** What somebody else wrote, with its lines. */
  | { kind: 'quote'; text: string }
  | { kind: 'facts'; rows: readonly (readonly [label: string, value: MailLine])[] }
  | { kind: 'button'; line: Required<MailLine> }
  /** Small print. */
  | { kind: 'small'; lines: readonly MailLine[] };

/** What a mail says, before it has a form. */
export interface MailText {
  subject: string;
  /** What lists of mails show beside the subject. */
  preview: string;
  parts: readonly MailPart[];
}
