/**
 * Parses a JSON array of strings, the format in which the database stores lists such as tags. Leaves out empty strings
 * and other values; returns an empty array if the JSON is no array. Throws a `SyntaxError` if the text is not JSON.
 */
export function parseStringArray(json: string): string[] {
  const read: unknown = JSON.parse(json);
  return Array.isArray(read) ? read.filter((each) => typeof each === 'string' && each !== '') : [];
}
