import type { Logger } from 'pino';
import type { Block } from '../../src/builder/block.ts';
import type { FullPost, PostEntry } from '../../src/content/post-entry.ts';
import type { Menu, MenuLocation, Post, PostQuery, SiteData } from '../../src/content/types.ts';
import type { Config } from '../config.ts';
import type { BuiltInContent } from './built-in-content.ts';
import type { ContentTiming } from './content-timing.ts';
import type { RawMedia } from './media.ts';
import type { RawPage } from './raw-page.ts';
import type { RoutePath } from './route-path.ts';
import { siteLinks } from './site-links.ts';
import type { SiteLinks } from './site-links.ts';
import { wordPressReader } from './wordpress-reader.ts';

/** What WordPress has for a route: a public page with its pictures, one it withholds (draft, private …), or none. */
export type PageReading =
  | {
      state: 'found';
      /** The route path at which the page stands. */
      path: string;
      page: RawPage;
      media: readonly RawMedia[];
    }
  | { state: 'withheld' }
  | { state: 'absent' };

/** Reads WordPress through the cache. `null` always means: no answer in time, or no WordPress. Never rejects. */
export interface ContentReader {
  page(route: RoutePath): Promise<PageReading | null>;
  /** The page of a slug wherever it stands: for the specified `pages?slug=` call. */
  pageOfSlug(slug: string): Promise<PageReading | null>;
  settings(): Promise<{ raw: unknown } | null>;
  menu(location: MenuLocation): Promise<{ menu: Menu | null } | null>;
  posts(query: PostQuery): Promise<readonly Post[] | null>;
  /** All public posts, newest first. */
  postEntries(): Promise<readonly PostEntry[] | null>;
  fullPost(slug: string): Promise<{ post: FullPost | null } | null>;
  /** Ids of the posts that hold some words. */
  foundPosts(words: string): Promise<readonly number[] | null>;
  /** Paths of all public pages, in the editor's order. */
  pagePaths(): Promise<readonly string[] | null>;
  siteData(): Promise<SiteData | null>;
  links(): Promise<SiteLinks>;
  health(): { source: 'wordpress' | 'built-in'; lastGoodAt: number | null; lastFault: string | null };
}

/** What a reader is made of. */
export interface ReaderParts {
  config: Config;
  log: Logger;
  now: () => number;
  blocks: ReadonlyMap<string, Block>;
  builtIn: BuiltInContent;
  fetch?: typeof fetch;
  timing?: Partial<ContentTiming>;
}

/** The reader for the configured source; without WordPress, one that has nothing. */
export function contentReader(parts: ReaderParts): ContentReader {
  const { wordpress } = parts.config;
  return wordpress ? wordPressReader(wordpress, parts) : builtInReader(parts.config);
}

function builtInReader(config: Config): ContentReader {
  const links = siteLinks(config.publicUrl === null ? [] : [config.publicUrl]);
  return {
    page: async () => null,
    pageOfSlug: async () => null,
    settings: async () => null,
    menu: async () => null,
    posts: async () => null,
    postEntries: async () => null,
    fullPost: async () => null,
    foundPosts: async () => null,
    pagePaths: async () => null,
    siteData: async () => null,
    links: async () => links,
    health: () => ({ source: 'built-in', lastGoodAt: null, lastFault: null }),
  };
}
