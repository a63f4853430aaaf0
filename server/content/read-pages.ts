import type { Block } from '../../src/builder/block.ts';
import type { BuiltInContent } from './built-in-content.ts';
import { choosePage, choosePageOfSlug, pathOfPage } from './choose-page.ts';
import { ContentFault } from './content-fault.ts';
import type { PageReading } from './content-reader.ts';
import { imageIds } from './image-ids.ts';
import { readMedia } from './media.ts';
import type { RawMedia } from './media.ts';
import { readPage } from './raw-page.ts';
import type { RawPage } from './raw-page.ts';
import type { RoutePath } from './route-path.ts';
import { SEO_PLUGIN_FIELDS } from './seo-plugin.ts';
import type { SiteLinks } from './site-links.ts';
import type { WordPressClient } from './wordpress-client.ts';

const PAGE_FIELDS = `id,slug,status,link,parent,modified_gmt,title,content,excerpt,featured_media,acf,${SEO_PLUGIN_FIELDS}`;
const MEDIA_FIELDS = 'id,source_url,alt_text,media_details';
/** The most entries that WordPress lists at once. */
const MOST = 100;
// Everything but revisions: a page that is not public must be told from one that is not there.
const STATUSES = 'publish,draft,pending,private,future,trash';

/** What reading pages takes. */
export interface PageReads {
  client: WordPressClient;
  blocks: ReadonlyMap<string, Block>;
  builtIn: BuiltInContent;
  links: () => Promise<SiteLinks>;
  onNotice: (message: string) => void;
}

/** Reads the page of a route with its pictures. Throws a `ContentFault` when WordPress cannot be read. */
export async function readRoute(route: RoutePath, reads: PageReads): Promise<PageReading> {
  const [candidates, links] = await Promise.all([
    pagesOfSlugs([route.slug, ...route.parents], reads),
    reads.links(),
  ]);
  const inTable = reads.builtIn.pages.has(route.canonical);
  const page = choosePage(route, candidates, links, inTable);
  return page ? readingOf(page, route.canonical, reads) : { state: 'absent' };
}

/** Reads the page of a slug wherever it stands. Throws a `ContentFault` when WordPress cannot be read. */
export async function readSlug(slug: string, reads: PageReads): Promise<PageReading> {
  const [candidates, links] = await Promise.all([pagesOfSlugs([slug], reads), reads.links()]);
  const page = choosePageOfSlug(slug, candidates);
  return page
    ? readingOf(page, pathOfPage(page, candidates, links) ?? `/${slug}`, reads)
    : { state: 'absent' };
}

async function readingOf(page: RawPage, path: string, reads: PageReads): Promise<PageReading> {
  if (page.status !== 'publish' || page.locked) return { state: 'withheld' };
  const builtIn = reads.builtIn.pages.get(path) ?? null;
  return {
    state: 'found',
    path,
    page,
    media: await readImages(imageIds(page, builtIn, reads.blocks), reads),
  };
}

async function pagesOfSlugs(slugs: readonly string[], reads: PageReads): Promise<RawPage[]> {
  const { client, onNotice } = reads;
  const list = [...new Set(slugs)];
  const params = { slug: list.join(','), per_page: MOST, _fields: PAGE_FIELDS };
  if (!client.signedIn) return readList(await client.get('/wp/v2/pages', params, 'stranger'));
  const trashed = list.map((slug) => `${slug}__trashed`);
  const all = { ...params, slug: [...list, ...trashed].join(','), status: STATUSES };
  try {
    return readList(await client.get('/wp/v2/pages', all));
  } catch (error) {
    if (!(error instanceof ContentFault) || ![400, 401, 403].includes(error.status ?? 0)) throw error;
    onNotice(
      `WordPress does not show us pages that are not public (${error.status} ${error.code ?? ''}): drafts of known ` +
        'pages show their built-in content. Give WORDPRESS_USERNAME an account that may edit pages, and check its ' +
        'application password.',
    );
    return readList(await client.get('/wp/v2/pages', params, 'stranger'));
  }
}

function readList(answer: unknown): RawPage[] {
  if (!Array.isArray(answer)) {
    throw new ContentFault(
      'WordPress, /wp/v2/pages, answers an object instead of a list. Look for a plugin that changes the REST API.',
    );
  }
  return answer.flatMap((item) => readPage(item) ?? []);
}

/**
 * Reads pictures as strangers see them, so that one that is not public is missing. Where that question is closed
 * altogether the answer is empty; a WordPress that fails is a `ContentFault`.
 */
async function readImages(ids: readonly number[], { client, onNotice }: PageReads): Promise<RawMedia[]> {
  if (ids.length === 0) return [];
  const params = { include: ids.slice(0, MOST).join(','), per_page: MOST, _fields: MEDIA_FIELDS };
  try {
    const answer = await client.get('/wp/v2/media', params, 'stranger');
    return Array.isArray(answer) ? answer.flatMap((item) => readMedia(item) ?? []) : [];
  } catch (error) {
    const closed = error instanceof ContentFault && [400, 401, 403, 404].includes(error.status ?? 0);
    if (!closed) throw error;
    onNotice(`${error.message} Until then pictures are missing.`);
    return [];
  }
}
