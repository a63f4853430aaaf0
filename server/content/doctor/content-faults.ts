import type { Block } from '../../../src/builder/block.ts';
import { sectionId } from '../../../src/builder/section-ids.ts';
import type { PlacementFault } from '../../../src/contracts/placement.ts';
import type { HtmlSource } from '../html/sanitise-html.ts';
import { assemblePage } from '../resolve/assemble-page.ts';
import { createReferenceFinder } from '../resolve/reference-finder.ts';
import type { BuiltInContent } from '../built-in/built-in-content.ts';
import { chooseLayout, type HomeLayoutName } from '../resolve/choose-layout.ts';
import { builtInFallback, shownPath, type SnapshotPage } from '../built-in/snapshot-page.ts';
import { encodedPath } from '../paths/page-paths.ts';
import { parseRoutePath } from '../paths/route-path.ts';
import { createLinkResolver } from '../paths/site-links.ts';
import { createSharedSectionFinder } from '../resolve/shared-sections.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import type { NormaliseContext } from '../normalise/normalise-context.ts';
import { storedFieldValue } from '../values/stored-value.ts';

/** A fault in the content of a public page, for an editor to correct. */
export interface ContentFault {
  /** WordPress's id of the page. */
  page: number;
  /** The section with the fault; absent if the fault concerns a whole placement. */
  section?: string;
  /** Names the page, the section and the fix. */
  message: string;
}

interface Input {
  snapshot: Snapshot;
  builtIn: BuiltInContent;
  blocks: ReadonlyMap<string, Block>;
  homeLayout: HomeLayoutName | null;
  /** Epoch milliseconds. */
  now: number;
}

/**
 * Returns the faults of all public pages, or only of the page with the id `only`. Resolves each page as for a visitor
 * at the time `now`.
 */
export function contentFaults(input: Input, only?: number): ContentFault[] {
  const { snapshot, builtIn, blocks, homeLayout, now } = input;
  const { settings } = snapshot;
  const plain = {
    media: { get: (id: number) => snapshot.media(id) },
    links: snapshot.links,
    settings,
    // Sanitizing does not affect faults, and is slow for HTML that was never sanitized before.
    html: ({ html }: HtmlSource) => html,
  };
  const plainBuiltIn = { ...plain, media: builtIn.media, links: createLinkResolver([]) };
  const references = createReferenceFinder({
    snapshot,
    builtIn,
    context: plain,
    builtInContext: plainBuiltIn,
    // Faults depend only on whether the entry exists, not on its properties.
    pageEntry: (path) => ({ path, title: path, description: '', modified: '', listed: true }),
  });
  const context: NormaliseContext = { ...plain, references };
  const builtInContext: NormaliseContext = { ...plainBuiltIn, references };
  return snapshot.pages().flatMap((own) => {
    const { page } = own;
    const route = only === undefined || page.id === only ? routeOf(own, input) : null;
    if (!route) return [];
    const known = builtInFallback(route.canonical, own, snapshot, builtIn);
    const { faults } = assemblePage({
      route,
      own: { page, context },
      builtIn: known && { page: known, context: builtInContext },
      settings,
      blocks,
      shared: createSharedSectionFinder(snapshot, blocks),
      look: null,
      configured: homeLayout,
      now,
      showFaults: false,
      allowSampleIndex: false,
    });
    return distinct(page.id, faults);
  });
}

/**
 * Returns a fault for each value or placement of a public page that is stored under a former name of a block or field.
 */
export function formerNameFaults(input: Omit<Input, 'now'>): ContentFault[] {
  const { snapshot, builtIn, blocks, homeLayout } = input;
  return snapshot.pages().flatMap((own) => {
    const { page } = own;
    const route = routeOf(own, input);
    const known = route && builtInFallback(route.canonical, own, snapshot, builtIn);
    const layout = chooseLayout(page, known, null, homeLayout, blocks);
    const found: PlacementFault[] = layout.former.map(({ key, block }) => ({
      section: 'page_layout',
      message: `${page.title} › page_layout: ${key} has a former name, of the block "${block}" or of a field.`,
    }));
    for (const placement of layout.placements) {
      for (const [name, field] of Object.entries(blocks.get(placement.block)?.fields ?? {})) {
        const { former } = storedFieldValue(page.acf, placement, name, field);
        if (former === null) continue;
        const now = sectionId(placement, name);
        found.push({ section: now, message: `${page.title} › ${former}: its name is ${now} now.` });
      }
    }
    return distinct(page.id, found);
  });
}

function routeOf(own: SnapshotPage, { snapshot, builtIn }: Pick<Input, 'snapshot' | 'builtIn'>) {
  return parseRoutePath(encodedPath(shownPath(own, snapshot, builtIn)));
}

function distinct(page: number, faults: readonly PlacementFault[]): ContentFault[] {
  const found = new Map<string, ContentFault>();
  for (const fault of faults) found.set(fault.message, { page, ...fault });
  return [...found.values()];
}
