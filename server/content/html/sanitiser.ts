import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import { singleFlight } from '../../platform/async/single-flight.ts';
import { withTimeLimit } from '../../platform/async/time-limit.ts';
import { SANITISER_VERSION } from './allowed-html.ts';
import type { HtmlSource } from './sanitise-html.ts';
import type { HtmlWorker } from './html-worker.ts';

/**
 * Why a text is missing. `pending`: it is still being sanitized. `failed`: it could not be sanitized, and is empty until
 * it is tried again.
 */
export type MissingHtml = 'pending' | 'failed';

/** Provides sanitized HTML by the key of its source. Each source is sanitized only once. */
export interface Sanitiser {
  /** Returns the sanitized HTML if it is in memory; empty if the source failed. */
  known(key: string): string | undefined;
  /**
   * Sanitizes sources that are not known yet. Waits for at most `wait` milliseconds; what is not ready then is missing
   * in the result, and `onChange` follows when it is. Never rejects.
   */
  clean(sources: ReadonlyMap<string, HtmlSource>, wait: number): Promise<ReadonlyMap<string, string>>;
  /** Returns why a source is missing that somebody asked for; null if it is not, or if it may be asked for again. */
  missing(key: string): MissingHtml | null;
  /** Whether there are texts that somebody no longer waits for. */
  isBehind(): boolean;
  /** Resolves when nothing is being sanitized. */
  settled(): Promise<void>;
}

/** Stores sanitized HTML between server starts. */
export interface HtmlStore {
  read(keys: readonly string[]): Promise<ReadonlyMap<string, string>>;
  write(cleaned: ReadonlyMap<string, string>): Promise<void>;
}

interface Options {
  log: Logger;
  worker: Pick<HtmlWorker, 'clean'>;
  memory?: HtmlStore;
  /** HTML that is already sanitized, such as the built-in content; it stays in memory. */
  given?: ReadonlyMap<string, string>;
  /** Called when a source that somebody no longer waited for is ready or has failed, and when one may be tried again. */
  onChange?: () => void;
  /** For tests: milliseconds before a source that failed is tried again. */
  retry?: { text: number; thread: number };
}

/** Maximum number of characters of sanitized HTML kept in memory. */
const MAX_REMEMBERED_CHARACTERS = 16_000_000;
/** Milliseconds before a source that failed is tried again: because of its text, and because of the thread. */
const RETRY = { text: 300_000, thread: 10_000 };

/**
 * Returns the key of a source, which depends on the text, its options and the version of the sanitizer. A text that is
 * sanitized alike for every site has the same key for all, so that it is known from the build, and after PUBLIC_URL has
 * changed.
 */
export function htmlKey({ html, mode, homes }: HtmlSource): string {
  const hash = createHash('sha256');
  const named = isForEverySite(html, homes) ? '' : homes.join(' ');
  hash.update(`${SANITISER_VERSION}\n${mode}\n${named}\n`).update(html);
  return hash.digest('base64url').slice(0, 32);
}

/** Whether a text surely names neither a URL of the site nor a file of WordPress. */
function isForEverySite(html: string, homes: readonly string[]): boolean {
  const text = html.toLowerCase();
  // A reference such as `&#46;` could hide a part of a URL.
  if (/\/(?:wp-|xmlrpc)|&#/.test(text)) return false;
  return homes.every((home) => {
    const host = URL.parse(home)?.host;
    // A text can have the readable form of an international name.
    return host !== undefined && !host.includes('xn--') && !text.includes(host);
  });
}

/** Creates a sanitizer. What a store has is not sanitized again, so a server that starts with known content needs no worker. */
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
  /** Sources that somebody no longer waits for. */
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

  /** Sanitizes sources, and adds each to `cleaned` as soon as it is ready. */
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
      if ((await withTimeLimit(all, wait)) === 'late') {
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

/** Returns sanitized HTML while a page is resolved; empty if it is not known yet. */
export type ReadHtml = (source: HtmlSource) => string;

/** Maximum number of passes for nested HTML. Normally, two passes find all sources, and a third confirms that. */
const MAX_PASSES = 4;

/**
 * Maximum milliseconds that a page waits for its texts: one that can be shown as it was before, one that cannot, and one
 * that nobody waits for while other texts already take too long.
 */
export const HTML_WAIT = { again: 2_000, first: 10_000, behind: 100 } as const;

/** What a resolver returned, and the keys of the texts that are empty in it because they are not sanitized. */
interface Sanitised<Result> {
  result: Result;
  missing: ReadonlyMap<string, MissingHtml>;
}

/**
 * Runs a resolver, sanitizes the unknown HTML that it requested, and repeats until all of it is known or `wait`
 * milliseconds are over.
 */
export async function withSanitisedHtml<Result>(
  sanitiser: Sanitiser,
  resolve: (html: ReadHtml) => Result,
  wait: number = HTML_WAIT.first,
): Promise<Sanitised<Result>> {
  const cleaned = new Map<string, string>();
  const until = performance.now() + wait;
  let isOver = false;
  for (let pass = 1; ; pass += 1) {
    const unknown = new Map<string, HtmlSource>();
    const missing = new Map<string, MissingHtml>();
    const result = resolve((source) => {
      const key = htmlKey(source);
      const known = cleaned.get(key) ?? sanitiser.known(key);
      if (known === undefined) unknown.set(key, source);
      else if (sanitiser.missing(key) === 'failed') missing.set(key, 'failed');
      return known ?? '';
    });
    if (unknown.size === 0 || pass === MAX_PASSES) return { result, missing };
    if (isOver) {
      for (const key of unknown.keys()) missing.set(key, 'pending');
      return { result, missing };
    }
    const left = Math.max(0, until - performance.now());
    for (const [key, html] of await sanitiser.clean(unknown, left)) cleaned.set(key, html);
    isOver = performance.now() >= until;
  }
}
