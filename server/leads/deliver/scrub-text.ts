/** Longest text that is kept of a fault. */
const LONGEST = 400;

/** A text without personal data: without anything like an address or a number, and without these values. */
export function scrubText(text: string, values: readonly (string | null)[] = []): string {
  let clean = text
    .replace(/[^\s@"'<>,;:()]+@[^\s@"'<>,;:()]+/g, '[e-mail]')
    .replace(/\+?\d[\d\s().-]{5,}\d/g, '[number]');
  for (const value of values) {
    const wanted = value?.trim() ?? '';
    // A shorter one may be part of any word, and tells nothing.
    if (wanted.length >= 3) clean = clean.replaceAll(new RegExp(escape(wanted), 'gi'), '[…]');
  }
  return clean.length > LONGEST ? `${clean.slice(0, LONGEST - 1)}…` : clean;
}

function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
