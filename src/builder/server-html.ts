import type { FinishedPlacement } from './placement.ts';

const kept = new WeakMap<FinishedPlacement, string>();
const left = new WeakMap<FinishedPlacement, readonly ChildNode[]>();
const ran = new WeakSet<FinishedPlacement>();

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

/** Remembers the server's own elements of a placement whose page is left before its view ran, as they were filled in. */
export function keepNodes(placement: FinishedPlacement, nodes: readonly ChildNode[]): void {
  left.set(placement, nodes);
}

/** Those elements, if there are any. */
export function keptNodes(placement: FinishedPlacement): readonly ChildNode[] | undefined {
  return left.get(placement);
}

/** Notes that a placement's view runs: the elements are its own now. */
export function noteRunning(placement: FinishedPlacement): void {
  left.delete(placement);
  ran.add(placement);
}

/** Whether that was ever noted. */
export function hasRun(placement: FinishedPlacement): boolean {
  return ran.has(placement);
}
