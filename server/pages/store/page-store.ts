import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { Content } from '../../content/content.ts';
import type { CurrentResolvedPage } from '../../content/content-reader.ts';
import type {
  ChosenVariant,
  VariantTest,
  LayoutVariantService,
} from '../../content/resolve/page-variants.ts';
import type { PageRequest } from '../../content/resolve/resolve-page.ts';
import type { SnapshotReadKey } from '../../content/snapshot/fingerprints.ts';
import { mayBeQueryAddress } from '../../content/paths/query-address.ts';
import type { MenuItem } from '../../../src/contracts/content.ts';
import { createEventLoopYield } from '../../platform/async/event-loop-yield.ts';
import { runInBackground } from '../../platform/async/run-in-background.ts';
import { freshSingleFlight, singleFlight } from '../../platform/async/single-flight.ts';
import { startOfNextYear, yearInTimeZone } from '../../platform/site-days.ts';
import type { CdnPageCaching } from '../cdn/cdn-page-caching.ts';
import type { PageRenderer } from '../render/page-renderer.ts';
import { createPageCache, type CachedPage, type CachedPages } from './page-cache.ts';
import { sharedNotFoundPath, requestedHomeLayout, storedPageKey, truncateQuery } from './page-key.ts';
import { sendStoredPage, createStoredPage, type StoredPage } from './stored-page.ts';

/** The result of a request for a page. */
export type PageOutcome =
  | {
      kind: 'page';
      page: StoredPage;
      /** The running test of the page's layout: the caller decides which variant the visitor gets. */
      test: VariantTest | null;
      /** As in `CachedPage`. */
      lock: number | null;
      /** The caching headers for a CDN; null without a CDN, and if the page depends on the visitor. */
      caching: readonly string[] | null;
    }
  | {
      kind: 'redirect';
      status: 301 | 302;
      to: string;
      /** The part of the visitor's query that the target still needs; absent for all of it. */
      rest?: string;
    }
  /**
   * WordPress is configured but has never been read completely, or a page that no visitor waits for has HTML that is
   * not sanitized yet.
   */
  | { kind: 'unavailable' };

/** Keeps rendered documents as bytes, and renders them again when the content they depend on changes. */
export interface PageStore {
  /** Sends the page of a request if it is stored and valid. Otherwise sends nothing, and returns false. */
  answer(request: IncomingMessage, response: ServerResponse): boolean;
  /**
   * Returns the page for a request that no other route handles, stored or newly rendered. Concurrent requests share one
   * rendering.
   */
  page(request: PageRequest): Promise<PageOutcome>;
  /**
   * Renders outdated pages again, and the home page and the pages in the menus before their first visitor arrives. Each
   * change of the content starts this automatically.
   */
  refresh(): Promise<void>;
  /** Whether the page of a path without a query is in memory. */
  isStored(path: string): boolean;
  /** Returns the running test of a page in memory; null if it has none. */
  testOf(path: string): VariantTest | null;
  /** Counts the pages in memory. `bytes` is their total size, compressed with Brotli. */
  size(): { pages: number; bytes: number };
  close(): void;
}

interface Options {
  content: Pick<Content, 'resolve' | 'snapshot' | 'frame' | 'fingerprint' | 'onChange'>;
  render: PageRenderer;
  log: Logger;
  /** The headers of every response, as a flat list of names and values. */
  commonHeaders: readonly string[];
  requestId: (request: IncomingMessage) => string;
  /** Called for each request that was answered from memory. */
  onHit: (
    request: IncomingMessage,
    status: number,
    requestId: string,
    path: string,
    chosen: ChosenVariant | null,
  ) => void;
  /** Whether a request may open pages behind a password, which are never stored. */
  mayOpen?: (request: IncomingMessage) => boolean;
  /** Returns the caching headers of a page for a CDN. */
  cdnHeaders?: CdnPageCaching['headers'] | undefined;
  /** Called only for pages with a running test. */
  variants: Pick<LayoutVariantService, 'choose'> | null;
  /** Changes whenever stored pages become invalid, such as when the sources change in development. */
  buildVersion: () => number;
  now: () => number;
  /** For tests: a smaller budget than the cache's own, in bytes. */
  budget?: { plain: number; asked: number };
}

/** Milliseconds before the next attempt, after an outdated page could not be rendered again. */
const RETRY_MS = 10_000;

/** Creates a store that renders its pages again when the content changes. */
export function createPageStore(options: Options): PageStore {
  const { content, render, log, now } = options;
  const cache = createPageCache(options.budget);
  let closed = false;

  const stopListening = content.onChange(refreshLater);

  function isGood(entry: CachedPage): boolean {
    return entry.changesAt > now() && entry.buildVersion === options.buildVersion();
  }

  /** Returns the page of a request if it is in memory and has not expired. Its content may have changed since. */
  function find(path: string, query: string, variant: string | null = null): CachedPage | null {
    const found = cache.find(path, query, requestedHomeLayout(path, query), variant);
    return found && isGood(found) ? found : null;
  }

  /** Whether an earlier version of a page is in memory, so that visitors can get that one. */
  function hasOlder({ path, query = '', layout, variant }: PageRequest): boolean {
    return cache.find(path, query, layout, variant ?? null) !== null;
  }

  async function renderNow(
    request: PageRequest,
    resolved: CurrentResolvedPage,
    source: string,
  ): Promise<CachedPage> {
    const { answer, frame } = resolved;
    const buildVersion = options.buildVersion();
    const found = answer.status === 200 ? answer : null;
    const path = found ? found.document.path : sharedNotFoundPath(request.path, frame.primary);
    const document = await render({ path, found, frame, layout: request.layout });
    const page = await createStoredPage({
      status: found ? 200 : 404,
      ...document,
      often: found === null || found.query === '',
      isPersonal: found?.test != null,
      isForm: found?.lock != null,
      common: options.commonHeaders,
    });
    return { page, request, source, buildVersion, lock: found?.lock ?? null, ...validityOf(resolved) };
  }

  /**
   * Returns what limits the validity of a page that has just been resolved: its reads, and the time when it changes.
   */
  function validityOf({
    answer,
    reads,
    frame,
  }: CurrentResolvedPage): Pick<CachedPage, 'reads' | 'changesAt'> {
    const found = answer.status === 200 ? answer : null;
    return {
      reads: found ? reads : readsOfFrame(reads),
      changesAt: Math.min(
        found?.changesAt ?? Number.POSITIVE_INFINITY,
        startOfNextYear(now(), frame.settings.site.timeZone),
      ),
    };
  }

  /**
   * Resolves a request, and finds or renders its page. With `nobody`, no visitor waits for the page: a new page whose
   * HTML is not sanitized yet is left to a later refresh.
   */
  async function make(request: PageRequest, who: 'visitor' | 'nobody'): Promise<PageOutcome> {
    const nextTurn = createEventLoopYield();
    const resolved = await content.resolve(request, { patient: who === 'visitor' && !hasOlder(request) });
    await nextTurn();
    if (!resolved) return { kind: 'unavailable' };
    const { answer, frame } = resolved;
    if ('to' in answer) return { kind: 'redirect', ...answer };
    if (answer.status === 404) {
      // There are few different not-found pages, so all unknown paths share a few entries.
      const key = `404 ${sharedNotFoundPath(request.path, frame.primary)}`;
      const entry = await rendered(cache.plain, key, request, resolved);
      return { kind: 'page', page: entry.page, test: null, lock: null, caching: cachingOf(entry) };
    }
    const shorter = truncateQuery(request.query ?? '', answer.query);
    if (shorter !== null)
      return { kind: 'redirect', status: 302, to: `${answer.document.path}?${shorter}`, rest: '' };
    const { path } = answer.document;
    const { queryNames, test, variant } = answer;
    // A page with a layout from the query (`?layout=`) has no test, but the same path without the query may have one.
    cache.remember(path, {
      queryNames,
      test: request.layout === undefined ? test : cache.testOf(path),
    });
    const pages = answer.query === '' ? cache.plain : cache.asked;
    const key = storedPageKey(path, request.layout, answer.query, variant);
    // A later refresh renders the page, when its HTML is ready.
    if (who === 'nobody' && resolved.lacksHtml && !pages.has(key)) return { kind: 'unavailable' };
    const entry = await rendered(pages, key, { ...request, path, query: answer.query }, resolved);
    if (variant === null) {
      // All variants must be stored. If the chosen one is not, `answer` sends nothing, and the routes choose again. The
      // variants that are stored would then be sent more often than their weights say.
      for (const { name } of test?.variants ?? []) {
        runInBackground(log, 'page-not-rendered', () => renderOnce(path, name));
      }
    }
    return { kind: 'page', page: entry.page, test, lock: entry.lock, caching: cachingOf(entry) };
  }

  /** Returns the stored page for a key if it is valid; otherwise renders it, once for all concurrent requests. */
  const rendered = singleFlight(
    async (
      pages: CachedPages,
      key: string,
      request: PageRequest,
      resolved: CurrentResolvedPage,
    ): Promise<CachedPage> => {
      const stored = pages.get(key);
      if (stored && isGood(stored) && isCurrent(stored)) return stored;
      const entry = await renderAgain(stored, request, resolved);
      pages.set(key, entry);
      // The content changed during rendering, and the refresh for that change did not include this page.
      if (!isCurrent(entry)) refreshLater();
      return entry;
    },
    (_pages, key) => key,
  );

  async function renderAgain(
    stored: CachedPage | undefined,
    request: PageRequest,
    resolved: CurrentResolvedPage,
  ): Promise<CachedPage> {
    const source = sourceOf(request, resolved, now());
    if (stored?.buildVersion === options.buildVersion()) {
      // A page that lists posts reads all of them but shows few, so many changes leave it the same.
      if (stored.source === source) return { ...stored, ...validityOf(resolved) };
      if (resolved.lacksHtml) return outdated(stored, resolved);
    }
    return renderNow(request, resolved, source).catch((error: unknown) => {
      if (!stored) throw error;
      log.error({ event: 'page-not-rendered', path: request.path, err: error });
      return outdated(stored, resolved);
    });
  }

  /** Keeps an outdated page for `RETRY_MS`: it is better than no page, and better than one that lacks HTML. */
  function outdated(stored: CachedPage, { reads }: CurrentResolvedPage): CachedPage {
    return { ...stored, reads, changesAt: now() + RETRY_MS };
  }

  function isCurrent({ reads }: CachedPage): boolean {
    for (const [read, fingerprint] of reads) if (content.fingerprint(read) !== fingerprint) return false;
    return true;
  }

  function cachingOf({ page, reads, changesAt }: CachedPage): readonly string[] | null {
    if (!options.cdnHeaders || !page.isShared) return null;
    return options.cdnHeaders({ status: page.status, reads, changesAt });
  }

  const page = singleFlight(
    (request: PageRequest) => make(request, 'visitor'),
    ({ layout, path, query, variant }) => `${layout ?? ''} ${path}?${query ?? ''}#${variant ?? ''}`,
  );

  /** Renders one page at a time. Until a page is ready, its old bytes are sent. */
  const refresh = freshSingleFlight(async () => {
    await renderStale();
    await renderAhead();
  });

  function refreshLater(): void {
    runInBackground(log, 'pages-not-refreshed', refresh);
  }

  async function renderStale(): Promise<void> {
    // The most recently requested pages come first.
    const stale = [cache.plain, cache.asked].flatMap((pages) =>
      [...pages.entries()].flatMap(([key, entry]) => (isCurrent(entry) ? [] : [{ pages, key, entry }])),
    );
    for (const { pages, key, entry } of stale) {
      if (closed) return;
      if (pages.peek(key) !== entry) continue;
      try {
        // Calls `make` directly: a page request in progress may have resolved the previous content.
        const { kind } = await make(entry.request, 'nobody');
        // If the entry was not replaced, its page was deleted, has moved, or now has another key.
        if (kind !== 'unavailable' && pages.peek(key) === entry) pages.delete(key);
      } catch (error) {
        // An outdated page is better than none.
        log.error({ event: 'page-not-rendered', path: entry.request.path, err: error });
      }
    }
  }

  async function renderAhead(): Promise<void> {
    const { primary, footer } = content.frame();
    const paths = [...primary, ...footer].flatMap(pathsOf).map((path) => path.split(/[?#]/, 1)[0] ?? '');
    for (const path of new Set(['/', ...paths.filter((each) => each.startsWith('/'))])) {
      // Pages that visitors are waiting for come first.
      await page.settled();
      if (closed || content.snapshot() === null) return;
      await renderOnce(path);
    }
  }

  async function renderOnce(path: string, variant?: string): Promise<void> {
    if (closed || find(path, '', variant)) return;
    await make({ path, ...(variant === undefined ? {} : { variant }) }, 'nobody').catch((error: unknown) => {
      log.error({ event: 'page-not-rendered', path, err: error });
    });
  }

  return {
    answer(request, response) {
      if (request.method !== 'GET' && request.method !== 'HEAD') return false;
      const { url = '' } = request;
      const at = url.indexOf('?');
      const path = at < 0 ? url : url.slice(0, at);
      const query = at < 0 ? '' : url.slice(at + 1);
      const test = cache.testOf(path);
      const isTested = test !== null && requestedHomeLayout(path, query) === undefined;
      const chosen = (isTested && options.variants?.choose(test, request)) || null;
      if (path === '/' && query !== '' && mayBeQueryAddress(query)) return false;
      const entry = find(path, query, chosen ? chosen.layout : null);
      if (!entry) return false;
      if (entry.lock !== null && options.mayOpen?.(request)) return false;
      const id = options.requestId(request);
      const cookie = chosen?.cookie ?? null;
      const caching = cachingOf(entry);
      const status = sendStoredPage(entry.page, request, response, { requestId: id, cookie, caching });
      options.onHit(request, status, id, path, chosen);
      return true;
    },
    page,
    refresh,
    isStored: (path) => find(path, '') !== null,
    testOf: (path) => cache.testOf(path),
    size: () => cache.size(),
    close() {
      closed = true;
      stopListening();
    },
  };
}

/** Returns a hash of everything from which a page is rendered. `now` is in epoch milliseconds. */
function sourceOf(
  { path, layout }: PageRequest,
  { answer, frame }: CurrentResolvedPage,
  now: number,
): string {
  const found = answer.status === 200 ? answer : null;
  const shown = found
    ? [found.document, found.query, found.lock, found.test !== null]
    : sharedNotFoundPath(path, frame.primary);
  const year = yearInTimeZone(now, frame.settings.site.timeZone);
  return createHash('sha256')
    .update(JSON.stringify([shown, frame, layout, year]))
    .digest('base64url');
}

/** Returns the reads of the frame. Not-found pages depend on nothing else. */
function readsOfFrame(reads: ReadonlyMap<SnapshotReadKey, string>): ReadonlyMap<SnapshotReadKey, string> {
  return new Map([...reads].filter(([read]) => read === 'settings' || read.startsWith('menu:')));
}

/** Returns the paths of a menu item and of everything below it. */
function pathsOf({ path, children }: MenuItem): string[] {
  return [path, ...children.flatMap(pathsOf)];
}
