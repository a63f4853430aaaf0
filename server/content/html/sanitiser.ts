import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import { singleFlight } from '../../platform/async/single-flight.ts';
import { withTimeout } from '../../platform/async/timeout.ts';
import { SANITISER_VERSION } from './allowed-html.ts';
import type { HtmlSource } from './sanitise-html.ts';
import type { HtmlWorker } from './html-worker.ts';

/**
 * Why sanitized HTML is missing. `pending`: the text is still being sanitized. `failed`: the text could not be
 * sanitized, and its HTML is empty until the next attempt.
 */
export type MissingHtmlReason = 'pending' | 'failed';

/**
 * Sanitizes HTML and keeps the results by the key of their source (`htmlKey`). A source whose result is in memory or in
 * the store is not sanitized again.
 */
export interface Sanitiser {
  /** Returns the sanitized HTML if it is in memory; empty if sanitizing failed; otherwise undefined. */
  known(key: string): string | undefined;
  /**
   * Sanitizes sources that are not known yet. Waits at most `wait` milliseconds. A source that is not ready by then
   * is missing from the result; `onChange` is called when it is ready. Never rejects.
   */
  clean(sources: ReadonlyMap<string, HtmlSource>, wait: number): Promise<ReadonlyMap<string, string>>;
  /** Returns why a requested source is missing; null if it is not missing, or if it may be requested again. */
  missing(key: string): MissingHtmlReason | null;
  /** Whether texts are still being sanitized after a request for them has stopped waiting. */
  isBehind(): boolean;
  /** Resolves when no text is being sanitized. */
  settled(): Promise<void>;
}

/** Stores sanitized HTML, so that it survives a restart of the server. */
export interface SanitisedHtmlStore {
  read(keys: readonly string[]): Promise<ReadonlyMap<string, string>>;
  write(cleaned: ReadonlyMap<string, string>): Promise<void>;
}

interface Options {
  log: Logger;
  worker: Pick<HtmlWorker, 'clean'>;
  memory?: SanitisedHtmlStore;
  /** HTML that was sanitized before the start, such as the built-in content. It always stays in memory. */
  given?: ReadonlyMap<string, string>;
  /**
   * Called when a source that a request has stopped waiting for is ready or has failed, and when a failed source may
   * be tried again.
   */
  onChange?: () => void;
  /** Milliseconds before a failed source is tried again, by the cause of the failure. Set only by tests. */
  retry?: { text: number; thread: number };
}

/** Maximum number of characters of sanitized HTML kept in memory. */
const MAX_REMEMBERED_CHARACTERS = 16_000_000;
/** Milliseconds before a failed source is tried again, if the text or the worker thread caused the failure. */
const RETRY = { text: 300_000, thread: 10_000 };

/**
 * Returns the key of a source: a hash of the text, its options and the sanitizer's version. If the text contains no
 * URL of the site, the key does not depend on the site. The results of the build then stay valid after PUBLIC_URL
 * changes.
 */
export function htmlKey({ html, mode, homes }: HtmlSource): string {
  const hash = createHash('sha256');
  const named = isForEverySite(html, homes) ? '' : homes.join(' ');
  hash.update(`${SANITISER_VERSION}\n${mode}\n${named}\n`).update(html);
  return hash.digest('base64url').slice(0, 32);
}

/** Whether a text certainly contains neither a URL of the site nor a path of WordPress's files. */
function isForEverySite(html: string, homes: readonly string[]): boolean {
  const text = html.toLowerCase();
  // A character reference such as `&#46;` could hide a part of a URL.
  if (/\/(?:wp-|xmlrpc)|&#/.test(text)) return false;
  return homes.every((home) => {
    const host = URL.parse(home)?.host;
    // A text can contain an internationalized host name in its Unicode form.
    return host !== undefined && !host.includes('xn--') && !text.includes(host);
  });
}

/**
 * Creates a sanitizer. HTML in the store is not sanitized again, so a server whose content has not changed starts
 * without the worker thread.
 */
export function createSanitiser(options: Options): Sanitiser {
  const {
    log,
    worker,
    memory,
    given = new Map<string, string>(),
    onChange = () => {},
    retry = RETRY,
  } = options;
  const recent = new Map<string, string>();
  const failed = new Set<string>();
  /** Sources that a request has stopped waiting for. */
  const late = new Set<string>();
  let characters = 0;

  function remember(key: string, html: string): void {
    characters += html.length - (recent.get(key)?.length ?? 0);
    recent.delete(key);
    recent.set(key, html);
    for (const [oldest, text] of recent) {
      if (characters <= MAX_REMEMBERED_CHARACTERS || oldest === key) break;
      recent.delete(oldest);
      characters -= text.length;
    }
    if (late.delete(key)) onChange();
  }

  function fail(key: string, milliseconds: number): void {
    failed.add(key);
    setTimeout(() => {
      failed.delete(key);
      onChange();
    }, milliseconds).unref();
    if (late.delete(key)) onChange();
  }

  const cleanOne = singleFlight(
    async (key: string, source: HtmlSource): Promise<void> => {
      if (known(key) !== undefined) return;
      const result = await worker.clean(source);
      if ('fault' in result) fail(key, retry[result.fault]);
      else remember(key, result.html);
    },
    (key) => key,
  );

  function known(key: string): string | undefined {
    const html = given.get(key);
    if (html !== undefined) return html;
    const used = recent.get(key);
    if (used === undefined) return failed.has(key) ? '' : undefined;
    recent.delete(key);
    recent.set(key, used);
    return used;
  }

  async function readStored(keys: readonly string[]): Promise<void> {
    if (!memory || keys.length === 0) return;
    try {
      for (const [key, html] of await memory.read(keys)) remember(key, html);
    } catch (error) {
      log.warn({ event: 'sanitised-html-not-read', err: error });
    }
  }

  async function writeStored(keys: readonly string[]): Promise<void> {
    const fresh = new Map(keys.flatMap((key) => [[key, recent.get(key)] as const]).filter(hasHtml));
    if (!memory || fresh.size === 0) return;
    try {
      await memory.write(fresh);
    } catch (error) {
      log.warn({ event: 'sanitised-html-not-written', err: error });
    }
  }

  /** Sanitizes sources, and adds each result to `cleaned` as soon as it is ready. */
  async function cleanAll(
    sources: ReadonlyMap<string, HtmlSource>,
    cleaned: Map<string, string>,
  ): Promise<void> {
    const isNew = (key: string) => known(key) === undefined;
    await readStored([...sources.keys()].filter(isNew));
    const fresh = [...sources].filter(([key]) => isNew(key));
    const take = (key: string) => cleaned.set(key, known(key) ?? '');
    for (const key of sources.keys()) if (!isNew(key)) take(key);
    await Promise.all(
      fresh.map(async ([key, source]) => {
        await cleanOne(key, source);
        take(key);
      }),
    );
    await writeStored(fresh.map(([key]) => key));
  }

  const running = new Set<Promise<void>>();

  return {
    known,
    async clean(sources, wait) {
      const cleaned = new Map<string, string>();
      const all = cleanAll(sources, cleaned).finally(() => running.delete(all));
      running.add(all);
      if ((await withTimeout(all, wait)) === 'late') {
        for (const key of sources.keys()) if (known(key) === undefined) late.add(key);
      }
      return new Map(cleaned);
    },
    missing: (key) => (late.has(key) ? 'pending' : failed.has(key) ? 'failed' : null),
    isBehind: () => late.size > 0,
    async settled() {
      await Promise.all(running);
    },
  };
}

function hasHtml(entry: readonly [string, string | undefined]): entry is readonly [string, string] {
  return entry[1] !== undefined;
}

/** Returns sanitized HTML while a page is being resolved; empty if it is not known yet. */
export type ReadHtml = (source: HtmlSource) => string;

/**
 * Maximum number of passes for nested HTML. Normally two passes find all sources, and the third confirms that there
 * are no more.
 */
const MAX_PASSES = 4;

/**
 * Maximum milliseconds that a page waits for its texts. `again`: an older version of the page can be shown. `first`:
 * there is no older version, so the wait allows for a slow start of the worker. `behind`: no visitor waits, and other
 * texts already take too long. `preview`: an editor waits, and nothing renders the page again later.
 */
export const HTML_WAIT_MS = { again: 2_000, first: 30_000, behind: 100, preview: 60_000 } as const;

/** The result of a resolver, and the keys of the texts that are empty in it because they are not sanitized. */
interface Sanitised<Result> {
  result: Result;
  missing: ReadonlyMap<string, MissingHtmlReason>;
}

/**
 * Runs a resolver, sanitizes the unknown HTML that it requested, and repeats until all HTML is known, `wait`
 * milliseconds are over, or it has run `MAX_PASSES` times.
 */
export async function withSanitisedHtml<Result>(
  sanitiser: Sanitiser,
  resolve: (html: ReadHtml) => Result,
  wait: number = HTML_WAIT_MS.first,
): Promise<Sanitised<Result>> {
  const cleaned = new Map<string, string>();
  const until = performance.now() + wait;
  let isOver = false;
  for (let pass = 1; ; pass += 1) {
    const unknown = new Map<string, HtmlSource>();
    const missing = new Map<string, MissingHtmlReason>();
    const result = resolve((source) => {
      const key = htmlKey(source);
      const known = cleaned.get(key) ?? sanitiser.known(key);
      if (known === undefined) unknown.set(key, source);
      else if (sanitiser.missing(key) === 'failed') missing.set(key, 'failed');
      return known ?? '';
    });
    if (unknown.size === 0) return { result, missing };
    if (isOver || pass === MAX_PASSES) {
      for (const key of unknown.keys()) missing.set(key, 'pending');
      return { result, missing };
    }
    const left = Math.max(0, until - performance.now());
    for (const [key, html] of await sanitiser.clean(unknown, left)) cleaned.set(key, html);
    isOver = performance.now() >= until;
  }
}
