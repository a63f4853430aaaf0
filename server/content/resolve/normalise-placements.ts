import type { Block } from '../../../src/builder/block.ts';
import { sectionId } from '../../../src/builder/section-ids.ts';
import { splitStyle } from '../../../src/builder/section-style.ts';
import type { Placement } from '../../../src/contracts/layout.ts';
import type { PlacementFault, ResolvedPlacement } from '../../../src/contracts/placement.ts';
import type { BuiltInPage } from '../built-in/built-in-content.ts';
import type { NormaliseContext } from '../normalise/normalise-context.ts';
import {
  normalisePlacement,
  type PlacementValues,
  type ValueSource,
} from '../normalise/normalise-placement.ts';
import { pageContentSources, pageContentPlacement, showsPageContent } from '../normalise/page-content.ts';
import type { RawPage } from '../values/raw-page.ts';
import { chooseLayout, type HomeLayoutName } from './choose-layout.ts';
import { contactFormValueSources } from './contact-form-below.ts';
import type { FindSharedSection } from './shared-sections.ts';

/** Everything that the values of a page's placements depend on. */
export interface PlacementInput {
  /** The WordPress page, with the context that resolves its ids and links; null if WordPress does not have it. */
  own: { page: RawPage; context: NormaliseContext } | null;
  builtIn: { page: BuiltInPage; context: NormaliseContext } | null;
  /** The page or post at the path. At the path of a post, `own` is the page whose layout it has, not the post. */
  entry?: RawPage | null;
  blocks: ReadonlyMap<string, Block>;
  shared: FindSharedSection;
  /** The layout of the home page to preview; null if the request is not such a preview. */
  look: HomeLayoutName | null;
  /** The layout in the setting `HOME_LAYOUT`; null if it is not set. */
  configured: HomeLayoutName | null;
  showFaults: boolean;
}

interface NormalisedPlacements {
  placements: ResolvedPlacement[];
  acf: Record<string, unknown>;
  faults: PlacementFault[];
}

/**
 * Normalizes the visible placements of a page. `name` is the title of the page, for messages. Returns the props for the
 * views, the values by section id, and the faults for an editor to correct.
 */
export function normalisePlacements(
  name: string,
  visible: readonly Placement[],
  input: PlacementInput,
): NormalisedPlacements {
  const result: NormalisedPlacements = { placements: [], acf: {}, faults: [] };
  for (const placement of visible) {
    if (placement.shared !== undefined) {
      placeShared(name, placement, placement.shared, input, result);
      continue;
    }
    const block = input.blocks.get(placement.block);
    const { props, faults, storedRows }: PlacementValues = block
      ? normaliseWithFallback(name, placement, block, input)
      : { props: null, faults: [unknownBlock(name, placement)] };
    // A missing block for pages without a layout is not reported, because an editor cannot add blocks.
    if (!block && placement === pageContentPlacement) continue;
    result.faults.push(...faults);
    const forEditors = {
      ...(faults.length > 0 ? { faults } : {}),
      ...(storedRows ? { storedRows } : {}),
    };
    const shownFaults = input.showFaults ? forEditors : {};
    if (props && block) {
      result.placements.push({ ...placedAs(placement, block), ...styled(props, block), ...shownFaults });
      for (const [field, value] of Object.entries(props)) {
        if (!showsPageContent(placement)) result.acf[sectionId(placement, field)] = value;
      }
    } else if (input.showFaults && !block) {
      result.placements.push({ ...placedAs(placement, block), props: {}, ...shownFaults });
    }
  }
  return result;
}

/**
 * Adds a shared section. Its faults have no section id of the page, because its values are stored with the shared
 * section.
 */
function placeShared(
  pageName: string,
  placement: Placement,
  id: number,
  input: PlacementInput,
  result: NormalisedPlacements,
): void {
  const shared = input.shared(id);
  if ('reason' in shared) {
    const fault = { message: `${pageName} › ${placement.key}: ${shared.reason}` };
    result.faults.push(fault);
    if (input.showFaults) {
      result.placements.push({ ...placedAs(placement, undefined), props: {}, faults: [fault] });
    }
    return;
  }
  const block = input.blocks.get(shared.placement.block);
  const name = `${pageName} › ${placement.key} (shared section “${shared.name}”)`;
  const context = (input.own ?? input.builtIn)?.context;
  const sources = context ? [{ acf: shared.page.acf, context }] : [];
  const { props, faults }: PlacementValues = block
    ? normalisePlacement(name, shared.placement, block, sources)
    : { props: null, faults: [unknownBlock(name, shared.placement)] };
  const messages = faults.map(({ message }) => ({ message }));
  result.faults.push(...messages);
  const shownFaults = input.showFaults && messages.length > 0 ? { faults: messages } : {};
  const placed = placedAs({ ...placement, block: shared.placement.block }, block);
  if (props && block) {
    result.placements.push({ ...placed, ...styled(props, block), ...shownFaults });
    for (const [field, value] of Object.entries(props)) result.acf[sectionId(placement, field)] = value;
  } else if (input.showFaults && !block) {
    result.placements.push({ ...placed, props: {}, ...shownFaults });
  }
}

function placedAs(placement: Placement, block: Block | undefined): Omit<ResolvedPlacement, 'props'> {
  const { key, region } = placement;
  const script = block?.script ?? 'need';
  return { block: placement.block, key, region, ...(script === 'need' ? {} : { script }) };
}

/** Splits values into the props of the view and the style attributes of the element around it. */
function styled(
  values: Readonly<Record<string, unknown>>,
  { style }: Block,
): Pick<ResolvedPlacement, 'props' | 'attributes'> {
  const { props, attributes } = splitStyle(style, values);
  return { props, ...(Object.keys(attributes).length > 0 ? { attributes } : {}) };
}

function unknownBlock(name: string, { key, block }: Placement): PlacementFault {
  return {
    message: `${name} › ${key}: there is no block "${block}". Correct page_layout, or add the block.`,
  };
}

/**
 * Normalizes a placement. If a required value is missing, returns the props of the built-in placement with the same key
 * and block instead; null if there is no such placement.
 */
function normaliseWithFallback(
  name: string,
  placement: Placement,
  block: Block,
  input: PlacementInput,
): PlacementValues {
  const own = normalisePlacement(name, placement, block, sourcesOf(placement, input));
  if (own.props) return own;
  const fallback = builtInPlacement(placement.key, input);
  const props = fallback?.block === placement.block ? fallback.props : null;
  return { props, faults: own.faults };
}

/**
 * Returns the built-in placement with this key, with built-in content only; null if it does not exist, is hidden or
 * lacks a required value.
 */
export function builtInPlacement(
  key: string,
  { builtIn, blocks, look, configured }: Pick<PlacementInput, 'builtIn' | 'blocks' | 'look' | 'configured'>,
): ResolvedPlacement | null {
  if (!builtIn) return null;
  const { page, context } = builtIn;
  const { placements } = chooseLayout(null, page, look, configured, blocks);
  const placement = [...placements, ...[...page.layouts.values()].flat()].find((each) => each.key === key);
  const block = placement && blocks.get(placement.block);
  if (!placement || !block || placement.hidden) return null;
  const sources = [{ acf: page.page.acf, context }, ...pageContentSources(placement, page.page, context)];
  const { props } = normalisePlacement(page.page.title, placement, block, sources);
  return props && { ...placedAs(placement, block), ...styled(props, block) };
}

function sourcesOf(placement: Placement, { own, builtIn, entry }: PlacementInput): ValueSource[] {
  return [
    ...contactFormValueSources(placement, entry, own?.context ?? builtIn?.context),
    ...(own ? [{ acf: own.page.acf, context: own.context }] : []),
    ...(own ? pageContentSources(placement, own.page, own.context) : []),
    ...(builtIn ? [{ acf: builtIn.page.page.acf, context: builtIn.context }] : []),
    ...(builtIn && !builtIn.page.standsIn
      ? pageContentSources(placement, builtIn.page.page, builtIn.context)
      : []),
  ];
}
