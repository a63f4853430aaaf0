// Control, line and paragraph separators, and the marks that turn the direction of what follows: a value from
// outside must neither end a header's line nor rearrange what stands beside it.
const UNSAFE = /[\p{Cc}\p{Zl}\p{Zp}\u200E\u200F\u202A-\u202E\u2066-\u2069]+/gu;

/** A value from outside as one line of at most so many characters. */
export function oneLine(text: string, most = 200): string {
  const line = text.toWellFormed().replace(UNSAFE, ' ').replace(/ {2,}/g, ' ').trim();
  const characters = Array.from(line);
  return characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : line;
}

/** The same for a text of several lines: they stay, what is unsafe in them goes. */
export function manyLines(text: string): string {
  return text
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) => oneLine(line, Infinity))
    .join('\n')
    .trim();
}
