import { z } from 'zod';
import { ContentFault } from './content-fault.ts';
import { pathOfPage } from './choose-page.ts';
import { readPage } from './raw-page.ts';
import { SEO_PLUGIN_FIELDS } from './seo-plugin.ts';
import type { SiteLinks } from './site-links.ts';
import type { WordPressClient } from './wordpress-client.ts';

const EMBED = 'author,wp:featuredmedia,wp:term';
// Without `_links` and `_embedded` in the list the embedded parts silently vanish.
const ENTRY_FIELDS =
  'id,slug,status,date_gmt,modified_gmt,title,excerpt,featured_media,categories,tags,_links,_embedded';
/** Embedding is what takes WordPress time: half of the most it lists at once. */
const POSTS_AT_ONCE = 50;
const PAGES_AT_ONCE = 100;
/** A thousand posts, two thousand pages: more than a site like this has, and an end to it. */
const MOST_QUESTIONS = 20;

/** All public posts in WordPress's shape, newest first, without their text. Throws a `ContentFault`. */
export async function readPostList(client: WordPressClient): Promise<unknown[]> {
  return readAll(client, '/wp/v2/posts', POSTS_AT_ONCE, { _embed: EMBED, _fields: ENTRY_FIELDS });
}

/** The public post of a slug in WordPress's shape, with its text; null where there is none. Throws a `ContentFault`. */
export async function readRawPost(client: WordPressClient, slug: string): Promise<unknown> {
  const params = { slug, _embed: EMBED, _fields: `${ENTRY_FIELDS},content,${SEO_PLUGIN_FIELDS}` };
  const answer = await client.get('/wp/v2/posts', params, 'stranger');
  const [post = null]: unknown[] = Array.isArray(answer) ? answer : [];
  return post;
}

/** The paths of all public pages, in the editor's order. Throws a `ContentFault`. */
export async function readPagePaths(client: WordPressClient, links: SiteLinks): Promise<string[]> {
  const raw = await readAll(client, '/wp/v2/pages', PAGES_AT_ONCE, {
    orderby: 'menu_order',
    order: 'asc',
    _fields: 'id,slug,status,link,parent,title',
  });
  const pages = raw.flatMap((item) => readPage(item) ?? []);
  return pages.flatMap((page) => (page.status === 'publish' ? (pathOfPage(page, pages, links) ?? []) : []));
}

/** The ids of the public posts that WordPress finds for some words, best first. Throws a `ContentFault`. */
export async function readFoundPosts(client: WordPressClient, words: string): Promise<number[]> {
  const params = { search: words, per_page: 100, _fields: 'id', orderby: 'relevance' };
  const answer = await client.get('/wp/v2/posts', params, 'stranger');
  const found = z.array(z.object({ id: z.number() })).safeParse(answer);
  return found.success ? found.data.map(({ id }) => id) : [];
}

async function readAll(
  client: WordPressClient,
  path: string,
  atOnce: number,
  params: Readonly<Record<string, string>>,
): Promise<unknown[]> {
  const all: unknown[] = [];
  for (let page = 1; page <= MOST_QUESTIONS; page += 1) {
    const answer = await client
      .get(path, { ...params, per_page: atOnce, page }, 'stranger')
      .catch(pastTheEnd);
    const list: unknown[] = Array.isArray(answer) ? answer : [];
    all.push(...list);
    if (list.length < atOnce) break;
  }
  return all;
}

function pastTheEnd(error: unknown): [] {
  if (error instanceof ContentFault && error.code === 'rest_post_invalid_page_number') return [];
  throw error;
}
