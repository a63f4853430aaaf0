import type { RequestListener } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { ViteDevServer } from 'vite';
import { createApp, type ServerApp } from './app.ts';
import { setConnectionInUse } from './content/connection/stored-connection.ts';
import { createContentMoveJob } from './operators/wordpress/content-move-job.ts';
import { freshSingleFlight } from './platform/async/single-flight.ts';
import { runInBackground } from './platform/async/run-in-background.ts';
import type { Config } from './platform/config/config.ts';
import { openServices, type Services } from './services.ts';

/** Milliseconds between checks of whether another server has changed the source of the content. */
const LOOK_INTERVAL_MS = 2_000;
/** Milliseconds between checks of whether a new source has been read completely. */
const READ_INTERVAL_MS = 200;
/** Milliseconds until the next attempt if the site could not be opened with another source. */
const RETRY_MS = 30_000;
/** How long a new source may fail before the site goes back to its own content, in milliseconds. */
const MAX_FAILING_MS = 15_000;
/** Milliseconds in which the replaced application may finish its requests. */
const MAX_REQUEST_MS = 10_000;

interface Options {
  config: Config;
  log: Logger;
  isStopping: () => boolean;
  vite?: ViteDevServer | undefined;
  /** Starts listening, and resolves with the server's own URL. */
  listen: () => Promise<string>;
}

/**
 * The site while the process runs. If the source of its content changes, its services and application are replaced.
 */
export interface RunningSite {
  handle: RequestListener;
  services: () => Services;
  /** Starts listening, and the background work. */
  start: () => Promise<void>;
  /** Stops everything. `endRequests` resolves when no requests are left, or when the last ones have had enough time. */
  stop: (endRequests: () => Promise<void>) => Promise<void>;
}

/** Services, and the application that uses them to respond to requests. */
interface Generation {
  services: Services;
  app: ServerApp;
}

/**
 * Opens the site; `start` then starts listening. If another source of the content is chosen, opens a second site with
 * it. The first one responds until the new source has been read, so no request fails. If the new source cannot be read,
 * the second site uses its own content.
 */
export async function openRunningSite(options: Options): Promise<RunningSite> {
  const { config, log, isStopping, vite, listen } = options;
  /** One promise for each replaced site, which resolves when that site is closed. */
  const closing = new Set<Promise<void>>();
  /** Aborted when the whole site stops. */
  const ending = new AbortController();
  const moveJob = createContentMoveJob({ config, log });
  let current = await open();
  /** Whether the current content is no longer updated, because another source is being opened. */
  let isPaused = false;
  let address = '';
  let retryAt = 0;
  const replaceSource = freshSingleFlight(async () => {
    if (performance.now() < retryAt) return;
    // Other parts report a database that does not respond.
    const isOther = isPaused || (await current.services.hasOtherSource().catch(() => false));
    if (!isOther || isStopping()) return;
    try {
      await replace();
    } catch (error) {
      retryAt = performance.now() + RETRY_MS;
      throw error;
    }
  });
  const sourceChanged = () => runInBackground(log, 'source-not-changed', replaceSource);
  const timer = setInterval(sourceChanged, LOOK_INTERVAL_MS).unref();

  async function open(): Promise<Generation> {
    const services = await openServices({ config, log, moveJob, sourceChanged: () => sourceChanged() });
    try {
      const app = await createApp({ ...services, isStopping, ...(vite ? { vite } : {}) });
      return { services, app };
    } catch (error) {
      await services.stop(noRequests);
      throw error;
    }
  }

  async function replace(): Promise<void> {
    const before = current;
    isPaused = true;
    // Two syncs must not write the same copy.
    await before.services.content.pause();
    const next = await openRead();
    await stopIfFailed(next, async () => {
      await next.app.pages.refresh();
      await next.services.start(() => Promise.resolve(address));
    });
    current = next;
    isPaused = false;
    next.services.content.keepSearchIndex();
    log.info({ event: 'source-changed', wordpress: next.services.config.wordpress?.url ?? null });
    // The replaced site gets no more requests, but must finish those that it has.
    const answered = () =>
      delay(MAX_REQUEST_MS, undefined, { signal: ending.signal, ref: false }).catch(() => {});
    closing.add(
      stop(before, answered).catch((error: unknown) =>
        log.error({ event: 'former-site-not-closed', err: error }),
      ),
    );
  }

  /** Opens the site with the chosen source, or with its own content if that source cannot be read. */
  async function openRead(): Promise<Generation> {
    const next = await open();
    const { services } = next;
    const outcome = await stopIfFailed(next, async () => {
      const read = await untilRead(services);
      if (typeof read === 'object') {
        const { database, now } = services;
        await setConnectionInUse(database.query, { inUse: false, fault: read.fault, now: now() });
        log.error({ event: 'source-not-read' }, read.fault);
      }
      return read;
    });
    if (outcome === 'read') return next;
    await stop(next, noRequests);
    return openRead();
  }

  /**
   * Waits until the source has been read completely, has failed for `MAX_FAILING_MS`, or another one was chosen. Also
   * returns `read` when the server is stopping.
   */
  async function untilRead({
    content,
    hasOtherSource,
  }: Services): Promise<'read' | 'chosen again' | { fault: string }> {
    let failingSince: number | null = null;
    while (!isStopping() && !(await content.isRead())) {
      if (await hasOtherSource()) return 'chosen again';
      const { lastFault } = content.health();
      if (lastFault === null) failingSince = null;
      else failingSince ??= performance.now();
      if (lastFault !== null && performance.now() - (failingSince ?? 0) > MAX_FAILING_MS) {
        return { fault: lastFault };
      }
      await delay(READ_INTERVAL_MS);
    }
    return 'read';
  }

  return {
    handle: (request, response) => current.app.handle(request, response),
    services: () => current.services,
    async start() {
      await current.services.start(async () => (address = await listen()));
      // Render the first pages before building the search index.
      runInBackground(log, 'pages-not-refreshed', () =>
        current.app.pages.refresh().finally(() => current.services.content.keepSearchIndex()),
      );
    },
    async stop(endRequests) {
      clearInterval(timer);
      await replaceSource.settled();
      const ended = () => endRequests().finally(() => ending.abort());
      await Promise.all([stop(current, ended), ...closing]);
    },
  };
}

/** The `endRequests` of a site that has had no requests. */
const noRequests = () => Promise.resolve();

/** Runs `work` on a site that is not in use yet. If that fails, stops the site, which closes its database. */
async function stopIfFailed<Result>(site: Generation, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    await stop(site, noRequests);
    throw error;
  }
}

async function stop({ services, app }: Generation, endRequests: () => Promise<void>): Promise<void> {
  await services.stop(endRequests);
  app.close();
}
