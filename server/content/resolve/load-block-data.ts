import type { Block, PropsOf } from '../../../src/builder/block.ts';
import type { HeadValues, LoadContext } from '../../../src/builder/load-context.ts';
import type { ResolvedPlacement } from '../../../src/contracts/placement.ts';

/** A block whose `load` or `head` threw. */
export interface LoadFailure {
  block: string;
  key: string;
  error: unknown;
}

/** The placements with the data that their blocks loaded, and the values of the blocks for the page's head. */
export interface BlockData {
  placements: readonly ResolvedPlacement[];
  head: HeadValues;
}

/**
 * Runs `load` and then `head` of each placement's block. If a block throws, its placement is omitted and the error is
 * added to `failures`. Returns null if a block finds nothing at this path.
 */
export function loadBlockData(
  placements: readonly ResolvedPlacement[],
  blocks: ReadonlyMap<string, Block>,
  context: LoadContext,
  failures: LoadFailure[],
): BlockData | null {
  const head: HeadValues = {};
  const withData: ResolvedPlacement[] = [];
  for (const placement of placements) {
    const block = blocks.get(placement.block);
    try {
      const loaded = block?.load?.(placement.props, context);
      if (loaded === null) return null;
      const props: PropsOf<Block> = { ...placement.props, ...loaded };
      Object.assign(head, block?.head?.(props));
      withData.push({ ...placement, props });
    } catch (error) {
      failures.push({ block: placement.block, key: placement.key, error });
    }
  }
  return { placements: withData, head };
}

/**
 * Returns the query parameters in `given` that blocks declare in `names`. Uses the first value of a repeated parameter,
 * cut to 200 characters.
 */
export function declaredQuery(names: readonly string[], given: URLSearchParams): Record<string, string> {
  const declared: Record<string, string> = {};
  for (const name of names) {
    const value = given.get(name);
    if (value !== null) declared[name] = value.slice(0, MAX_VALUE_CHARACTERS).toWellFormed();
  }
  return declared;
}

const MAX_VALUE_CHARACTERS = 200;
