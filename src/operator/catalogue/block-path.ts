/** Returns the path of a block in the catalogue. */
export function blockPath(id: string): string {
  return `/admin/blocks/${encodeURIComponent(id)}`;
}
