import { createContext, type ReactNode } from 'react';

/** The key of the placement that contains a view. It is also the section's anchor, which form posts return to. */
export const PlacementKeyContext = createContext('');

/** The level of a placement's heading: 1 for the first placement in the main region of a page, otherwise 2. */
export const HeadingLevelContext = createContext<1 | 2>(2);

/**
 * Keys of `near` placements that start with the application instead of when they are near the viewport, because they
 * show the state of a form that was just posted.
 */
export const EagerPlacementsContext = createContext<ReadonlySet<string>>(new Set());

/** The application's contexts, for views in a separate React root. */
export interface AppWrapper {
  /** Wraps a view in the application's contexts, except those of the router and the registry. */
  around: (view: ReactNode) => ReactNode;
  /** Only on the server: renders a node to HTML, with ids that start with `prefix`. */
  toHtml?: (node: ReactNode, prefix: string) => string;
}

/** Provides the application's contexts to separate React roots. The default adds none. */
export const AppWrapperContext = createContext<AppWrapper>({ around: (view) => view });

/**
 * A problem with the view of a placement (its block is unknown, its code did not load, or it threw an error) or of a
 * body block (it threw an error). The `key` of a body block is its id.
 */
export interface BlockFault {
  kind: 'unknown-block' | 'chunk-failed' | 'view-threw';
  block: string;
  key: string;
  detail: string;
}

/** How faults of placements are reported and shown. */
export interface BlockFaultHandling {
  report: (fault: BlockFault) => void;
  /** True for people who may see faults: developers, and editors in a preview or in the page builder. */
  show: boolean;
}

/** The handler for faults in placements. The default does nothing. */
export const BlockFaultContext = createContext<BlockFaultHandling>({ report: () => {}, show: false });
