import path from 'node:path';
import type { Logger } from 'pino';
import type { Block } from '../../src/builder/block.ts';
import type { ContentLibrary } from '../../src/builder/load-context.ts';
import type { ResolvedPlacement } from '../../src/contracts/placement.ts';
import type { SiteSettings } from '../../src/contracts/site-settings.ts';
import type { Post, PostQuery, SiteData } from '../../src/contracts/content.ts';
import type { Config } from '../platform/config/config.ts';
import { createPublicFetch } from '../platform/security/public-fetch.ts';
import { ROOT } from '../platform/root.ts';
import { createPictureSource } from '../media/picture-source.ts';
import { createPictures, type Pictures } from '../media/pictures.ts';
import { readScenes, type Scenes } from '../media/scenes.ts';
import { builtInPlacement } from './assemble-page.ts';
import type { HomeLayout } from './choose-layout.ts';
import type { BuiltInContent } from './built-in/built-in-content.ts';
import { openBuiltInContent } from './built-in/load-built-in-content.ts';
import { contentHealth, type ContentHealth } from './content-health.ts';
import { createHtmlStore } from './html/html-store.ts';
import { createHtmlWorker } from './html/html-worker.ts';
import { createSanitiser, HTML_WAIT, htmlKey, withSanitisedHtml, type ReadHtml } from './html/sanitiser.ts';
import { loadBlocks, projectBlocks } from './load-blocks.ts';
import { createChangeNotices, type ChangeNotices } from './mirror/change-notices.ts';
import { openContentDatabase } from './mirror/content-database.ts';
import { createMirror } from './mirror/mirror.ts';
import { restRoot } from './mirror/rest-root.ts';
import { createSync } from './mirror/sync.ts';
import type { SyncTiming } from './mirror/sync-timing.ts';
import { movedPaths } from './paths/moved-paths.ts';
import { createPictureStore } from './picture-store.ts';
import { withEntries } from './preview/preview-entry.ts';
import { createPreviewSource } from './preview/preview-source.ts';
import { createPreviews, type Previews, type ResolveWith } from './preview/previews.ts';
import { builtInOf } from './paths/own-page.ts';
import { requestedRoute } from './paths/route-path.ts';
import { readLibrary, resolvePage, type PageRequest, type ResolvedPage } from './resolve-page.ts';
import { queryPosts } from './content-library.ts';
import { createSiteSearch } from './site-search.ts';
import { builtInSiteData } from './values/site-data.ts';
import { createSiteLinks } from './paths/site-links.ts';
import { createSnapshot, type Frame, type Read, type Snapshot } from './snapshot.ts';
import { isShowable, mayBeUnreadable } from './unreadable-entries.ts';

/** All content of the site, from WordPress or built in. */
export interface Content {
  blocks: ReadonlyMap<string, Block>;
  /** Our drawings, which appear in share images. */
  scenes: Scenes;
  /** WordPress pictures, served from our own origin. */
  pictures: Pictures;
  builtIn: BuiltInContent;
  /** The current content; null while WordPress is configured but has never been read completely. */
  snapshot(): Snapshot | null;
  /** The site's settings; null while there is no snapshot, because the built-in settings name a sample agent. */
  settings(): SiteSettings | null;
  /** The site's time zone; the built-in one while there is no snapshot. */
  timeZone(): string;
  frame(): Frame;
  /**
   * Resolves the page for a request; null while there is no snapshot, or if the stored page may be unreadable. With
   * `own`, also sanitizes the HTML of the editor's text, which most layouts do not show, so that `page()` includes it.
   * Without `patient`, waits only briefly for HTML that is being sanitized.
   */
  resolve(request: PageRequest, how?: { own?: boolean; patient?: boolean }): Promise<CurrentPage | null>;
  /** Resolves when no HTML is being sanitized. */
  htmlSettled(): Promise<void>;
  /** Resolves a page from the current content with some entries replaced. Stores nothing. */
  resolveWith: ResolveWith;
  /** Reads the snapshot as blocks do, for output such as a sitemap; null while there is no snapshot. */
  library(): ContentLibrary | null;
  posts(query: PostQuery): Promise<Post[] | null>;
  siteData(): SiteData | null;
  /** Returns a value that changes whenever the data behind this read changes. */
  fingerprint(read: Read): string;
  /** Calls back after each new snapshot and each search index update. Returns a function that unsubscribes. */
  onChange(listener: () => void): () => void;
  /** Builds the search index and keeps it current. Otherwise, the first search starts this and waits a limited time. */
  keepSearchIndex(): void;
  /** Returns a placement with built-in content only, to replace a view that throws; null if there is none. */
  builtInPlacement(path: string, key: string, layout?: HomeLayout): Promise<ResolvedPlacement | null>;
  /** Shows pages with unpublished values; null unless both WordPress and its shared secret are configured. */
  previews: Previews | null;
  health(): ContentHealth;
  /** Checks WordPress for changes now. */
  check(): Promise<void>;
  /** The change notices from WordPress; null if WordPress is not configured. */
  notices: ChangeNotices | null;
  close(): Promise<void>;
}

/** A page as it is now. */
export interface CurrentPage extends ResolvedPage {
  /** Whether a text is missing that is still being sanitized. When it is ready, the page's reads change. */
  lacksHtml: boolean;
}

interface Options {
  config: Config;
  log: Logger;
  blocksDir?: string;
  fixturesDir?: string;
  /** Epoch milliseconds. */
  now?: () => number;
  fetch?: typeof fetch;
  /** For tests: shorter delays than in production. */
  timing?: Partial<SyncTiming>;
}

const MAX_LOGGED_FAULTS = 500;
/** Prefix of the read of a text that is missing, before its key. */
const HTML_READ = 'html:';

/**
 * Opens the blocks, the built-in content and, if configured, the copy of WordPress. Throws if blocks or built-in
 * content have faults or the content database cannot be opened, but never because of WordPress.
 */
export async function createContent(options: Options): Promise<Content> {
  const { config, log, now = Date.now } = options;
  const blocks =
    options.blocksDir === undefined ? await projectBlocks() : await loadBlocks(options.blocksDir);
  const { builtIn, html: builtInHtml } = await openBuiltInContent({ ...options, dev: config.dev }, blocks);
  const scenes = await readScenes(path.join(ROOT, 'public'));
  const database = await openContentDatabase(config, log);
  const htmlStore = createHtmlStore(database, now);
  const worker = createHtmlWorker({ log });
  const sanitiser = createSanitiser({ log, worker, memory: htmlStore, given: builtInHtml, onChange: notify });
  // Reads stored HTML, but does not store the HTML of previews.
  const previewSanitiser = createSanitiser({
    log,
    worker,
    memory: { read: (keys) => htmlStore.read(keys), write: async () => {} },
    given: builtInHtml,
  });
  // Built-in content links only to paths, so the HTML that the build sanitized is valid for every site URL.
  const homes = config.wordpress
    ? [restRoot(config.wordpress.url).home, ...(config.publicUrl === null ? [] : [config.publicUrl])]
    : [];
  const resolveOptions = {
    homeLayout: config.homeLayout,
    showFaults: config.dev,
    allowSampleIndex: config.allowSampleIndex,
  };
  const listeners = new Set<() => void>();
  const logged = new Set<string>();

  const { wordpress, contentMaxAge } = config;
  const mirror = wordpress
    ? createMirror({
        database,
        log,
        derive: (before, after) => movedPaths(before, after, homes),
      })
    : null;
  const sync =
    mirror &&
    wordpress &&
    createSync({
      config: { wordpress, contentMaxAge },
      mirror,
      database,
      log,
      now,
      ...(options.fetch ? { fetch: options.fetch } : {}),
      ...(options.timing ? { timing: options.timing } : {}),
    });
  await mirror?.open();
  const pictures = createPictures({
    config,
    log,
    source: createPictureSource({
      wordpress: homes[0] ?? null,
      homes: namedHomes,
      origins: config.imageOrigins,
    }),
    fetch: createPublicFetch(homes.slice(0, 1).map((home) => new URL(home).hostname)),
    store: createPictureStore(database),
  });
  let contents = mirror ? mirror.contents() : builtIn.contents;
  let snapshot = isShowable(contents) ? createSnapshot({ contents, builtIn, homes, pictures }) : null;
  const search = createSiteSearch({
    snapshot: () => snapshot,
    builtIn,
    blocks,
    // Unsanitized HTML is safe here, because the search never shows the text as HTML.
    resolve: (current, at) =>
      resolveOnce(current, { path: at }, (source) => sanitiser.known(htmlKey(source)) ?? source.html),
    log,
    onChange: notify,
  });

  /** Returns the URLs under which WordPress and this site name their files. */
  function namedHomes(): readonly string[] {
    const { home, url } = mirror?.contents().entries('site').get('site')?.data ?? {};
    return [home, url, config.publicUrl].filter((each) => typeof each === 'string');
  }

  mirror?.onChange((next) => {
    // If more stored entries become unreadable, the last contents stay until WordPress has sent them again.
    if (!isShowable(next) || (snapshot && next.unreadable.length > contents.unreadable.length)) return;
    contents = next;
    snapshot = createSnapshot({ contents, builtIn, homes, pictures });
    for (const fault of snapshot.faults) logOnce(fault);
    notify();
    search.noteSnapshot();
  });

  function notify(): void {
    for (const listener of listeners) listener();
  }

  function logOnce(fault: string): void {
    if (logged.has(fault)) return;
    if (logged.size >= MAX_LOGGED_FAULTS) logged.clear();
    logged.add(fault);
    log.warn({ event: 'content-fault' }, fault);
  }

  const resolveInput = (current: Snapshot, html: ReadHtml) => ({
    snapshot: current,
    builtIn,
    blocks,
    now: now(),
    html,
    search,
    scenes,
    options: resolveOptions,
  });

  /** Resolves a request once. `html` returns the sanitized HTML that is known so far. */
  function resolveOnce(current: Snapshot, request: PageRequest, html: ReadHtml): ResolvedPage {
    return resolvePage({ ...resolveInput(current, html), request });
  }

  const resolveWith: ResolveWith = async (entries, requestIn, { showFaults }) => {
    // Somebody is editing, so there will be new texts.
    worker.warm();
    if (!snapshot) return null;
    const replaced = createSnapshot({ contents: withEntries(contents, entries), builtIn, homes, pictures });
    const request = requestIn(replaced);
    const options = { ...resolveOptions, showFaults };
    const sanitised =
      request &&
      (await withSanitisedHtml(previewSanitiser, (html) =>
        resolvePage({ ...resolveInput(replaced, html), options, request }),
      ));
    return { resolved: sanitised?.result ?? null, snapshot: replaced };
  };
  const secret = wordpress?.secret;
  const previews =
    wordpress && secret
      ? createPreviews({
          secret,
          source: createPreviewSource({
            wordpress: { ...wordpress, secret },
            fetch: options.fetch ?? fetch,
            now,
          }),
          resolve: resolveWith,
          log,
          now,
        })
      : null;

  sync?.start();
  return {
    blocks,
    scenes,
    pictures,
    builtIn,
    snapshot: () => snapshot,
    settings: () => snapshot?.settings ?? null,
    timeZone: () => (snapshot?.settings ?? builtIn.settings).site.timeZone,
    frame: () => snapshot?.frame() ?? { settings: builtIn.settings, primary: [], footer: [] },
    async resolve(request, { own = false, patient = true } = {}) {
      const current = snapshot;
      const { unreadable } = contents;
      if (!current) return null;
      const wait = patient ? HTML_WAIT.first : sanitiser.isBehind() ? HTML_WAIT.behind : HTML_WAIT.again;
      const resolve = () =>
        withSanitisedHtml(
          sanitiser,
          (html) => {
            const resolved = resolveOnce(current, request, html);
            // Calls `page()` only to request its HTML, so that it is sanitized before the caller uses `page()`.
            if (own && resolved.answer.status === 200) resolved.answer.page();
            return resolved;
          },
          wait,
        );
      let { result: resolved, missing } = await resolve();
      if (resolved.reads.has('search') && (await search.hasIndexed(current.version)) === 'waited') {
        ({ result: resolved, missing } = await resolve());
      }
      const { answer } = resolved;
      if (mayBeUnreadable(answer, unreadable)) return null;
      // A text that is not sanitized yet looks empty. The page is resolved again when it is.
      if (missing.size === 0) for (const fault of resolved.faults) logOnce(fault);
      for (const { block, key, error } of resolved.failures) {
        log.error({ event: 'block-fault', kind: 'load-failed', block, key, path: request.path, err: error });
      }
      // When a missing text is ready, this read changes, and the page is rendered again.
      const texts = [...missing].map(([key, why]) => [HTML_READ + key, why] as const);
      return {
        ...resolved,
        reads: new Map([...resolved.reads, ...texts]),
        lacksHtml: texts.some(([, why]) => why === 'pending'),
      };
    },
    htmlSettled: () => sanitiser.settled(),
    resolveWith,
    library: () =>
      snapshot && readLibrary(resolveInput(snapshot, (source) => sanitiser.known(htmlKey(source)) ?? '')),
    async posts(query) {
      const current = snapshot;
      if (!current) return null;
      return (await withSanitisedHtml(sanitiser, (html) => queryPosts(current, query, html))).result;
    },
    siteData: () =>
      snapshot && (snapshot.site ?? builtInSiteData(snapshot.settings, config.publicUrl, now())),
    fingerprint(read) {
      if (read === 'search') return `${search.version()}`;
      if (read.startsWith(HTML_READ)) return sanitiser.missing(read.slice(HTML_READ.length)) ?? '';
      return snapshot?.fingerprint(read) ?? '';
    },
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    keepSearchIndex: () => search.keepIndexed(),
    async builtInPlacement(at, key, layout) {
      const { result } = await withSanitisedHtml(sanitiser, (html) => {
        const route = requestedRoute(at, builtIn);
        const pages = snapshot ?? { pageAt: () => null };
        const page = route && builtInOf(route.canonical, pages.pageAt(route.canonical), pages, builtIn);
        if (!page) return null;
        const settings = snapshot?.settings ?? builtIn.settings;
        return builtInPlacement(key, {
          builtIn: { page, context: { media: builtIn.media, links: createSiteLinks([]), settings, html } },
          blocks,
          look: layout !== undefined && page.layouts.has(layout) ? layout : null,
          configured: config.homeLayout,
        });
      });
      return result;
    },
    previews,
    health: () => contentHealth(snapshot, sync ? sync.health() : null, mirror?.contents().unreadable),
    check: async () => sync?.check(),
    notices:
      mirror &&
      sync &&
      createChangeNotices({ database, mirror, sync, log, now, onArrival: () => worker.warm() }),
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
