import path from 'node:path';
import type { Logger } from 'pino';
import type { Block } from '../../src/builder/block.ts';
import type { ContentLibrary } from '../../src/builder/load-context.ts';
import type { FinishedPlacement } from '../../src/builder/placement.ts';
import type { SiteSettings } from '../../src/content/site-settings.ts';
import type { ContentSource, MenuItem, Page, PageDocument } from '../../src/content/types.ts';
import type { Config } from '../config.ts';
import { readScenes, type Scenes } from '../media/scenes.ts';
import { loadBuiltInContent } from './built-in-content.ts';
import { contentReader } from './content-reader.ts';
import type { ContentTiming } from './content-timing.ts';
import { frameMaker } from './finish-frame.ts';
import { loadBlocks } from './load-blocks.ts';
import { pageAnswers } from './page-answers.ts';
import { contentSource } from './serve-source.ts';
import { shareAnswers, type SharedAnswer } from './share-answer.ts';

/** What a route answers. Objects keep their identity until their content changes: callers key caches by it. */
export type RouteAnswer =
  | {
      status: 200;
      document: PageDocument;
      page: Page;
      /** Epoch milliseconds of the next moment at which a placement appears or goes; null when none will. */
      changesAt: number | null;
      /** The query the page was made with, such as `page=2`; absent where none concerns it. */
      query?: string;
      /** False for a page that is kept out of search engines, whatever the sample identity says. */
      listed: boolean;
      /** True where the head's image was chosen for sharing; else it is one that we draw. */
      ownImage: boolean;
    }
  | { status: 301; to: string }
  | { status: 404 }
  /** What the page is about cannot be read now. */
  | { status: 503 };

/** What stands around every page. Keeps its identity until it changes. */
export interface Frame {
  settings: SiteSettings;
  primary: MenuItem[];
  footer: MenuItem[];
}

/** The two complete layouts of the home page. */
export type HomeLayout = 'content' | 'lead-capture';

/** How a route is asked for. */
export interface RouteOptions {
  layout?: HomeLayout;
  /** The address's query, as it was given. */
  query?: string;
}

/** The way to all content: WordPress's where it is set and answers, else the last good copy, else the built-in. */
export interface ContentGateway {
  /** The page of a route. Waits for WordPress at most about 1.5 seconds; never rejects for its faults. */
  route(path: string, options?: RouteOptions): Promise<SharedAnswer>;
  frame(): Promise<Frame>;
  /** The page's placement with built-in content only, for a view that throws; null when there is none. */
  builtIn(path: string, key: string, options?: { layout?: HomeLayout }): FinishedPlacement | null;
  /** All public pages and posts, and a search over them. */
  library: ContentLibrary;
  /** Stands behind our own `/wp-json` routes. */
  source: ContentSource;
  blocks: ReadonlyMap<string, Block>;
  /** Our drawings, which share images show. */
  scenes: Scenes;
  /** Where pictures of this site may come from besides our own server. Keeps its identity until it changes. */
  imageOrigins(): Promise<readonly string[]>;
  health(): { source: 'wordpress' | 'built-in'; lastGoodAt: number | null; lastFault: string | null };
}

/**
 * Opens the content: discovers the blocks, reads the built-in content and prepares WordPress where it is set.
 * Throws when blocks or built-in content have faults; never because of WordPress.
 */
export async function createContentGateway(options: {
  config: Config;
  log: Logger;
  blocksDir?: string;
  fixturesDir?: string;
  fetch?: typeof fetch;
  now?: () => number;
  /** For tests: shorter waits than the real ones. */
  timing?: Partial<ContentTiming>;
}): Promise<ContentGateway> {
  const { config, log, now = Date.now } = options;
  const root = path.join(import.meta.dirname, '../..');
  const blocks = await loadBlocks(options.blocksDir ?? path.join(root, 'blocks'));
  const builtIn = await loadBuiltInContent(options.fixturesDir ?? path.join(root, 'fixtures'), blocks);
  const reader = contentReader({ ...options, now, blocks, builtIn });
  const frames = frameMaker(builtIn, reader, log);
  const pages = pageAnswers({ config, log, now, blocks, builtIn, reader, frames });
  const scenes = await readScenes(path.join(root, 'public'));
  const shared = shareAnswers(scenes);
  return {
    async route(given, asked) {
      const [answer, settings, { origins }] = await Promise.all([
        pages.route(given, asked),
        frames.settings(),
        reader.links(),
      ]);
      return shared(answer, settings, origins);
    },
    frame: () => frames.frame(),
    builtIn: (given, key, look) => pages.builtInPlacement(given, key, look?.layout),
    library: pages.library,
    source: contentSource({ config, now, builtIn, reader, frames, pages }),
    blocks,
    scenes,
    imageOrigins: async () => (await reader.links()).origins,
    health: () => reader.health(),
  };
}
