import { z } from 'zod';
import type { SiteSettings } from '../../../src/contracts/site-settings.ts';
import type { SiteData } from '../../../src/contracts/content.ts';
import type { PictureUrlMapper } from '../../media/pictures.ts';
import { htmlToText } from '../values/html-text.ts';
import type { MirrorContents } from '../values/mirror-contents.ts';
import { mediaOf } from '../values/raw-media.ts';
import { isJsonObject } from '../../../src/builder/raw-value.ts';
import { zonedTime } from '../../../src/builder/time-zones.ts';

/** The number of posts in a feed if WordPress does not send one. */
const FEED_POSTS = 20;
const siteSchema = z.object({
  name: z.string().catch(''),
  description: z.string().catch(''),
  url: z.string().catch(''),
  home: z.string().catch(''),
  gmt_offset: z.coerce.number().catch(0),
  timezone_string: z.string().catch(''),
  site_logo: z.coerce.number().int().catch(0),
  site_icon_url: z.string().catch(''),
  show_on_front: z.string().catch(''),
  page_on_front: z.coerce.number().int().nullable().catch(null),
  page_for_posts: z.coerce.number().int().catch(0),
  posts_per_page: z.coerce.number().int().positive().catch(10),
  posts_per_rss: z.coerce.number().int().positive().catch(FEED_POSTS),
  // Missing without the companion plugin; feeds then have excerpts.
  rss_use_excerpt: z.coerce.boolean().default(true),
});

/** WordPress's settings for lists of posts and for feeds. */
export interface BlogSettings {
  /** The id of the page that lists the posts; 0 if there is none. */
  postsPage: number;
  /** The number of posts on a page of a list. WordPress's default is used if it does not send one. */
  postsPerPage: number;
  /** The number of posts in a feed, and whether the feed has their full texts. */
  feed: { posts: number; isFull: boolean };
}

const UNKNOWN: BlogSettings = { postsPage: 0, postsPerPage: 10, feed: { posts: FEED_POSTS, isFull: false } };

/**
 * Reads the site data, with decoded entities and with the URLs of pictures on our own origin. `frontPage` is the id
 * of the front page: 0 if there is none, null if WordPress does not send it. `data` is null if `raw` is not an object.
 */
export function parseRestSiteData(
  raw: unknown,
  contents: MirrorContents,
  pictures?: PictureUrlMapper,
): { data: SiteData | null; frontPage: number | null; blog: BlogSettings } {
  const parsed = isJsonObject(raw) ? siteSchema.safeParse(raw) : null;
  if (!parsed?.success) return { data: null, frontPage: null, blog: UNKNOWN };
  const {
    site_logo,
    site_icon_url,
    show_on_front,
    page_on_front,
    page_for_posts,
    posts_per_page,
    posts_per_rss,
    rss_use_excerpt,
    name,
    description,
    ...rest
  } = parsed.data;
  const media = contents.entries('media').get(String(site_logo));
  const logo = media ? mediaOf(media) : null;
  const data = {
    ...rest,
    name: htmlToText(name),
    description: htmlToText(description),
    site_logo: (logo && pictures?.address(logo)?.src) ?? null,
    site_icon: pictures?.address({ url: site_icon_url })?.src ?? null,
  };
  const isPage = show_on_front !== 'posts';
  return {
    data,
    frontPage: isPage ? page_on_front : 0,
    blog: {
      postsPage: isPage ? page_for_posts : 0,
      postsPerPage: posts_per_page,
      feed: { posts: posts_per_rss, isFull: !rss_use_excerpt },
    },
  };
}

/** Returns the site data for the built-in content. `now` is in epoch milliseconds. */
export function builtInSiteData(settings: SiteSettings, publicUrl: string | null, now: number): SiteData {
  const address = publicUrl ?? '';
  return {
    name: settings.site.name,
    description: settings.site.description,
    url: address,
    home: address,
    gmt_offset: offsetInHours(settings.site.timeZone, now),
    timezone_string: settings.site.timeZone,
    site_logo: settings.brokerage.logo || null,
    site_icon: null,
  };
}

/** Returns the time zone's current offset from UTC in hours, as in WordPress: `-6`, `5.5`. */
function offsetInHours(timeZone: string, now: number): number {
  return zonedTime(now, timeZone).offsetNanoseconds / 3_600_000_000_000;
}
