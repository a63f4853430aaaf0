/** Returns the first letters of the first and last words of a name: `JA` for `Jordan Avery`. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => word !== '');
  const named = [words[0], words.length > 1 ? words.at(-1) : undefined];
  // A letter may be two code units long.
  return named.map((word) => Array.from(word ?? '')[0] ?? '').join('');
}
