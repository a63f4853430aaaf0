import { sectionIdFaults } from '../../../src/builder/section-ids.ts';
import { localTimeToEpochMs } from '../../../src/builder/time-zones.ts';
import type { Page, PageCustomFields, PageEntry, PageHead } from '../../../src/contracts/content.ts';
import { visiblePlacements } from '../../../src/contracts/layout.ts';
import type { PlacementFault, ResolvedPlacement } from '../../../src/contracts/placement.ts';
import type { SiteSettings } from '../../../src/contracts/site-settings.ts';
import { normaliseRenderedHtml } from '../normalise/normalise-html.ts';
import { imageValue } from '../normalise/normalise-picture.ts';
import type { ValueSource } from '../normalise/normalise-placement.ts';
import { contentViewerPlacement, withPageSectionLink } from '../normalise/page-content.ts';
import type { RoutePath } from '../paths/route-path.ts';
import { shownTitle, type RawPage } from '../values/raw-page.ts';
import { seoFieldsOf } from '../values/seo-plugin.ts';
import { builtInLayout, chooseLayout, type ChosenLayout } from './choose-layout.ts';
import { withContactForm } from './contact-form-below.ts';
import { customFieldsInLightFormat, createWithheldFieldCheck } from './custom-fields.ts';
import { normalisePlacements, type PlacementInput } from './normalise-placements.ts';
import { resolveHead } from './page-head.ts';

/** Everything that the layout, values and head of a page depend on. */
export interface AssemblePageInput extends PlacementInput {
  route: RoutePath;
  settings: SiteSettings;
  /** The layout variant that was chosen at random for the visitor; null for the page's own layout. */
  variant?: string | null;
  /** The current time in epoch milliseconds. */
  now: number;
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
  /** True if an editor or SEO plugin chose a share image that other sites can show; otherwise we generate one. */
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
  // If the page's own text replaces the built-in layout, nothing else comes from the built-in page, such as its
  // picture. Only a missing title does (`rawOf`).
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
    const isWithheld = createWithheldFieldCheck(raw.acf, { chosen: layout.placements, visible }, blocks);
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

/** Returns a page as it appears in lists, such as the sitemap; null if there is no such page. */
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
    content: context ? normaliseRenderedHtml(page.content, context, page.contentMode) : '',
    excerpt: context ? normaliseRenderedHtml(page.excerpt, context) : '',
    slug: page.slug,
    modified: page.modified,
    acf,
    featuredImage: (media && context && imageValue(media, context.links)?.src) ?? null,
  };
}
