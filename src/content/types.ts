import type { FinishedPlacement } from '../builder/placement.ts';

/** The custom fields of a page, by section id. */
export type CustomFields = Readonly<Record<string, unknown>>;

/** A page of the content system; texts are rendered HTML, the title is plain text. */
export interface Page {
  id: number;
  title: string;
  content: string;
  excerpt: string;
  slug: string;
  /** ISO 8601, in UTC. */
  modified: string;
  acf: CustomFields;
  /** Address of the featured image. */
  featuredImage: string | null;
}

/** Who wrote a post. */
export interface Author {
  id: number;
  name: string;
}

/** A category or tag. */
export interface Term {
  id: number;
  name: string;
  slug: string;
}

/** A post of the blog. */
export interface Post extends Page {
  /** ISO 8601, in UTC. */
  date: string;
  author: Author | null;
  categories: Term[];
  categoryIds: number[];
  tagIds: number[];
}

/** An entry of a menu, with its own entries below it. */
export interface MenuItem {
  id: number;
  title: string;
  url: string;
  /** The address without host: a route of this site, or the whole address where it leads elsewhere. */
  path: string;
  parent: number;
  target: string;
  classes: string[];
  children: MenuItem[];
}

/** An entry as the menus route sends it. */
export interface RawMenuItem {
  ID: number;
  title: string;
  url: string;
  target: string;
  classes: string[];
  menu_item_parent: number;
}

/** A menu of the content system. */
export interface Menu {
  ID: number;
  name: string;
  slug: string;
  description: string;
  count: number;
  items: RawMenuItem[];
}

/** Where menus stand. */
export type MenuLocation = 'primary' | 'footer';

/** What the content system says of the site itself. */
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

/** Which posts are asked for; 10 a page and the first page unless said. */
export interface PostQuery {
  perPage?: number;
  page?: number;
  category?: number;
  slug?: string;
}

/** What a page's head says. */
export interface PageHead {
  title: string;
  description: string;
  /** The path of the address search engines should keep. */
  canonical: string;
  robots: 'index, follow' | 'noindex' | 'noindex, nofollow';
  image: { src: string; width: number; height: number; alt: string; type?: string };
  type: 'website' | 'article';
}

/** A route with everything a browser needs to show it. */
export interface PageDocument {
  /** The route's path, as links write it. */
  path: string;
  slug: string;
  head: PageHead;
  placements: readonly FinishedPlacement[];
  /** The pages above this one, outermost first, and itself at the end; absent at the top. */
  trail?: readonly { path: string; title: string }[];
}

/** Where content comes from. Both providers are made of one. Every method rejects when the source fails. */
export interface ContentSource {
  /** The page of that slug, or null. */
  page(slug: string): Promise<Page | null>;
  posts(query: PostQuery): Promise<Post[]>;
  /** The menu at a location, its entries flat, or null when none stands there. */
  menu(location: MenuLocation): Promise<Menu | null>;
  siteData(): Promise<SiteData>;
}
