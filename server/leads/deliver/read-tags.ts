/** A lead's tags from their column; what is no text is left out. */
export function readTags(json: string): string[] {
  const read: unknown = JSON.parse(json);
  return Array.isArray(read) ? read.filter((tag) => typeof tag === 'string' && tag !== '') : [];
}
