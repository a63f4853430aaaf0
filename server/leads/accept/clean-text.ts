// Control characters but for tab and line feed: nobody types them, and PostgreSQL cannot store the first of them.
// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u0008\u000B-\u001F\u007F]/g;

/** Text as both databases can keep it: without control characters, halves of characters, and spaces around it. */
export function cleanText(text: string): string {
  return text.replace(CONTROL, '').toWellFormed().trim();
}
