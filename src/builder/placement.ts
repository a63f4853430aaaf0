/** Where on a page a placement stands. */
export type Region = 'main' | 'aside';

/** What went wrong with a placement, in words an editor can act on. */
export interface PlacementFault {
  /** The section id the fault is about; absent when it is about the whole placement. */
  section?: string;
  /** Names the thing, the place and the mend. */
  message: string;
}

/** A placement with everything resolved: what the server renders and the browser hydrates. */
export interface FinishedPlacement {
  block: string;
  /** Unique in its page; also the section's anchor. */
  key: string;
  region: Region;
  /** The view's props, finished: no view checks them again. */
  props: Readonly<Record<string, unknown>>;
  /** What the view needs of the browser; `need` where nothing is said. */
  script?: 'none' | 'near';
  /** Only for people who may see them: editors in a preview, developers. */
  faults?: readonly PlacementFault[];
}

/**
 * The blocks whose views come with the application for a document that the server has rendered. Those that wait until
 * they are near are not among them, unless `early` names their placement.
 */
export function runningBlocks(
  placements: readonly FinishedPlacement[],
  early: ReadonlySet<string> = new Set(),
): string[] {
  return placements
    .filter(({ script, key }) => script === undefined || (script === 'near' && early.has(key)))
    .map(({ block }) => block);
}

/** The blocks whose views come when they are near or touched. */
export function nearBlocks(placements: readonly FinishedPlacement[]): string[] {
  return placements.filter(({ script }) => script === 'near').map(({ block }) => block);
}
