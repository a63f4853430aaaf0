import type { HeadValues } from '../../../src/builder/load-context.ts';
import type { PlacementFault } from '../../../src/contracts/placement.ts';
import type { SiteSettings } from '../../../src/contracts/site-settings.ts';
import type { FullPost, PageHead } from '../../../src/contracts/content.ts';
import { isShareableImage } from '../../media/share-card.ts';
import { seoBlock, seoPlacement, seoValuesSchema } from '../normalise/seo-fields.ts';
import { normalisePlacement, type ValueSource } from '../normalise/normalise-placement.ts';
import { htmlToText, truncatedDescription } from '../values/html-text.ts';
import { imageValue } from '../normalise/normalise-picture.ts';
import type { NormaliseContext } from '../normalise/normalise-context.ts';
import type { RawPage } from '../values/raw-page.ts';
import { seoFieldsOf } from '../values/seo-plugin.ts';

/** Dimensions in pixels of the share image in the site settings, as Open Graph recommends. */
const SHARE_IMAGE = { width: 1200, height: 630 };

/** Everything that the head of a page depends on. */
export interface HeadInput {
  page: RawPage;
  sources: readonly [ValueSource, ...ValueSource[]];
  settings: SiteSettings;
  canonical: string;
  /** True for a view that is not the page itself, such as a password form or a preview of another layout. */
  unlisted: boolean;
  allowSampleIndex: boolean;
}

/**
 * A page's head. `listed` is false if the page is kept out of search engines for a reason other than the sample
 * identity. `ownImage` is true if an editor or an SEO plugin chose a share image that other sites can show.
 */
interface ResolvedHead {
  head: PageHead;
  faults: PlacementFault[];
  listed: boolean;
  ownImage: boolean;
}

/**
 * Returns the SEO values of a post, from its own fields or an SEO plugin. They take precedence over its title and
 * excerpt.
 */
export function seoOf(post: RawPage, context: NormaliseContext): FullPost['seo'] {
  const sources: ValueSource[] = [
    { acf: post.acf, context },
    { acf: seoFieldsOf(post.plugin), context },
  ];
  const { title, description, image, noindex } = seoValuesSchema.parse(
    normalisePlacement(post.title, seoPlacement, seoBlock, sources).props ?? {},
  );
  return {
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...(image === undefined ? {} : { image }),
    ...(noindex || post.plugin.noindex ? { noindex: true } : {}),
  };
}

/**
 * Builds a page's head from its SEO fields. Missing values come from its title, excerpt and featured image, then from
 * the site settings.
 */
export function resolveHead(input: HeadInput): ResolvedHead {
  const { page, settings, sources } = input;
  const { props, faults } = normalisePlacement(page.title, seoPlacement, seoBlock, sources);
  const seo = seoValuesSchema.parse(props ?? {});
  const { titleSuffix, shareImage } = settings.seo;
  const listed = !seo.noindex && !input.unlisted && page.plugin.noindex !== true;
  const hidden = !listed || (settings.sample && !input.allowSampleIndex);
  const head: PageHead = {
    title: seo.title ?? (page.title === titleSuffix ? titleSuffix : `${page.title} | ${titleSuffix}`),
    description: seo.description ?? descriptionFromExcerpt(page, settings),
    canonical: input.canonical,
    robots: hidden ? 'noindex' : 'index, follow',
    image: seo.image ??
      featured(page, sources[0]) ?? { src: shareImage, ...SHARE_IMAGE, alt: settings.site.name },
    type: 'website',
  };
  return { head, faults, listed, ownImage: seo.image !== undefined && isShareableImage(seo.image) };
}

/**
 * Returns the title and description for search results. Without a title in `sources`, `title` is null, and the head is
 * made from the page's title. Without a description, the excerpt of the page is used, or else the description of the
 * site.
 */
export function resolveSeoDefaults({
  page,
  sources,
  settings,
}: Pick<HeadInput, 'page' | 'sources' | 'settings'>): {
  title: string | null;
  description: string;
} {
  const seo = seoValuesSchema.parse(
    normalisePlacement(page.title, seoPlacement, seoBlock, sources).props ?? {},
  );
  return {
    title: seo.title ?? null,
    description: seo.description ?? descriptionFromExcerpt(page, settings),
  };
}

/** Returns the head, overridden by the values that the page's blocks provide. */
export function withBlockHead(head: PageHead, words: HeadValues, titleSuffix: string): PageHead {
  const title =
    words.wholeTitle ?? (words.title === undefined ? undefined : `${words.title} | ${titleSuffix}`);
  return {
    ...head,
    ...(title === undefined ? {} : { title }),
    ...(words.description === undefined ? {} : { description: words.description }),
    ...(words.image === undefined ? {} : { image: words.image }),
    ...(words.type === undefined ? {} : { type: words.type }),
    ...(words.feeds === undefined ? {} : { feeds: words.feeds }),
    ...(words.unlisted ? { robots: 'noindex' } : {}),
    ...(words.query === undefined ? {} : { canonical: `${head.canonical}?${words.query}` }),
  };
}

/** Returns the description of a page whose SEO fields have none: its excerpt, or else the description of the site. */
function descriptionFromExcerpt(page: RawPage, { site }: SiteSettings): string {
  return truncatedDescription(htmlToText(page.excerpt)) || site.description;
}

function featured(page: RawPage, source: ValueSource): PageHead['image'] | null {
  const media = source.context.media.get(page.featuredMedia);
  const value = media ? imageValue(media, source.context.links) : null;
  return value && { src: value.src, width: value.width, height: value.height, alt: value.alt };
}
