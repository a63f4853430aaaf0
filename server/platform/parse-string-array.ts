/**
 * Parses a JSON array of strings, the format in which the database stores tags. Returns an empty array for other JSON
 * values. Throws a `SyntaxError` if the text is not JSON.
 */
export function parseStringArray(json: string): string[] {
  const read: unknown = JSON.parse(json);
  return Array.isArray(read) ? read.filter((each) => typeof each === 'string' && each !== '') : [];
}
