import type { ImageValue } from '../builder/field.ts';
import type { ResolvedPlacement } from './placement.ts';
import type { PostFormat } from './post-formats.ts';

/** The custom fields (ACF) of a page, by section id. */
export type PageCustomFields = Readonly<Record<string, unknown>>;

/** A page in WordPress. The title is plain text; content and excerpt are rendered HTML. */
export interface Page {
  id: number;
  title: string;
  content: string;
  excerpt: string;
  slug: string;
  /** ISO 8601, in UTC. */
  modified: string;
  acf: PageCustomFields;
  /** URL of the featured image; null if there is none. */
  featuredImage: string | null;
}

export interface Author {
  id: number;
  name: string;
}

/** A category or tag in WordPress. */
export interface Term {
  id: number;
  name: string;
  slug: string;
}

/** A term as it appears in lists of posts. */
export interface ListedTerm extends Term {
  /** The path of the list of the term's posts, as used in links; empty if there is no such list. */
  path: string;
}

/** A category with its position in the hierarchy. */
export interface Category extends ListedTerm {
  /** The id of the parent category; 0 if there is none. */
  parent: number;
}

/** A post in WordPress. */
export interface Post extends Page {
  /** ISO 8601, in UTC. */
  date: string;
  author: Author | null;
  categories: Term[];
  categoryIds: number[];
  tagIds: number[];
}

/** A nested menu item, as views receive it. */
export interface MenuItem {
  id: number;
  title: string;
  url: string;
  /** A path on this site, or the full URL for a link to another site; empty for a heading. */
  path: string;
  parent: number;
  target: string;
  classes: string[];
  children: MenuItem[];
}

/** A menu item as WordPress's menus endpoint (`menus/v1`) sends it. */
export interface RawMenuItem {
  ID: number;
  title: string;
  url: string;
  target: string;
  classes: string[];
  menu_item_parent: number;
}

/** A menu with its items as a flat list, as WordPress's menus endpoint (`menus/v1`) sends it. */
export interface Menu {
  ID: number;
  name: string;
  slug: string;
  description: string;
  count: number;
  items: RawMenuItem[];
}

/** Where the site shows a menu: in the header (`primary`) or in the footer. */
export type MenuLocation = 'primary' | 'footer';

/** Data about the site itself, as WordPress reports it. */
export interface SiteData {
  name: string;
  description: string;
  url: string;
  home: string;
  gmt_offset: number;
  timezone_string: string;
  site_logo: string | null;
  site_icon: string | null;
}

/** The filters of a request for posts; `category` is an id. By default, the first page with 10 posts is requested. */
export interface PostQuery {
  perPage?: number;
  page?: number;
  category?: number;
  slug?: string;
}

/** The contents of a page's `<head>`. */
export interface PageHead {
  title: string;
  description: string;
  /** The path of the canonical URL. */
  canonical: string;
  robots: 'index, follow' | 'noindex' | 'noindex, nofollow';
  image: { src: string; width: number; height: number; alt: string; type?: string };
  type: 'website' | 'article';
  /** The feeds of the posts or comments that the page shows; absent if there are none. */
  feeds?: readonly { title: string; path: string }[];
}

/** A page with everything that the browser needs to display it. */
export interface PageDocument {
  /** The path of the route, as used in links. */
  path: string;
  slug: string;
  head: PageHead;
  placements: readonly ResolvedPlacement[];
  /** The breadcrumb trail: what is above the page, outermost first, then the page; absent if nothing is above it. */
  trail?: readonly { path: string; title: string }[];
  /** The page's structured data as schema.org objects; absent if the page's HTML already includes it. */
  structuredData?: readonly object[];
}

/** The parts of a page's URL that the browser sends to request the page. */
export interface DocumentAddress {
  /** The path, as used in links. */
  path: string;
  /** `content` or `lead-capture`, to preview that built-in layout of the home page. */
  layout?: string | undefined;
  /** The part of the query string that affects the page. */
  query?: string | undefined;
}

/** The methods by which `content-hooks.ts` and `page-query.ts` read content. Each rejects if its request fails. */
export interface ContentSource {
  /** Returns the page with this slug, or null. */
  page(slug: string): Promise<Page | null>;
  posts(query: PostQuery): Promise<Post[]>;
  /** Returns the menu at a location, with its items as a flat list, or null if there is none. */
  menu(location: MenuLocation): Promise<Menu | null>;
  siteData(): Promise<SiteData>;
  /** Returns the page at an address with everything the browser needs to display it, or null if there is none. */
  document(address: DocumentAddress, signal?: AbortSignal): Promise<PageDocument | null>;
}

/** A page as shown in lists. */
export interface PageEntry {
  path: string;
  title: string;
  description: string;
  /** ISO 8601, in UTC. */
  modified: string;
  /** False for pages that are excluded from search engines. */
  listed: boolean;
}

/** A part of a snippet. `hit` is true for a matched word. */
export interface SnippetPart {
  text: string;
  hit: boolean;
}

/** A page or post that matches a search. */
export interface SearchHit {
  kind: 'page' | 'post';
  path: string;
  title: string;
  /** The text around the first match, or the description. */
  snippet: readonly SnippetPart[];
  /** ISO 8601; posts only. */
  date?: string;
}

/** A post as shown in lists. All texts are plain text. */
export interface PostEntry {
  id: number;
  slug: string;
  /** The post's path on this site. */
  path: string;
  title: string;
  excerpt: string;
  /** ISO 8601, in UTC. */
  date: string;
  modified: string;
  author: string | null;
  image: ImageValue | null;
  categories: readonly ListedTerm[];
  tags: readonly ListedTerm[];
  /** WordPress's format of the post; absent for the standard one. */
  format?: PostFormat;
  /** Whether the post is pinned to the top of the list of all posts. */
  sticky?: true;
  /** Whether the post is protected by a password. */
  locked?: true;
  /** Whether the post is kept out of search engines. */
  noindex?: true;
}

/** The posts at a route: all of them, or those of a category, tag, author, year, month or day. */
export interface PostList {
  kind: 'all' | 'category' | 'tag' | 'author' | 'date';
  /** The name of the term or author, or the period as text; empty for all posts. */
  name: string;
  /** The slug of the term or author; empty for all posts and for a period. */
  slug: string;
  /** The path of the page that lists all posts. */
  home: string;
  /** Newest first. */
  posts: readonly PostEntry[];
}

/** A post as shown on its own page. */
export interface FullPost extends PostEntry {
  /** Sanitized HTML. */
  content: string;
  /** Reading time in whole minutes, at least 1. */
  minutes: number;
  /** The post's own SEO values, or those of an SEO plugin. In `<head>`, they replace the title, excerpt and image. */
  seo: { title?: string; description?: string; image?: ImageValue; noindex?: boolean };
}
