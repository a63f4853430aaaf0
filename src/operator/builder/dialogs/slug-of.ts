/**
 * Returns the slug that WordPress would derive from a title: `First-time buyers’ guide` › `first-time-buyers-guide`.
 */
export function slugOf(title: string): string {
  return title
    .normalize('NFD')
    .replaceAll(/(?<=\p{Script=Latin})\p{M}+|[’'"“”]/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, 80)
    .replaceAll(/^-+|-+$/g, '');
}
