import type { Block } from '../../src/builder/block.ts';
import { linkSchema } from '../../src/builder/fields.ts';
import type { Placement } from '../../src/builder/layout.ts';
import type { FinishedPlacement } from '../../src/builder/placement.ts';
import { sectionId } from '../../src/builder/section-ids.ts';
import type { ValueSource } from './finish-placement.ts';
import type { FinishContext } from './finished.ts';
import type { RawPage } from './raw-page.ts';

/** The block that shows a page's own title, content and featured image. */
export const PAGE_CONTENT = 'page-content';

/** Stands alone on a page without a layout. */
export const pageContentPlacement: Placement = {
  block: PAGE_CONTENT,
  key: 'page',
  region: 'main',
  hidden: false,
  ids: {},
};

const CONTENT_VIEWER = 'content-viewer';

/** What `/wp/{slug}` shows of a page: its content under its hero's fields, whatever its layout is. */
export function viewerPlacement(blocks: ReadonlyMap<string, Block>): Placement {
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

/** The viewer's button may lead to a section of the page it shows, which is not on the viewer: it leads there. */
export function leadingToPage(placement: FinishedPlacement, canonical: string): FinishedPlacement {
  const link = linkSchema.safeParse(placement.props['cta_link']);
  if (!link.success || !link.data.href.startsWith('#')) return placement;
  const cta_link = { ...link.data, href: `${canonical}${link.data.href}` };
  return { ...placement, props: { ...placement.props, cta_link } };
}

/** Whether a placement shows the page's own title and content rather than sections. */
export function isOwnContent(placement: Placement): boolean {
  return placement.block === PAGE_CONTENT || placement.block === CONTENT_VIEWER;
}

/** The page's own title, content and featured image as values of a `page-content` placement; none for others. */
export function ownContent(placement: Placement, page: RawPage, context: FinishContext): ValueSource[] {
  if (!isOwnContent(placement)) return [];
  return [
    {
      acf: {
        [sectionId(placement, 'title')]: page.title,
        [sectionId(placement, 'content')]: page.content,
        [sectionId(placement, 'image')]: page.featuredMedia,
      },
      context,
    },
  ];
}
