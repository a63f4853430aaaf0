/** Returns what the visitor wrote, or null. The lead's notes are no message: our forms write them for the CRM. */
export function leadMessage({ message }: { message: string | null }): string | null {
  return message?.trim() || null;
}

/** The lines that our forms add to the notes. Operators see the same facts by name: About, Source and Campaign. */
const FORM_LINES = /^(?:Inquiry|Campaign): /;

/** Returns the notes without the lines of our forms, or null. Other programs send notes of their own. */
export function otherNotes({ notes }: { notes: string | null }): string | null {
  const lines = (notes ?? '').split('\n').filter((line) => !FORM_LINES.test(line));
  return lines.join('\n').trim() || null;
}

/** Returns the beginning of a message as one line, cut at a word. */
export function messagePreview(message: string | null, most = 160): string | null {
  const line = message?.replaceAll(/\s+/g, ' ').trim();
  if (!line) return null;
  if (line.length <= most) return line;
  const cut = line.slice(0, most);
  const end = cut.lastIndexOf(' ');
  return `${end > most / 2 ? cut.slice(0, end) : cut}…`;
}
