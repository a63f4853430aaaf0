import { z } from 'zod';
import { defineBlock } from '../../src/builder/block.ts';
import { image, text, toggle } from '../../src/builder/fields.ts';
import type { Placement } from '../../src/builder/layout.ts';
import type { PlacementFault } from '../../src/builder/placement.ts';
import type { SiteSettings } from '../../src/content/site-settings.ts';
import type { PageHead } from '../../src/content/types.ts';
import { isShareable } from '../media/share-card.ts';
import { finishPlacement } from './finish-placement.ts';
import type { ValueSource } from './finish-placement.ts';
import { plainText } from './html-document.ts';
import { imageValue } from './media.ts';
import type { RawPage } from './raw-page.ts';

/** The fields every page has for its head: `seo_title`, `seo_description`, `seo_image`, `seo_noindex`. */
export const seoBlock = defineBlock({
  id: 'seo',
  title: 'Search and sharing',
  description: 'What search engines and shared links show of this page.',
  fields: {
    title: text({ label: 'Title' }),
    description: text({ label: 'Description' }),
    image: image({ label: 'Share image' }),
    noindex: toggle({ label: 'Keep out of search engines' }),
  },
});

/** Binds those fields to their reserved section ids. */
export const seoPlacement: Placement = { block: 'seo', key: 'seo', region: 'main', hidden: false, ids: {} };

const seoValues = z.object({
  title: z.string().optional(),
  description: z.string().optional(),
  image: z.object({ src: z.string(), width: z.number(), height: z.number(), alt: z.string() }).optional(),
  noindex: z.boolean().default(false),
});

/** Search engines cut descriptions at about this length. */
const DESCRIPTION_LENGTH = 160;
/** Measures of the share image in the site settings, as Open Graph recommends. */
const SHARE_IMAGE = { width: 1200, height: 630 };

/** What a page's head is made of. */
export interface HeadInput {
  page: RawPage;
  sources: readonly [ValueSource, ...ValueSource[]];
  settings: SiteSettings;
  canonical: string;
  /** True for a view that is not the page itself, such as a look at another layout. */
  unlisted: boolean;
  allowSampleIndex: boolean;
}

/**
 * A finished head. `listed` is false for a page that is kept out of search engines, sample identity aside;
 * `ownImage` is true where an editor or a plugin chose its image, not just the page's picture.
 */
interface FinishedHead {
  head: PageHead;
  faults: PlacementFault[];
  listed: boolean;
  ownImage: boolean;
}

/** Builds a page's head: its own SEO fields, then its title, excerpt and featured image, then the site settings. */
export function finishHead(input: HeadInput): FinishedHead {
  const { page, settings, sources } = input;
  const { props, faults } = finishPlacement(page.title, seoPlacement, seoBlock, sources);
  const seo = seoValues.parse(props ?? {});
  const { titleSuffix, shareImage } = settings.seo;
  const excerpt = shortened(plainText(page.excerpt));
  const listed = !seo.noindex && !input.unlisted && page.plugin?.noindex !== true;
  const hidden = !listed || (settings.sample && !input.allowSampleIndex);
  const head: PageHead = {
    title: seo.title ?? (page.title === titleSuffix ? titleSuffix : `${page.title} | ${titleSuffix}`),
    description: seo.description ?? (excerpt === '' ? settings.site.description : excerpt),
    canonical: input.canonical,
    robots: hidden ? 'noindex' : 'index, follow',
    image: seo.image ??
      featured(page, sources[0]) ?? { src: shareImage, ...SHARE_IMAGE, alt: settings.site.name },
    type: 'website',
  };
  return { head, faults, listed, ownImage: seo.image !== undefined && isShareable(seo.image) };
}

/** Cuts a text at a word so that it is no longer than search engines show. */
export function shortened(text: string): string {
  if (text.length <= DESCRIPTION_LENGTH) return text;
  const cut = text.slice(0, DESCRIPTION_LENGTH - 1);
  const end = cut.lastIndexOf(' ');
  return `${cut.slice(0, end > 0 ? end : undefined).replace(/[\s,;:.–—-]+$/, '')}…`;
}

function featured(page: RawPage, source: ValueSource): PageHead['image'] | null {
  const media = source.context.media.get(page.featuredMedia);
  const value = media ? imageValue(media, source.context.links) : null;
  return value && { src: value.src, width: value.width, height: value.height, alt: value.alt };
}
