import { z } from 'zod';
import type { MenuLocation, PostQuery, SiteData } from '../../src/content/types.ts';
import { ContentFault } from './content-fault.ts';
import { plainText } from './html-document.ts';
import { isObject } from './raw-value.ts';
import type { WordPressClient } from './wordpress-client.ts';

/** The option of the companion plugin; null where the plugin is not installed. Throws a `ContentFault`. */
export async function readSettings(client: WordPressClient): Promise<unknown> {
  return nullWhenAbsent(client.get('/lintel/v1/site-settings', {}));
}

/**
 * The raw menu at a location, from the menus plugin or, with credentials, from core; null when none stands
 * there or none may be read. Throws a `ContentFault`.
 */
export async function readRawMenu(client: WordPressClient, location: MenuLocation): Promise<unknown> {
  try {
    return await client.get(`/menus/v1/locations/${location}`, {});
  } catch (error) {
    if (!(error instanceof ContentFault) || error.status !== 404) throw error;
    if (error.code !== 'rest_no_route' || !client.signedIn) return null;
  }
  const place = await nullWhenAbsent(client.get(`/wp/v2/menu-locations/${location}`, {}));
  if (!isObject(place) || typeof place.menu !== 'number' || place.menu === 0) return null;
  const items = await client.get('/wp/v2/menu-items', {
    menus: place.menu,
    per_page: 100,
    _fields: 'id,title,url,parent,menu_order,target,classes',
  });
  return {
    ID: place.menu,
    name: place.description,
    slug: location,
    items: Array.isArray(items) ? [...items].sort((a, b) => orderOf(a) - orderOf(b)) : [],
  };
}

/** Posts in WordPress's shape, newest first; none past the last page. Throws a `ContentFault`. */
export async function readRawPosts(client: WordPressClient, query: PostQuery): Promise<unknown[]> {
  const params = {
    per_page: query.perPage ?? 10,
    page: query.page ?? 1,
    ...(query.category === undefined ? {} : { categories: query.category }),
    ...(query.slug === undefined ? {} : { slug: query.slug }),
    _embed: 'author,wp:featuredmedia,wp:term',
    // Without `_links` and `_embedded` in the list the embedded parts silently vanish.
    _fields:
      'id,slug,status,date_gmt,modified_gmt,title,content,excerpt,featured_media,categories,tags,_links,_embedded',
  };
  try {
    const posts = await client.get('/wp/v2/posts', params, 'stranger');
    return Array.isArray(posts) ? posts : [];
  } catch (error) {
    if (error instanceof ContentFault && error.code === 'rest_post_invalid_page_number') return [];
    throw error;
  }
}

const siteSchema = z.object({
  name: z.string().catch(''),
  description: z.string().catch(''),
  url: z.string().catch(''),
  home: z.string().catch(''),
  gmt_offset: z.coerce.number().catch(0),
  timezone_string: z.string().catch(''),
  site_logo: z.coerce.number().int().catch(0),
  site_icon_url: z.string().catch(''),
});

/** Site data from the REST root, entities decoded, the logo's id resolved. Throws a `ContentFault`. */
export async function readSiteData(client: WordPressClient): Promise<SiteData> {
  const fields = 'name,description,url,home,gmt_offset,timezone_string,site_logo,site_icon_url';
  const parsed = siteSchema.safeParse(await client.get('/', { _fields: fields }));
  if (!parsed.success) {
    throw new ContentFault(
      `WordPress at ${client.home} answers no site data. Check that WORDPRESS_API_URL is the site’s address.`,
    );
  }
  const { site_logo: logo, site_icon_url: icon, name, description, ...rest } = parsed.data;
  return {
    ...rest,
    name: plainText(name),
    description: plainText(description),
    site_logo: logo > 0 ? await logoAddress(client, logo) : null,
    site_icon: icon === '' ? null : icon,
  };
}

async function logoAddress(client: WordPressClient, id: number): Promise<string | null> {
  const media = await client
    .get(`/wp/v2/media/${id}`, { _fields: 'source_url' }, 'stranger')
    .catch(() => null);
  return isObject(media) && typeof media.source_url === 'string' ? media.source_url : null;
}

async function nullWhenAbsent(asking: Promise<unknown>): Promise<unknown> {
  try {
    return await asking;
  } catch (error) {
    if (error instanceof ContentFault && error.status === 404 && !error.html) return null;
    throw error;
  }
}

function orderOf(item: unknown): number {
  return isObject(item) && typeof item.menu_order === 'number' ? item.menu_order : 0;
}
