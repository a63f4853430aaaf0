import type { Block } from '../../../src/builder/block.ts';
import type { PlacementFault } from '../../../src/contracts/placement.ts';
import { assemblePage } from '../assemble-page.ts';
import { builtInAt, type BuiltInContent } from '../built-in/built-in-content.ts';
import type { HomeLayout } from '../choose-layout.ts';
import { encodedPath } from '../paths/page-paths.ts';
import { routePath } from '../paths/route-path.ts';
import { createSiteLinks } from '../paths/site-links.ts';
import type { Snapshot } from '../snapshot.ts';
import type { NormaliseContext } from '../values/normalised.ts';

/** A fault in the content of a public page, for an editor to correct. */
export interface EditorFault {
  /** WordPress's id of the page. */
  page: number;
  /** The section with the fault; absent if the fault concerns a whole placement. */
  section?: string;
  /** Names the page, the section and the fix. */
  message: string;
}

/** Returns the faults of all public pages as visitors would get them at `now` (epoch milliseconds). */
export function contentFaults(input: {
  snapshot: Snapshot;
  builtIn: BuiltInContent;
  blocks: ReadonlyMap<string, Block>;
  homeLayout: HomeLayout | null;
  now: number;
}): EditorFault[] {
  const { snapshot, builtIn, blocks, homeLayout, now } = input;
  const { settings } = snapshot;
  const context: NormaliseContext = {
    media: { get: (id) => snapshot.media(id) },
    links: snapshot.links,
    settings,
    // Sanitizing changes no fault, and takes long for HTML that was never seen before.
    html: ({ html }) => html,
  };
  const builtInContext: NormaliseContext = { ...context, media: builtIn.media, links: createSiteLinks([]) };
  return snapshot.pages().flatMap(({ path, page }) => {
    // In WordPress, a page in the route table may be at the top level, without its parent.
    const usual = page.parent === 0 ? builtIn.paths.get(page.slug) : undefined;
    const route = routePath(
      encodedPath(usual !== undefined && snapshot.pageAt(usual) === null ? usual : path),
    );
    if (!route) return [];
    const known = builtInAt(route.canonical, builtIn);
    const { faults } = assemblePage({
      route,
      own: { page, context },
      builtIn: known && { page: known, context: builtInContext },
      settings,
      blocks,
      look: null,
      configured: homeLayout,
      now,
      showFaults: false,
      allowSampleIndex: false,
    });
    return distinct(page.id, faults);
  });
}

function distinct(page: number, faults: readonly PlacementFault[]): EditorFault[] {
  const found = new Map<string, EditorFault>();
  for (const fault of faults) found.set(fault.message, { page, ...fault });
  return [...found.values()];
}
