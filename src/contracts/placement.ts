/** The part of a page where a placement is shown. */
export type PlacementRegion = 'main' | 'aside';

/** A problem with a placement, described so that an editor can fix it. */
export interface PlacementFault {
  /** The id of the section with the fault; absent for a fault of the whole placement or in a shared section. */
  section?: string;
  /** States what is wrong, where, and how to fix it. */
  message: string;
}

/** A fully resolved placement, which the server renders and the browser hydrates. */
export interface ResolvedPlacement {
  block: string;
  /** Unique on its page; also the anchor of the section. */
  key: string;
  region: PlacementRegion;
  /** The normalized props of the view. Views do not validate them again. */
  props: Readonly<Record<string, unknown>>;
  /** Attributes of the section's outer element that set the style an editor chose; absent for the default style. */
  attributes?: Readonly<Record<string, string>>;
  /** When the view's script loads in the browser, as in `HydrationMode`; absent for `need`. */
  script?: 'none' | 'near';
  /** Only present for people who may see them: developers, and editors in a preview or in the page builder. */
  faults?: readonly PlacementFault[];
  /**
   * The stored index of each shown row of a list, by field. Only present if it differs from the shown index, because an
   * earlier row is not shown, and only for the people who get `faults`.
   */
  storedRows?: Readonly<Record<string, readonly number[]>>;
}

/**
 * Returns the ids of the blocks whose views load with the application for a server-rendered document. Blocks with
 * `script: 'none'` are left out. So are those with `script: 'near'`, unless `early` contains their placement's key.
 */
export function eagerBlockIds(
  placements: readonly ResolvedPlacement[],
  early: ReadonlySet<string> = new Set(),
): string[] {
  return placements
    .filter(({ script, key }) => script === undefined || (script === 'near' && early.has(key)))
    .map(({ block }) => block);
}

/**
 * Returns the ids of the blocks whose views load once their section is near the viewport or the visitor interacts with
 * it.
 */
export function lazyBlockIds(placements: readonly ResolvedPlacement[]): string[] {
  return placements.filter(({ script }) => script === 'near').map(({ block }) => block);
}
