import type { Block } from '../../../src/builder/block.ts';
import type { Placement } from '../../../src/contracts/layout.ts';
import { isPublic, type RawPage } from '../values/raw-page.ts';
import { chooseLayout } from './choose-layout.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';

/** The section that a placement of a shared section shows. */
export interface SharedSection {
  name: string;
  /** The placement in the shared section's own layout. The values are stored under its ids. */
  placement: Placement;
  page: RawPage;
}

/**
 * Returns the shared section with an id. If it cannot be shown, `reason` is a sentence for an editor, without its
 * subject.
 */
export type FindSharedSection = (id: number) => SharedSection | { reason: string };

/** Creates the function that finds the shared sections of a snapshot. */
export function createSharedSectionFinder(
  snapshot: Pick<Snapshot, 'section'>,
  blocks: ReadonlyMap<string, Block>,
): FindSharedSection {
  return (id) => {
    const page = snapshot.section(id);
    if (!page) return { reason: 'shows a shared section that was deleted. Remove the placement.' };
    const named = `shows the shared section “${page.title}”, which`;
    if (page.status === 'trash')
      return { reason: `${named} is in the trash. Restore it, or remove the placement.` };
    if (!isPublic(page)) return { reason: `${named} is not published. Publish it, or remove the placement.` };
    const placement = sharedSectionPlacement(page, blocks);
    return placement
      ? { name: page.title, placement, page }
      : { reason: `${named} has no section. Add one there, or remove the placement.` };
  };
}

/**
 * Returns the first placement in the layout of a shared section; null if there is none. Skips placements of shared
 * sections, because a shared section cannot contain another.
 */
export function sharedSectionPlacement(page: RawPage, blocks: ReadonlyMap<string, Block>): Placement | null {
  const { placements, own } = chooseLayout(page, null, null, null, blocks);
  return (own && placements.find(({ shared }) => shared === undefined)) || null;
}
