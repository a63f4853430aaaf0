import { startTransition, useEffect, type ReactNode } from 'react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { Router, type Location, type NavigationType, type Navigator } from 'react-router-dom';
import { preserveTypedValues } from './preserve-typed-values.ts';
import { PlacementErrorBoundary, PlacementContent } from './placement-content.tsx';
import type { ResolvedPlacement } from '../contracts/placement.ts';
import { BlockViewRegistryContext, type BlockViewRegistry } from './block-view-registry.ts';
import type { AppWrapper } from './placement-context.ts';

interface PlacementTree {
  placement: ResolvedPlacement;
  /** Whether this is the first placement on the page. */
  first: boolean;
  registry: BlockViewRegistry;
  around: AppWrapper['around'];
  location: Location;
  navigationType: NavigationType;
  navigator: Navigator;
}

/**
 * Returns the content of a placement's own React root; undefined if the view is not loaded. The components around the
 * view are always the same, so that the view's state survives when the application takes over the root.
 */
export function placementTree(tree: PlacementTree): ReactNode {
  const { placement, first, registry, around, ...router } = tree;
  const view = registry.view(placement.block);
  return (
    view &&
    around(
      <BlockViewRegistryContext value={registry}>
        <Router {...router}>
          <PlacementErrorBoundary placement={placement}>
            <PlacementContent placement={placement} first={first} view={view} />
          </PlacementErrorBoundary>
        </Router>
      </BlockViewRegistryContext>,
    )
  );
}

/**
 * Hydrates the server's HTML of a placement in its own React root. Typed text is kept. Resolves when the root may be
 * updated: an earlier update would make React discard the server's HTML.
 */
export async function hydratePlacement(
  place: HTMLElement,
  placement: ResolvedPlacement,
  tree: ReactNode,
): Promise<Root> {
  const restoreTyped = preserveTypedValues(place);
  const release = holdEvents(place);
  const root = await new Promise<Root>((resolve) => {
    const options = { identifierPrefix: placementIdPrefix(placement) };
    // A transition yields to the browser every few milliseconds.
    startTransition(() => {
      const started: Root = hydrateRoot(
        place,
        <Ready onReady={() => resolve(started)}>{tree}</Ready>,
        options,
      );
    });
  });
  release();
  restoreTyped();
  return root;
}

/**
 * Hides events in an element from React until it is hydrated. React would respond to an input event by hydrating at
 * once, and the visitor would wait for it. The browser still handles the events, and the views read what was typed.
 * Only clicks on links and buttons get through, because they may need React. Returns a function that stops hiding
 * events.
 */
function holdEvents(place: HTMLElement): () => void {
  const hold = (event: Event) => {
    if (!(event.target instanceof Element) || !place.contains(event.target)) return;
    if (event.type === 'click' && event.target.closest('a,button')) return;
    event.stopPropagation();
  };
  // Every event that the browser has a handler for, such as `onkeydown`.
  const types = Object.keys(HTMLElement.prototype).flatMap((name) =>
    name.startsWith('on') ? name.slice(2) : [],
  );
  for (const type of types) addEventListener(type, hold, true);
  return () => {
    for (const type of types) removeEventListener(type, hold, true);
  };
}

/** Renders new content in a placement's own React root. */
export function renderPlacement(root: Root, tree: ReactNode): void {
  root.render(<Ready>{tree}</Ready>);
}

function Ready({ onReady, children }: { onReady?: () => void; children: ReactNode }) {
  useEffect(() => onReady?.(), [onReady]);
  return children;
}

/**
 * Returns the `identifierPrefix` of a placement's own React root, which must be the same on the server and in the
 * browser.
 */
export function placementIdPrefix(placement: ResolvedPlacement): string {
  return `${placement.key}-`;
}

const early = new WeakMap<Element, Promise<Root>>();
const taken = new WeakSet<Element>();

/** Records a placement's root that is hydrated before the application starts. */
export function keepEarlyRoot(place: Element, root: Promise<Root>): void {
  early.set(place, root);
}

/**
 * Hands a placement's element to the application. Returns the root that was hydrated earlier; undefined if none was.
 */
export function takeEarlyRoot(place: Element): Promise<Root> | undefined {
  const root = early.get(place);
  early.delete(place);
  taken.add(place);
  return root;
}

/** Whether a placement's element already has its own root, or was handed to the application. */
export function isPlacementClaimed(place: Element): boolean {
  return taken.has(place) || early.has(place);
}
