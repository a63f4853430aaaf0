import type { Block } from '../../src/builder/block.ts';
import { visiblePlacements } from '../../src/builder/layout.ts';
import type { Placement } from '../../src/builder/layout.ts';
import type { FinishedPlacement, PlacementFault } from '../../src/builder/placement.ts';
import { sectionId, sectionIdFaults } from '../../src/builder/section-ids.ts';
import { zonedMoment } from '../../src/builder/zoned-moment.ts';
import type { SiteSettings } from '../../src/content/site-settings.ts';
import type { Page } from '../../src/content/types.ts';
import type { BuiltInPage } from './built-in-content.ts';
import { builtInLayout, chooseLayout } from './choose-layout.ts';
import { finishRendered } from './finish-html.ts';
import { finishPlacement } from './finish-placement.ts';
import type { ValueSource } from './finish-placement.ts';
import type { FinishContext } from './finished.ts';
import type { HomeLayout, RouteAnswer } from './gateway.ts';
import { imageValue } from './media.ts';
import {
  isOwnContent,
  leadingToPage,
  ownContent,
  pageContentPlacement,
  viewerPlacement,
} from './page-content.ts';
import { finishHead } from './page-head.ts';
import type { RawPage } from './raw-page.ts';
import type { RoutePath } from './route-path.ts';
import { seoFieldsOf } from './seo-plugin.ts';

/** Everything a page is made of; the same input always makes the same page. */
export interface PageInput {
  route: RoutePath;
  /** WordPress's page, with what its ids and links mean there; null where WordPress has none. */
  own: { page: RawPage; context: FinishContext } | null;
  builtIn: { page: BuiltInPage; context: FinishContext } | null;
  settings: SiteSettings;
  blocks: ReadonlyMap<string, Block>;
  /** A look at another layout of the home page. */
  look: HomeLayout | null;
  configured: HomeLayout | null;
  now: number;
  /** Faults stay on the placements for developers to see. */
  showFaults: boolean;
  allowSampleIndex: boolean;
}

/** A finished page with the faults an editor should mend; a `404` when nothing of it could be shown. */
export interface FinishedPage {
  answer: RouteAnswer;
  faults: string[];
}

/** Makes the page of a route: layout, values, head. Values of hidden and future placements are in no part of it. */
export function finishPage(input: PageInput): FinishedPage {
  const { own, builtIn, route, settings, blocks } = input;
  const raw = own?.page ?? builtIn?.page.page;
  if (!raw) return { answer: { status: 404 }, faults: [] };
  const name = own?.page.title || builtIn?.page.page.title || route.path;
  const layout = chooseLayout(own?.page ?? null, builtIn?.page ?? null, input.look, input.configured);
  const faults = layout.faults.map((fault) => `${name} → ${fault}`);
  if (layout.own) {
    faults.push(
      ...sectionIdFaults([layout.placements], blocks).map((fault) => `${name} → page_layout: ${fault}`),
    );
  }
  const toInstant = (moment: string) => zonedMoment(moment, settings.site.timeZone);
  const { visible, changesAt } = visiblePlacements(layout.placements, input.now, toInstant);
  let finished = finishPlacements(name, visible, input);
  if (finished.placements.length === 0 && changesAt === null && layout.own) {
    // An own layout of which nothing can be shown must not leave the page blank.
    finished = finishPlacements(name, builtInLayout(builtIn?.page ?? null, input.configured), input);
  }
  faults.push(...finished.faults);
  const placements = route.contentOnly
    ? finishPlacements(name, [viewerPlacement(blocks)], input).placements.map((each) =>
        leadingToPage(each, route.canonical),
      )
    : finished.placements;
  if (finished.placements.length === 0 && changesAt === null) return { answer: { status: 404 }, faults };
  const page: RawPage = { ...raw, title: name, slug: route.slug };
  const head = finishHead({
    page,
    sources: headSources(input),
    settings,
    canonical: route.canonical,
    unlisted: input.look !== null,
    allowSampleIndex: input.allowSampleIndex,
  });
  faults.push(...head.faults.map((fault) => fault.message));
  return {
    answer: {
      status: 200,
      document: { path: route.path, slug: route.slug, head: head.head, placements },
      page: finishOwnContent(page, finished.acf, input),
      changesAt,
      listed: head.listed,
      ownImage: head.ownImage,
    },
    faults: [...new Set(faults)],
  };
}

interface FinishedPlacements {
  placements: FinishedPlacement[];
  acf: Record<string, unknown>;
  faults: string[];
}

function finishPlacements(name: string, visible: readonly Placement[], input: PageInput): FinishedPlacements {
  const result: FinishedPlacements = { placements: [], acf: {}, faults: [] };
  for (const placement of visible) {
    const block = input.blocks.get(placement.block);
    const { props, faults } = block
      ? finishWithFallback(name, placement, block, input)
      : { props: null, faults: [unknownBlock(name, placement)] };
    // A page without a layout on a site without that block is no fault of an editor's.
    if (!block && placement === pageContentPlacement) continue;
    result.faults.push(...faults.map((fault) => fault.message));
    const shownFaults = input.showFaults && faults.length > 0 ? { faults } : {};
    if (props && block) {
      result.placements.push({ ...placedAs(placement, block), props, ...shownFaults });
      for (const [field, value] of Object.entries(props)) {
        if (!isOwnContent(placement)) result.acf[sectionId(placement, field)] = value;
      }
    } else if (input.showFaults && !block) {
      result.placements.push({ ...placedAs(placement, block), props: {}, ...shownFaults });
    }
  }
  return result;
}

function placedAs(placement: Placement, block: Block | undefined): Omit<FinishedPlacement, 'props'> {
  const { key, region } = placement;
  const script = block?.script ?? 'need';
  return { block: placement.block, key, region, ...(script === 'need' ? {} : { script }) };
}

function unknownBlock(name: string, { key, block }: Placement): PlacementFault {
  return {
    message: `${name} → ${key}: there is no block "${block}". Correct page_layout, or add the block.`,
  };
}

/** A placement that lacks a needed value is shown in its built-in version as a whole, if it has one. */
function finishWithFallback(name: string, placement: Placement, block: Block, input: PageInput) {
  const finished = finishPlacement(name, placement, block, sourcesOf(placement, input));
  if (finished.props) return finished;
  const fallback = builtInPlacement(placement.key, input);
  return { props: fallback?.block === placement.block ? fallback.props : null, faults: finished.faults };
}

/** A placement of the page's built-in layout with built-in content only; null when there is none to show. */
export function builtInPlacement(
  key: string,
  { builtIn, blocks, look, configured }: Pick<PageInput, 'builtIn' | 'blocks' | 'look' | 'configured'>,
): FinishedPlacement | null {
  if (!builtIn) return null;
  const { page, context } = builtIn;
  const { placements } = chooseLayout(null, page, look, configured);
  const placement = [...placements, ...[...page.layouts.values()].flat()].find((each) => each.key === key);
  const block = placement && blocks.get(placement.block);
  if (!placement || !block || placement.hidden) return null;
  const sources = [{ acf: page.page.acf, context }, ...ownContent(placement, page.page, context)];
  const { props } = finishPlacement(page.page.title, placement, block, sources);
  return props && { ...placedAs(placement, block), props };
}

function sourcesOf(placement: Placement, { own, builtIn }: PageInput): ValueSource[] {
  return [
    ...(own ? [{ acf: own.page.acf, context: own.context }] : []),
    ...(own ? ownContent(placement, own.page, own.context) : []),
    ...(builtIn ? [{ acf: builtIn.page.page.acf, context: builtIn.context }] : []),
    ...(builtIn ? ownContent(placement, builtIn.page.page, builtIn.context) : []),
  ];
}

function headSources({ own, builtIn }: PageInput): [ValueSource, ...ValueSource[]] {
  const [first = null, ...others] = [
    ...(own ? [{ acf: own.page.acf, context: own.context }] : []),
    ...(own ? [{ acf: seoFieldsOf(own.page.plugin ?? {}), context: own.context }] : []),
    ...(builtIn ? [{ acf: builtIn.page.page.acf, context: builtIn.context }] : []),
  ];
  if (!first) throw new Error('A page without a source was to be finished.');
  return [first, ...others];
}

function finishOwnContent(page: RawPage, acf: Page['acf'], { own, builtIn }: PageInput): Page {
  const context = own?.context ?? builtIn?.context;
  const media = context?.media.get(page.featuredMedia);
  return {
    id: page.id,
    title: page.title,
    content: context ? finishRendered(page.content, context) : '',
    excerpt: context ? finishRendered(page.excerpt, context) : '',
    slug: page.slug,
    modified: page.modified,
    acf,
    featuredImage: (media && context && imageValue(media, context.links)?.src) ?? null,
  };
}
