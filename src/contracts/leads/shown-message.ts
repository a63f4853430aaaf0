import { truncateText } from '../truncate-text.ts';

/** Returns the visitor's message, trimmed; null if it is empty. The lead's notes, written for the CRM, are ignored. */
export function leadMessage({ message }: { message: string | null }): string | null {
  return message?.trim() || null;
}

/**
 * The lines that our forms add to the notes. Operators see the same facts under the labels About and Campaign.
 */
const FORM_LINES = /^(?:Inquiry|Campaign): /;

/** Returns the notes that other programs sent, without the lines that our forms add; null if there are none. */
export function notesWithoutFormLines({ notes }: { notes: string | null }): string | null {
  const lines = (notes ?? '').split('\n').filter((line) => !FORM_LINES.test(line));
  return lines.join('\n').trim() || null;
}

/**
 * Returns a message as one line; null if it is empty. A longer one is cut to `most` characters or, if possible, after a
 * word, and ends with `…`.
 */
export function messagePreview(message: string | null, most = 160): string | null {
  const line = message?.replaceAll(/\s+/g, ' ').trim();
  if (!line) return null;
  if (line.length <= most) return line;
  const cut = truncateText(line, most);
  const end = cut.lastIndexOf(' ');
  return `${end > most / 2 ? cut.slice(0, end) : cut}…`;
}
