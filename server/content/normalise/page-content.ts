import type { Block } from '../../../src/builder/block.ts';
import { linkKind } from '../../../src/builder/kinds/link.ts';
import type { Placement } from '../../../src/contracts/layout.ts';
import type { ResolvedPlacement } from '../../../src/contracts/placement.ts';
import { sectionId } from '../../../src/builder/section-ids.ts';
import type { ValueSource } from './normalise-placement.ts';
import type { NormaliseContext } from './normalise-context.ts';
import type { RawPage } from '../values/raw-page.ts';

/** The id of the block that shows a page's own title, content and featured image. */
export const PAGE_CONTENT_BLOCK_ID = 'page-content';

/** The only placement of a page that has no layout, or whose own text replaces the built-in layout. */
export const pageContentPlacement: Placement = {
  block: PAGE_CONTENT_BLOCK_ID,
  key: 'page',
  region: 'main',
  hidden: false,
  ids: {},
};

const CONTENT_VIEWER = 'content-viewer';

/**
 * Returns the placement for `/wp/{slug}`, which shows a page's content below its hero fields, regardless of its layout.
 * Without the block `content-viewer`, returns the placement of the page's own content.
 */
export function contentViewerPlacement(blocks: ReadonlyMap<string, Block>): Placement {
  if (!blocks.has(CONTENT_VIEWER)) return pageContentPlacement;
  const ids = {
    hero_title: 'hero_title',
    hero_subtitle: 'hero_subtitle',
    hero_image: 'hero_image',
    cta_text: 'cta_button_text',
    cta_link: 'cta_button_link',
  };
  return { ...pageContentPlacement, block: CONTENT_VIEWER, ids };
}

/**
 * Adds the page's path to the button link of the content viewer if the link leads to a section, because the content
 * viewer itself has no sections.
 */
export function withPageSectionLink(placement: ResolvedPlacement, canonical: string): ResolvedPlacement {
  const link = linkKind.schema().safeParse(placement.props['cta_link']);
  if (!link.success || !link.data.href.startsWith('#')) return placement;
  const cta_link = { ...link.data, href: `${canonical}${link.data.href}` };
  return { ...placement, props: { ...placement.props, cta_link } };
}

/** Whether a placement shows the page's own title and content rather than sections. */
export function showsPageContent({ block }: Pick<Placement, 'block'>): boolean {
  return block === PAGE_CONTENT_BLOCK_ID || block === CONTENT_VIEWER;
}

/**
 * Returns the page's own title, content and image as a value source, if a placement shows them; otherwise an empty
 * list.
 */
export function pageContentSources(
  placement: Placement,
  page: RawPage,
  context: NormaliseContext,
): ValueSource[] {
  if (!showsPageContent(placement)) return [];
  return [
    {
      acf: {
        [sectionId(placement, 'title')]: page.title,
        [sectionId(placement, 'content')]: page.content,
        [sectionId(placement, 'image')]: page.featuredMedia,
      },
      context: { ...context, isOwnText: true },
    },
  ];
}
