import type { PageEntry, SearchHit } from '../content/page-entry.ts';
import type { FullPost, PostEntry } from '../content/post-entry.ts';

/** Public content as blocks may read it. Every method rejects when the source fails. */
export interface ContentLibrary {
  /** All posts, newest first, as lists show them. */
  posts(): Promise<readonly PostEntry[]>;
  /** The post of a slug, or null. */
  post(slug: string): Promise<FullPost | null>;
  /** All public pages, in the order of the route table, then those that only the content system has. */
  pages(): Promise<readonly PageEntry[]>;
  /** What of pages and posts holds all these words, best first. */
  search(words: string): Promise<readonly SearchHit[]>;
}

/** What `load` gets to know besides the block's own values. */
export interface LoadContext {
  /** The route's path, as links write it. */
  path: string;
  /** Named parts of the path: `post`, `category` or `tag`, where the route has them. */
  parts: Readonly<Record<string, string>>;
  /** The declared query parameters that are given, cut to a bearable length. */
  query: Readonly<Record<string, string>>;
  /** Titles and paths of the pages above this one, outermost first. */
  trail: readonly { path: string; title: string }[];
  /** Epoch milliseconds. */
  now: number;
  content: ContentLibrary;
}

/** What a block may say of the page's head; what is absent stays as the page has it. */
export interface HeadWords {
  /** Without the site's name. */
  title?: string;
  /** The whole title, as an editor or a plugin wrote it. */
  wholeTitle?: string;
  description?: string;
  /** What the page is about, in a picture. */
  image?: { src: string; width: number; height: number; alt: string };
  /** True where that image was chosen for sharing: it is what shared links show. */
  ownImage?: boolean;
  type?: 'website' | 'article';
  /** The query of the address search engines should keep, such as `page=2`. */
  query?: string;
  /** Keeps this page out of search engines and the sitemap. */
  unlisted?: boolean;
}
