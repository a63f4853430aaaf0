import type { FinishedPlacement } from './placement.ts';

const kept = new WeakMap<FinishedPlacement, string>();

/**
 * Remembers the server's HTML of the placements it wrote, before React takes the document over. It belongs to
 * these very placements: another page may use their keys for something else.
 */
export function keepServerHtml(root: ParentNode, placements: readonly FinishedPlacement[]): void {
  const byKey = new Map(placements.map((placement) => [placement.key, placement]));
  for (const element of root.querySelectorAll('[data-placement]')) {
    const placement = byKey.get(element.id);
    if (placement) kept.set(placement, element.innerHTML);
  }
}

/** The server's HTML of a placement of the first page. */
export function serverHtml(placement: FinishedPlacement): string | undefined {
  return kept.get(placement);
}
