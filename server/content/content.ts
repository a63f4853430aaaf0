import path from 'node:path';
import type { Logger } from 'pino';
import type { OpenDatabase } from '../database/open-database.ts';
import type { Block } from '../../src/builder/block.ts';
import type { SiteData } from '../../src/contracts/content.ts';
import { posterOrigins } from '../../src/contracts/embed-players.ts';
import { createPictureUrlResolver, fetchablePictureUrl } from '../media/picture-url-resolver.ts';
import type { MediaFetchOptions } from '../media/fetch-media.ts';
import { createPictureService, type PictureService } from '../media/pictures.ts';
import { readScenes, type Scenes } from '../media/scenes.ts';
import type { Config } from '../platform/config/config.ts';
import { PROJECT_ROOT } from '../platform/root.ts';
import { createPublicFetch } from '../platform/security/public-fetch.ts';
import type { BuiltInContent } from './built-in/built-in-content.ts';
import { loadPrebuiltOrSourceContent } from './built-in/load-built-in-content.ts';
import { contentHealth, type ContentHealth } from './content-health.ts';
import { createContentReader, type ContentReader } from './content-reader.ts';
import { createCurrentContent, type CurrentContent } from './current-content.ts';
import { openContentDatabase, type ContentDatabase } from './database/content-database.ts';
import { createSanitisedHtmlStore } from './database/clean-html-store.ts';
import { createPictureUrlStore } from './database/picture-url-store.ts';
import { createTextFactsStore } from './database/text-facts-store.ts';
import {
  createEmbeddedContent,
  EMBEDDED_SOURCE_CONFIG,
  type EmbeddedContent,
} from './embedded/embedded-content.ts';
import { createHtmlWorker, type HtmlWorker } from './html/html-worker.ts';
import { createSanitiser, htmlKey } from './html/sanitiser.ts';
import { loadBlocks, loadProjectBlocks } from './load-blocks.ts';
import { createChangeNotices, type ChangeNotices } from './mirror/change-notices.ts';
import { createMirror, type Mirror } from './mirror/mirror.ts';
import { readSyncPosition } from './mirror/mirror-rows.ts';
import { redirectsForMovedPaths } from './mirror/moved-redirects.ts';
import { createBodyFaultFinder, type BodyFaultFinder } from './body/body-fault-finder.ts';
import { siteTexts } from './body/site-texts.ts';
import { createTextCheck, type TextCheck } from './body/text-check.ts';
import { createTextFactsReader } from './body/text-facts-reader.ts';
import type { SyncTiming } from './mirror/sync-timing.ts';
import { createSync } from './mirror/sync.ts';
import { builtInSiteData } from './normalise/site-data.ts';
import { createPreviewSource } from './preview/preview-source.ts';
import { createPreviews, type Previews } from './preview/previews.ts';
import { AVATAR_ORIGIN } from './values/raw-comment.ts';
import { createLinkTargetFinder } from './resolve/link-target-finder.ts';
import { resolvePage } from './resolve/resolve-page.ts';
import { createSiteSearch } from './site-search.ts';
import { canWriteToWordPress } from './rest/wordpress-writer.ts';
import { createFileFetch } from './rest/file-fetch.ts';
import { parseWordPressUrls } from './rest/wordpress-urls.ts';

/** All content of the site: from WordPress, edited on this site, or built in. */
export interface Content
  extends Pick<CurrentContent, 'snapshot' | 'settings' | 'timeZone' | 'frame'>, ContentReader {
  blocks: ReadonlyMap<string, Block>;
  /** The site's own drawings, which appear in share images. */
  scenes: Scenes;
  /** WordPress pictures, served from our own origin. */
  pictures: PictureService;
  /** Decides from which URLs pictures and captions may be fetched, and fetches them. */
  files: MediaFetchOptions;
  builtIn: BuiltInContent;
  siteData(): SiteData | null;
  /** Resolves when no HTML is being sanitized. */
  htmlSettled(): Promise<void>;
  /**
   * Calls back after each new snapshot, each search index update, and when HTML that a page lacked has been sanitized.
   * Returns a function that unsubscribes.
   */
  onChange(listener: () => void): () => void;
  /**
   * Builds the search index in the background and keeps it current. Without this call, the first search starts it and
   * waits for a limited time.
   */
  keepSearchIndex(): void;
  /** Finds the parts of page and post content that visitors do not see, or see differently than in WordPress. */
  bodyFaults: BodyFaultFinder;
  /** Finds the texts of pages and posts that this site shows differently than WordPress. */
  textCheck: TextCheck;
  /** Shows pages with unpublished values; null unless both WordPress and its shared secret are configured. */
  previews: Previews | null;
  health(): ContentHealth;
  /**
   * Checks the source for changes now, and resolves when this server has them. If another server syncs, waits at most
   * ten seconds for it.
   */
  check(): Promise<void>;
  /** Returns whether the source has been read completely at least once; true without a source. */
  isRead(): Promise<boolean>;
  /** Stops reading the source. The site still shows what has been read. */
  pause(): Promise<void>;
  /** The content that is edited on this site; null if it is edited in WordPress, or not at all. */
  embedded: EmbeddedContent | null;
  /** The change notices from WordPress; null if WordPress is not configured. */
  notices: ChangeNotices | null;
  close(): Promise<void>;
}

interface Options {
  config: Config;
  log: Logger;
  /**
   * The database for content that is edited on this site. Without it and without WordPress, only the built-in content
   * is shown.
   */
  database?: Pick<OpenDatabase, 'query' | 'engine'>;
  blocksDir?: string;
  fixturesDir?: string;
  /** Epoch milliseconds. */
  now?: () => number;
  fetch?: typeof fetch;
  /** For tests: shorter delays than in production. */
  timing?: Partial<SyncTiming>;
}

/** Maximum number of faults that are remembered as logged. Then all are forgotten, so each is logged again. */
const MAX_LOGGED_FAULTS = 500;

/**
 * Loads the blocks and the built-in content, opens the copy of WordPress or of the embedded source, and starts to sync
 * it. Throws an `Error` if blocks or built-in content have faults, and a `DatabaseError` if the content database cannot
 * be opened. An unreachable WordPress is no error.
 */
export async function createContent(options: Options): Promise<Content> {
  const { config, log } = options;
  const blocks =
    options.blocksDir === undefined ? await loadProjectBlocks() : await loadBlocks(options.blocksDir);
  const { builtIn, html: builtInHtml } = await loadPrebuiltOrSourceContent(
    { ...options, dev: config.dev },
    blocks,
  );
  const scenes = await readScenes(path.join(PROJECT_ROOT, 'public'));
  const database = await openContentDatabase(config, log);
  const worker = createHtmlWorker({ log });
  try {
    return await contentOn({ database, worker, blocks, builtIn, builtInHtml, scenes }, options);
  } catch (error) {
    await worker.close();
    await database.close().catch(() => {});
    throw error;
  }
}

interface OpenedParts extends Pick<Content, 'blocks' | 'builtIn' | 'scenes'> {
  database: ContentDatabase;
  worker: HtmlWorker;
  /** The HTML of the built-in content that the build sanitized. */
  builtInHtml: Awaited<ReturnType<typeof loadPrebuiltOrSourceContent>>['html'];
}

async function contentOn(
  { database, worker, blocks, builtIn, builtInHtml, scenes }: OpenedParts,
  options: Options,
): Promise<Content> {
  const { config, log, now = Date.now, fetch: send = fetch } = options;
  const { wordpress, publicUrl } = config;
  const listeners = new Set<() => void>();
  const notify = () => {
    for (const listener of listeners) listener();
  };
  const logFault = createFaultLog(log);

  // Built-in content links only to paths, so the HTML that the build sanitized is valid for every site URL.
  const htmlStore = createSanitisedHtmlStore(database, now);
  const sanitiser = createSanitiser({ log, worker, memory: htmlStore, given: builtInHtml, onChange: notify });
  // Reads stored HTML, but does not store the HTML of previews.
  const previewSanitiser = createSanitiser({
    log,
    worker,
    memory: { read: (keys) => htmlStore.read(keys), write: async () => {} },
    given: builtInHtml,
  });

  const embedded =
    wordpress || !options.database ? null : createEmbeddedContent({ ...options.database, builtIn, now });
  const source = embedded ? EMBEDDED_SOURCE_CONFIG : wordpress;
  const homes = source
    ? [parseWordPressUrls(source.url).home, ...(publicUrl === null ? [] : [publicUrl])]
    : [];
  const mirror = source
    ? createMirror({
        database,
        log,
        derive: (before, after) => redirectsForMovedPaths(before, after, homes, builtIn.pages),
      })
    : null;
  const sync =
    mirror &&
    source &&
    createSync({
      config: { wordpress: source, contentMaxAge: config.contentMaxAge },
      mirror,
      database,
      // Reading the server's own database is logged only if it fails.
      log: embedded ? log.child({}, { level: log.isLevelEnabled('warn') ? 'warn' : log.level }) : log,
      now,
      fetch: embedded?.fetch ?? send,
      storesValidSettings: embedded !== null,
      ...(options.timing ? { timing: options.timing } : {}),
    });
  await mirror?.open();
  const files = {
    source: createPictureUrlResolver({
      wordpress: homes[0] ?? null,
      // The site URLs under which WordPress and this site serve their files.
      homes: () => {
        const { home, url } = mirror?.contents().entries('site').get('site')?.data ?? {};
        return [home, url, publicUrl].filter((each) => typeof each === 'string');
      },
      origins: [...config.imageOrigins, ...posterOrigins, AVATAR_ORIGIN],
    }),
    fetch: embedded ? embedded.withPictures(createPublicFetch([])) : createFileFetch(source),
  };
  const serves = (url: string) => fetchablePictureUrl(url, files.source) !== null;
  const pictures = createPictureService({ config, log, ...files, store: createPictureUrlStore(database) });

  const current = createCurrentContent(mirror?.contents() ?? builtIn.contents, { builtIn, homes, pictures });
  const { homeLayout, allowSampleIndex } = config;
  const takesComments = wordpress !== null && canWriteToWordPress(wordpress);
  const resolveOptions = { homeLayout, showFaults: config.dev, allowSampleIndex, takesComments };
  const search = createSiteSearch({
    snapshot: () => current.snapshot(),
    builtIn,
    blocks,
    now,
    resolve: (snapshot, at) =>
      resolvePage({
        snapshot,
        builtIn,
        blocks,
        request: { path: at },
        now: now(),
        // Unsanitized HTML is safe here, because the search never shows the text as HTML.
        html: (source) => sanitiser.known(htmlKey(source)) ?? source.html,
        search,
        scenes,
        options: resolveOptions,
      }),
    log,
    onChange: notify,
  });
  const reader = createContentReader({
    current,
    builtIn,
    blocks,
    scenes,
    search,
    sanitiser,
    previewSanitiser,
    resolveOptions,
    log,
    logFault,
    now,
  });
  const texts = createTextFactsReader({ worker, store: createTextFactsStore(database, now), log });
  const resolveWith: Content['resolveWith'] = (...request) => {
    // Somebody is editing, so the worker will soon have new texts to sanitize.
    worker.warm();
    return reader.resolveWith(...request);
  };
  const secret = wordpress?.secret;
  const previews =
    wordpress && secret
      ? createPreviews({
          secret,
          source: createPreviewSource({ wordpress: { ...wordpress, secret }, fetch: send, now }),
          resolve: resolveWith,
          log,
          now,
        })
      : null;

  mirror?.onChange((contents) => {
    const next = current.show(contents);
    if (!next) return;
    for (const fault of next.faults) logFault(fault);
    notify();
    search.noteSnapshot();
  });
  const notices =
    mirror &&
    sync &&
    createChangeNotices({
      database,
      mirror,
      check: () => sync.check(),
      now,
      onArrival: () => worker.warm(),
    });
  async function check(): Promise<void> {
    // With SQLite, there is only one server. With PostgreSQL, another server may do the syncing.
    if (!sync || !notices || database.engine === 'sqlite' || sync.health().syncing) return sync?.check();
    await notices
      .readNow()
      .catch((error: unknown) => log.warn({ event: 'content-check-failed', err: error }));
  }

  sync?.start();
  // Without this wait, the first requests would get no content, or content of a WordPress that was configured before.
  if (embedded && mirror && sync) {
    await sync.check();
    await untilComplete(mirror);
  }
  return {
    snapshot: () => current.snapshot(),
    settings: () => current.settings(),
    timeZone: () => current.timeZone(),
    frame: () => current.frame(),
    ...reader,
    resolveWith,
    blocks,
    scenes,
    pictures,
    files,
    builtIn,
    siteData() {
      const snapshot = current.snapshot();
      const site = wordpress ? snapshot?.site : null;
      return snapshot && (site ?? builtInSiteData(snapshot.settings, publicUrl, now()));
    },
    htmlSettled: () => sanitiser.settled(),
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    keepSearchIndex: () => search.keepIndexed(),
    previews,
    bodyFaults: createBodyFaultFinder({ texts, links: () => current.snapshot()?.links ?? null, serves }),
    textCheck: createTextCheck({
      reader: texts,
      snapshot: () => current.snapshot(),
      inputOf: (snapshot) => {
        const targetOf = createLinkTargetFinder({
          snapshot,
          builtIn,
          blocks,
          now: now(),
          scenes,
          options: resolveOptions,
        });
        const texts = siteTexts({ snapshot, builtIn, blocks, homeLayout });
        return { snapshot, texts, isDead: (link) => targetOf(link) === null, serves };
      },
      log,
    }),
    health: () =>
      contentHealth(
        current.snapshot(),
        sync && wordpress ? sync.health() : null,
        mirror?.contents().unreadable,
      ),
    check,
    isRead: async () => source === null || (await readSyncPosition(database.query, homes[0] ?? '')) !== null,
    pause: async () => sync?.stop(),
    embedded,
    notices: wordpress && notices,
    async close() {
      await sync?.stop();
      await search.idle();
      await worker.close();
      await Promise.all([sanitiser.settled(), previewSanitiser.settled()]);
      mirror?.close();
      await database.close();
    },
  };
}

/** Resolves when the mirror has a complete copy of its source. */
async function untilComplete(mirror: Mirror): Promise<void> {
  if (mirror.contents().complete) return;
  await new Promise<void>((resolve) => {
    mirror.onChange(({ complete }) => complete && resolve());
  });
}

/** Returns a function that logs each fault for the editor once. */
function createFaultLog(log: Logger): (fault: string) => void {
  const logged = new Set<string>();
  return (fault) => {
    if (logged.has(fault)) return;
    if (logged.size >= MAX_LOGGED_FAULTS) logged.clear();
    logged.add(fault);
    log.warn({ event: 'content-fault' }, fault);
  };
}
