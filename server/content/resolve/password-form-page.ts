import {
  BODY_BLOCK_DATA_ATTRIBUTE,
  BODY_BLOCK_ID_ATTRIBUTE,
  BODY_BLOCK_TAG,
} from '../../../src/builder/body-block.ts';
import type { SiteSettings } from '../../../src/contracts/site-settings.ts';
import { escapeHtml } from '../../platform/escape-html.ts';
import type { NormaliseContext } from '../normalise/normalise-context.ts';
import { PAGE_CONTENT_BLOCK_ID } from '../normalise/page-content.ts';
import type { RoutePath } from '../paths/route-path.ts';
import { shownTitle, type RawPage } from '../values/raw-page.ts';
import type { AssembledPage } from './assemble-page.ts';
import { resolveHead } from './page-head.ts';

interface Options {
  route: RoutePath;
  context: NormaliseContext;
  settings: SiteSettings;
  /** Whether the visitor has just entered a wrong password. */
  isWrong: boolean;
}

/** Returns what visitors see of a password-protected page or post: its title and the password form. */
export function passwordFormPage(
  page: RawPage,
  { route, context, settings, isWrong }: Options,
): AssembledPage {
  const title = shownTitle(page);
  const { head, listed, ownImage } = resolveHead({
    page: { ...page, title },
    sources: [{ acf: {}, context }],
    settings,
    canonical: route.canonical,
    unlisted: true,
    allowSampleIndex: true,
  });
  const content = passwordForm({ entry: page.id, isWrong });
  return {
    slug: route.slug,
    title,
    modified: page.modified,
    head,
    placements: [
      {
        block: PAGE_CONTENT_BLOCK_ID,
        key: 'page',
        region: 'main',
        script: 'none',
        props: { title, content },
      },
    ],
    changesAt: null,
    variant: null,
    listed,
    ownImage,
    ownContent: () => ({
      id: page.id,
      title,
      content: '',
      excerpt: '',
      slug: route.slug,
      modified: page.modified,
      acf: {},
      featuredImage: null,
    }),
    customFields: () => ({}),
  };
}

/** Returns the marker element of the body block `wp-password`, as it is in sanitized HTML. */
function passwordForm(attributes: { entry: number; isWrong: boolean }): string {
  const json = escapeHtml(JSON.stringify(attributes));
  return `<${BODY_BLOCK_TAG} ${BODY_BLOCK_ID_ATTRIBUTE}="wp-password" ${BODY_BLOCK_DATA_ATTRIBUTE}="${json}"></${BODY_BLOCK_TAG}>`;
}
