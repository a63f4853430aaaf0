import { SEO_PLUGIN_FIELDS } from '../values/seo-plugin.ts';
import type { MirrorEntryKind } from '../values/mirror-contents.ts';
import type { RestParams } from '../rest/wordpress-client.ts';

/** A list in WordPress's REST API that the mirror copies in full. */
export interface RestCollection {
  kind: 'page' | 'post' | 'media' | 'comment' | 'category' | 'tag' | 'author' | 'menu';
  path: string;
  params: RestParams;
  /** Reads the public view of the list, even if we have an account. */
  as?: 'anonymous';
}

const ENTRY_FIELDS =
  'id,slug,status,link,parent,menu_order,date_gmt,modified_gmt,title,content,excerpt,featured_media,author,' +
  `categories,tags,comment_status,acf,guid,sticky,format,${SEO_PLUGIN_FIELDS}`;
const TERM_FIELDS = 'id,name,slug,description,taxonomy,parent,count,link';
const AUTHOR_FIELDS = 'id,name,slug,link';
// Requests `media_details` in full, because WordPress cannot select its properties.
const MEDIA_FIELDS =
  'id,link,source_url,alt_text,mime_type,modified_gmt,media_details,meta.focal_point,acf.focal_point';
// Excludes e-mail and IP addresses, which identify visitors.
const COMMENT_FIELDS =
  'id,post,parent,author,author_name,author_url,date_gmt,content,type,author_avatar_urls';
/**
 * The fields of the site that the mirror reads, from the REST root or from the companion plugin's change feed. The root
 * has the front page fields only since WordPress 7.1. `posts_per_page`, `posts_per_rss`, `rss_use_excerpt` and
 * `discussion` are only in the feed.
 */
export const SITE_FIELDS =
  'name,description,url,home,gmt_offset,timezone_string,site_logo,site_icon_url,show_on_front,page_on_front,page_for_posts,posts_per_page,posts_per_rss,rss_use_excerpt,discussion';

/**
 * The kinds of entries in the companion plugin's change feed, with the fields of each that we need; '' for all
 * fields.
 */
export const CHANGE_FEED_FIELDS = {
  site: SITE_FIELDS,
  settings: '',
  menu: '',
  category: TERM_FIELDS,
  tag: TERM_FIELDS,
  author: AUTHOR_FIELDS,
  page: ENTRY_FIELDS,
  section: ENTRY_FIELDS,
  template: ENTRY_FIELDS,
  post: ENTRY_FIELDS,
  media: MEDIA_FIELDS,
  comment: COMMENT_FIELDS,
} as const satisfies Partial<Record<MirrorEntryKind, string>>;
export type ChangeFeedKind = keyof typeof CHANGE_FEED_FIELDS;

// Includes pages that are not public, because they must be distinguished from pages that do not exist.
const STATUSES = 'publish,draft,pending,private,future,trash';

/** All pages including drafts and trash, for an account with permission to see them. */
export const ALL_PAGES_COLLECTION: RestCollection = {
  kind: 'page',
  path: '/wp/v2/pages',
  params: { status: STATUSES, _fields: ENTRY_FIELDS },
};
/** The published pages, as anonymous readers see them. */
export const PUBLIC_PAGES_COLLECTION: RestCollection = {
  kind: 'page',
  path: '/wp/v2/pages',
  params: { _fields: ENTRY_FIELDS },
  as: 'anonymous',
};
/** The published posts. */
export const POSTS_COLLECTION: RestCollection = {
  ...PUBLIC_PAGES_COLLECTION,
  kind: 'post',
  path: '/wp/v2/posts',
};
/** The items of the media library that are public. */
export const MEDIA_COLLECTION: RestCollection = {
  kind: 'media',
  path: '/wp/v2/media',
  params: { _fields: MEDIA_FIELDS },
  as: 'anonymous',
};
export const CATEGORIES_COLLECTION: RestCollection = {
  kind: 'category',
  path: '/wp/v2/categories',
  params: { _fields: TERM_FIELDS },
  as: 'anonymous',
};
export const TAGS_COLLECTION: RestCollection = { ...CATEGORIES_COLLECTION, kind: 'tag', path: '/wp/v2/tags' };
/** The users who have published posts. */
export const AUTHORS_COLLECTION: RestCollection = {
  kind: 'author',
  path: '/wp/v2/users',
  params: { _fields: AUTHOR_FIELDS },
  as: 'anonymous',
};
/** The approved comments. Pingbacks and trackbacks are public only with the companion plugin. */
export const COMMENTS_COLLECTION: RestCollection = {
  kind: 'comment',
  path: '/wp/v2/comments',
  params: { _fields: COMMENT_FIELDS },
  as: 'anonymous',
};
