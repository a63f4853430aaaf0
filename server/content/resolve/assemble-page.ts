import type { Block } from '../../../src/builder/block.ts';
import { visiblePlacements, type Placement } from '../../../src/contracts/layout.ts';
import type { ResolvedPlacement, PlacementFault } from '../../../src/contracts/placement.ts';
import { sectionId, sectionIdFaults } from '../../../src/builder/section-ids.ts';
import { splitStyle } from '../../../src/builder/section-style.ts';
import { localTimeToEpochMs } from '../../../src/builder/time-zones.ts';
import type { SiteSettings } from '../../../src/contracts/site-settings.ts';
import type { PageCustomFields, PageEntry, Page, PageHead } from '../../../src/contracts/content.ts';
import type { BuiltInPage } from '../built-in/built-in-content.ts';
import { builtInLayout, chooseLayout, type ChosenLayout, type HomeLayout } from './choose-layout.ts';
import { contactFormValues, withContactForm } from './contact-form-below.ts';
import { customFieldsInLightFormat, withheldFieldTest } from './custom-fields.ts';
import { normaliseRendered } from '../normalise/normalise-html.ts';
import {
  normalisePlacement,
  type PlacementValues,
  type ValueSource,
} from '../normalise/normalise-placement.ts';
import type { NormaliseContext } from '../normalise/normalise-context.ts';
import { imageValue } from '../normalise/normalise-picture.ts';
import {
  showsOwnContent,
  withPageSectionLink,
  ownContentSources,
  pageContentPlacement,
  contentViewerPlacement,
} from '../normalise/page-content.ts';
import { resolveHead } from './page-head.ts';
import type { FindSharedSection } from './shared-sections.ts';
import { shownTitle, type RawPage } from '../values/raw-page.ts';
import type { RoutePath } from '../paths/route-path.ts';
import { seoFieldsOf } from '../values/seo-plugin.ts';

/** Everything that the layout, values and head of a page depend on. */
export interface AssemblePageInput {
  route: RoutePath;
  /** The WordPress page, with the context that resolves its ids and links; null if WordPress does not have it. */
  own: { page: RawPage; context: NormaliseContext } | null;
  builtIn: { page: BuiltInPage; context: NormaliseContext } | null;
  /** The page or post whose text is shown. On a template page, this is not `own`. Absent if no text is shown. */
  entry?: RawPage | null;
  settings: SiteSettings;
  blocks: ReadonlyMap<string, Block>;
  shared: FindSharedSection;
  /** The layout of the home page to preview; null if the request is not such a preview. */
  look: HomeLayout | null;
  /** The layout in the setting `HOME_LAYOUT`; null if it is not set. */
  configured: HomeLayout | null;
  /** The layout variant that was chosen at random for the visitor; null for the page's own layout. */
  variant?: string | null;
  /** The current time in epoch milliseconds. */
  now: number;
  showFaults: boolean;
  allowSampleIndex: boolean;
}

/** A page before its blocks have loaded their data. */
export interface AssembledPage {
  slug: string;
  title: string;
  /** The modification time in ISO 8601, UTC. */
  modified: string;
  head: PageHead;
  placements: readonly ResolvedPlacement[];
  /** When a placement next appears or disappears, in epoch milliseconds; null if none will. */
  changesAt: number | null;
  /** The layout variant that is shown; null for the page's own layout. */
  variant: string | null;
  listed: boolean;
  /** True if an editor or SEO plugin chose the share image; otherwise we generate one. */
  ownImage: boolean;
  /** Creates the page's own title, content and custom fields on demand. */
  ownContent: () => Page;
  /**
   * Creates the page's custom fields on demand. Fields of visible sections have the values that the page shows,
   * others the light format of the WordPress REST API. Fields of placements that visitors do not see are left out.
   */
  customFields: () => PageCustomFields;
}

/**
 * Assembles the layout, values and head of a page, with faults for an editor to correct. The page is null if it does
 * not exist, or if nothing on it can be shown, now or later. Values of hidden and scheduled placements are never
 * included.
 */
export function assemblePage(input: AssemblePageInput): {
  page: AssembledPage | null;
  faults: PlacementFault[];
} {
  const { own, builtIn, route, settings, blocks } = input;
  const raw = rawOf(input);
  if (!raw) return { page: null, faults: [] };
  const name = raw.title;
  const layout = layoutOf(input);
  const faults = layout.faults.map((fault): PlacementFault => ({
    section: /^layout_variants?/.exec(fault)?.[0] ?? 'page_layout',
    message: `${name} › ${fault}`,
  }));
  const layoutField = layout.variant === null ? 'page_layout' : 'layout_variants';
  if (layout.own) {
    faults.push(
      ...sectionIdFaults([layout.placements], blocks).map((fault) => ({
        section: layoutField,
        message: `${name} › ${layoutField}: ${fault}`,
      })),
    );
  }
  const toInstant = (moment: string) => localTimeToEpochMs(moment, settings.site.timeZone);
  const { visible, changesAt } = visiblePlacements(layout.placements, input.now, toInstant);
  // A page with its own text uses nothing of the built-in page, such as its picture, except a missing title.
  const source = layout.ownText && own ? { ...input, own: { ...own, page: raw }, builtIn: null } : input;
  let placed = normalisePlacements(name, withContactForm(visible, input.entry), source);
  faults.push(...placed.faults);
  if (placed.placements.length === 0 && changesAt === null && layout.own) {
    // A custom layout in which nothing can be shown must not leave the page blank.
    placed = normalisePlacements(name, builtInLayout(builtIn?.page ?? null, input.configured), input);
    faults.push(...placed.faults);
  }
  if (placed.placements.length === 0 && changesAt === null) return { page: null, faults };
  const placements = route.contentOnly
    ? normalisePlacements(
        name,
        withContactForm([contentViewerPlacement(blocks)], input.entry),
        input,
      ).placements.map((each) => withPageSectionLink(each, route.canonical))
    : placed.placements;
  const { head, listed, ownImage, faults: headFaults } = headOf(raw, input, layout);
  faults.push(...headFaults);
  const customFields = (): PageCustomFields => {
    const source = own ?? builtIn;
    const isWithheld = withheldFieldTest(raw.acf, { chosen: layout.placements, visible }, blocks);
    const others = source ? customFieldsInLightFormat(raw.acf, source.context, isWithheld) : {};
    return { ...others, ...placed.acf };
  };
  const page = {
    slug: route.slug,
    title: name,
    modified: raw.modified,
    head,
    placements,
    changesAt,
    variant: layout.variant,
    listed,
    ownImage,
    ownContent: () => ownPage({ ...raw, slug: route.slug }, customFields(), input),
    customFields,
  };
  return { page, faults };
}

/** Returns the list entry of a page; null if there is no such page. */
export function pageEntry(input: AssemblePageInput): PageEntry | null {
  const raw = rawOf(input);
  if (!raw) return null;
  const { head, listed } = headOf(raw, input, layoutOf(input));
  const { modified, locked } = raw;
  const title = shownTitle(raw);
  return {
    path: input.route.path,
    title,
    description: head.description,
    modified,
    listed: listed && !locked,
  };
}

function rawOf({ own, builtIn, route }: AssemblePageInput): RawPage | null {
  const raw = own?.page ?? builtIn?.page.page;
  return raw ? { ...raw, title: own?.page.title || builtIn?.page.page.title || route.path } : null;
}

function layoutOf({ own, builtIn, look, configured, blocks, variant }: AssemblePageInput): ChosenLayout {
  return chooseLayout(own?.page ?? null, builtIn?.page ?? null, look, configured, blocks, variant);
}

function headOf(page: RawPage, input: AssemblePageInput, { ownText }: ChosenLayout) {
  return resolveHead({
    page,
    // The built-in page's own description does not fit another text.
    sources: headSources(ownText ? { ...input, builtIn: null } : input),
    settings: input.settings,
    canonical: input.route.canonical,
    unlisted: input.look !== null,
    allowSampleIndex: input.allowSampleIndex,
  });
}

interface NormalisedPlacements {
  placements: ResolvedPlacement[];
  acf: Record<string, unknown>;
  faults: PlacementFault[];
}

function normalisePlacements(
  name: string,
  visible: readonly Placement[],
  input: AssemblePageInput,
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
        if (!showsOwnContent(placement)) result.acf[sectionId(placement, field)] = value;
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
  input: AssemblePageInput,
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
  input: AssemblePageInput,
): PlacementValues {
  const own = normalisePlacement(name, placement, block, sourcesOf(placement, input));
  if (own.props) return own;
  const fallback = builtInPlacement(placement.key, input);
  const props = fallback?.block === placement.block ? fallback.props : null;
  return { props, faults: own.faults };
}

/**
 * Returns the built-in placement with this key, with built-in content only; null if it does not exist or is hidden.
 */
export function builtInPlacement(
  key: string,
  {
    builtIn,
    blocks,
    look,
    configured,
  }: Pick<AssemblePageInput, 'builtIn' | 'blocks' | 'look' | 'configured'>,
): ResolvedPlacement | null {
  if (!builtIn) return null;
  const { page, context } = builtIn;
  const { placements } = chooseLayout(null, page, look, configured, blocks);
  const placement = [...placements, ...[...page.layouts.values()].flat()].find((each) => each.key === key);
  const block = placement && blocks.get(placement.block);
  if (!placement || !block || placement.hidden) return null;
  const sources = [{ acf: page.page.acf, context }, ...ownContentSources(placement, page.page, context)];
  const { props } = normalisePlacement(page.page.title, placement, block, sources);
  return props && { ...placedAs(placement, block), ...styled(props, block) };
}

function sourcesOf(placement: Placement, { own, builtIn, entry }: AssemblePageInput): ValueSource[] {
  return [
    ...contactFormValues(placement, entry, own?.context ?? builtIn?.context),
    ...(own ? [{ acf: own.page.acf, context: own.context }] : []),
    ...(own ? ownContentSources(placement, own.page, own.context) : []),
    ...(builtIn ? [{ acf: builtIn.page.page.acf, context: builtIn.context }] : []),
    ...(builtIn && !builtIn.page.standsIn
      ? ownContentSources(placement, builtIn.page.page, builtIn.context)
      : []),
  ];
}

/**
 * Returns the sources of a page's SEO fields: its own fields, an SEO plugin, the built-in page. Throws an `Error` if
 * there is neither a stored nor a built-in page.
 */
export function headSources({
  own,
  builtIn,
}: Pick<AssemblePageInput, 'own' | 'builtIn'>): [ValueSource, ...ValueSource[]] {
  const [first = null, ...others] = [
    ...(own ? [{ acf: own.page.acf, context: own.context }] : []),
    ...(own ? [{ acf: seoFieldsOf(own.page.plugin), context: own.context }] : []),
    ...(builtIn && !builtIn.page.standsIn ? [{ acf: builtIn.page.page.acf, context: builtIn.context }] : []),
  ];
  if (!first) throw new Error('A page needs at least one source of values.');
  return [first, ...others];
}

function ownPage(page: RawPage, acf: Page['acf'], { own, builtIn }: AssemblePageInput): Page {
  const context = own?.context ?? builtIn?.context;
  const media = context?.media.get(page.featuredMedia);
  return {
    id: page.id,
    title: page.title,
    content: context ? normaliseRendered(page.content, context, page.contentMode) : '',
    excerpt: context ? normaliseRendered(page.excerpt, context) : '',
    slug: page.slug,
    modified: page.modified,
    acf,
    featuredImage: (media && context && imageValue(media, context.links)?.src) ?? null,
  };
}
