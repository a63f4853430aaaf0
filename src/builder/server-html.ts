import type { ResolvedPlacement } from '../contracts/placement.ts';

const kept = new WeakMap<ResolvedPlacement, string>();
const left = new WeakMap<ResolvedPlacement, readonly ChildNode[]>();
const ran = new WeakSet<ResolvedPlacement>();

/**
 * Saves the server's HTML of each placement before React hydrates it. The HTML is stored by placement object rather
 * than by key, because another page may use the same key for a different placement.
 */
export function saveServerHtml(root: ParentNode, placements: readonly ResolvedPlacement[]): void {
  const byKey = new Map(placements.map((placement) => [placement.key, placement]));
  for (const element of root.querySelectorAll('[data-placement]')) {
    const placement = byKey.get(element.id);
    if (placement && !kept.has(placement)) kept.set(placement, element.innerHTML);
  }
}

/** Returns the server-rendered HTML of a placement, or undefined if it was not part of the first document. */
export function serverHtml(placement: ResolvedPlacement): string | undefined {
  return kept.get(placement);
}

/**
 * Saves the server-rendered elements of a placement whose view has not run yet, when the visitor leaves the page. They
 * contain what the visitor typed.
 */
export function saveServerNodes(placement: ResolvedPlacement, nodes: readonly ChildNode[]): void {
  left.set(placement, nodes);
}

/** Returns the elements that `saveServerNodes` saved; undefined if there are none. */
export function savedServerNodes(placement: ResolvedPlacement): readonly ChildNode[] | undefined {
  return left.get(placement);
}

/** Records that a placement's view is running, and discards the elements that `saveServerNodes` saved. */
export function markViewRunning(placement: ResolvedPlacement): void {
  left.delete(placement);
  ran.add(placement);
}

/** Whether a placement's view has run since the document loaded. */
export function hasViewRun(placement: ResolvedPlacement): boolean {
  return ran.has(placement);
}
