import type { Placement } from '../../src/builder/layout.ts';
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

/** The page's own title, content and featured image as values of a `page-content` placement; none for others. */
export function ownContent(placement: Placement, page: RawPage, context: FinishContext): ValueSource[] {
  if (placement.block !== PAGE_CONTENT) return [];
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
