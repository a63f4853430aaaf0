/** The part of a page where a placement is shown. */
export type Region = 'main' | 'aside';

/** A problem with a placement, described so that an editor can fix it. */
export interface PlacementFault {
  /** The id of the section with the fault; absent if the fault concerns the whole placement. */
  section?: string;
  /** States what is wrong, where, and how to fix it. */
  message: string;
}

/** A fully resolved placement, which the server renders and the browser hydrates. */
export interface ResolvedPlacement {
  block: string;
  /** Unique on its page; also the anchor of the section. */
  key: string;
  region: Region;
  /** The normalized props of the view. Views do not validate them again. */
  props: Readonly<Record<string, unknown>>;
  /** Attributes of the element around the section, which are the style that an editor chose; absent if it is the usual one. */
  attributes?: Readonly<Record<string, string>>;
  /** How the view runs in the browser; `need` by default. */
  script?: 'none' | 'near';
  /** Only present for people who may see them: editors in a preview, and developers. */
  faults?: readonly PlacementFault[];
  /**
   * The stored position of each row of a list, by field, for lists in which rows before others are left out. Only
   * present for the same people.
   */
  storedRows?: Readonly<Record<string, readonly number[]>>;
}

/**
 * Returns the ids of the blocks whose views load with the application for a server-rendered document. Blocks with
 * `script: 'near'` are left out, unless `early` contains their placement's key.
 */
export function runningBlocks(
  placements: readonly ResolvedPlacement[],
  early: ReadonlySet<string> = new Set(),
): string[] {
  return placements
    .filter(({ script, key }) => script === undefined || (script === 'near' && early.has(key)))
    .map(({ block }) => block);
}

/** Returns the ids of the blocks whose views load when they are near the viewport or touched. */
export function nearBlocks(placements: readonly ResolvedPlacement[]): string[] {
  return placements.filter(({ script }) => script === 'near').map(({ block }) => block);
}
