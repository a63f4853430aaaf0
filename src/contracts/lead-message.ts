/** Returns the visitor's message or, without one, the lead's notes; null if both are empty. */
export function leadMessage({
  message,
  notes,
}: {
  message: string | null;
  notes: string | null;
}): string | null {
  return message?.trim() || notes?.trim() || null;
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
