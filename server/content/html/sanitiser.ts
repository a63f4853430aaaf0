import { createHash } from 'node:crypto';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import { runInBackground } from '../../platform/run-in-background.ts';

/** Unsanitized HTML, with the options that affect how it is sanitized. */
export interface HtmlSource {
  html: string;
  /** `editor`: raw text of an editor field, which still needs paragraphs. `rendered`: WordPress has added them. */
  mode: 'editor' | 'rendered';
  /** The URLs of the site that the text comes from; links to it become routes. */
  homes: readonly string[];
}

/** Increment this with every change to what `cleanHtml` allows. */
export const SANITISER_VERSION = 2;

/** Provides sanitized HTML by the key of its source. Each source is sanitized only once. */
export interface Sanitiser {
  /** Returns the sanitized HTML if it is in memory. */
  known(key: string): string | undefined;
  /**
   * Sanitizes sources that are not known yet. A source that fails is logged and is empty for the next minutes. Never
   * rejects.
   */
  clean(sources: ReadonlyMap<string, HtmlSource>): Promise<ReadonlyMap<string, string>>;
  /** Whether a source failed in the last minutes. */
  isFailing(): boolean;
  close(): Promise<void>;
}

/** Stores sanitized HTML between server starts. */
export interface HtmlStore {
  read(keys: readonly string[]): Promise<ReadonlyMap<string, string>>;
  write(cleaned: ReadonlyMap<string, string>): Promise<void>;
}

interface Options {
  log: Logger;
  memory?: HtmlStore;
  /** HTML that is already sanitized, such as the built-in content; it stays in memory. */
  given?: ReadonlyMap<string, string>;
  /** For tests: the timeout of a text, the idle period and the time before a retry, in milliseconds. */
  patience?: number;
  idle?: number;
  retry?: number;
}

const WORKER = import.meta.env?.BUILT ? 'sanitise-worker.js' : 'sanitise-worker.ts';
/** Maximum number of characters of sanitized HTML kept in memory. */
const MOST_CHARACTERS = 16_000_000;
/**
 * Timeout in milliseconds, per text and per character: 80 s for 5 MB. Slower texts are probably attacks on the parser.
 */
const PATIENCE = 30_000;
const PATIENCE_PER_CHARACTER = 0.01;
const IDLE = 20_000;
/** Milliseconds before a source that failed is tried again. A retry may take as long as the first attempt. */
export const RETRY_HTML = 300_000;

/** Returns the key of a source, which depends on the text, its options and the version of the sanitizer. */
export function htmlKey({ html, mode, homes }: HtmlSource): string {
  const hash = createHash('sha256');
  hash.update(`${SANITISER_VERSION}\n${mode}\n${homes.join(' ')}\n`).update(html);
  return hash.digest('base64url').slice(0, 32);
}

/**
 * Creates a sanitizer that runs DOMPurify with jsdom in a worker thread. The thread starts with the first unknown
 * source and ends after an idle period, so a server that starts with known content never loads jsdom.
 */
export function createSanitiser(options: Options): Sanitiser {
  const {
    log,
    memory,
    given = new Map<string, string>(),
    patience = PATIENCE,
    idle = IDLE,
    retry = RETRY_HTML,
  } = options;
  const recent = new Map<string, string>();
  const failed = new Set<string>();
  let characters = 0;
  let worker: Worker | null = null;
  let idleTimer: NodeJS.Timeout | undefined;
  let queue: Promise<unknown> = Promise.resolve();
  let number = 0;

  function remember(key: string, html: string): void {
    characters += html.length - (recent.get(key)?.length ?? 0);
    recent.delete(key);
    recent.set(key, html);
    for (const [oldest, text] of recent) {
      if (characters <= MOST_CHARACTERS || oldest === key) break;
      recent.delete(oldest);
      characters -= text.length;
    }
  }

  async function endWorker(): Promise<void> {
    const ending = worker;
    worker = null;
    await ending?.terminate();
  }

  const endSoon = () => runInBackground(log, 'sanitiser-not-ended', endWorker);

  function start(): Worker {
    const started = new Worker(path.join(import.meta.dirname, WORKER));
    // Each request has its own listeners; this one keeps an error between requests from crashing the server.
    started.on('error', () => {
      if (worker === started) worker = null;
    });
    started.unref();
    return started;
  }

  /** Sanitizes one source; null if the worker fails or takes too long. */
  function cleanOne(source: HtmlSource): Promise<string | null> {
    clearTimeout(idleTimer);
    const own = (worker ??= start());
    number += 1;
    const current = number;
    return new Promise((resolve) => {
      const settle = (html: string | null) => {
        clearTimeout(timer);
        own.off('message', onMessage).off('error', onError).off('exit', onExit);
        idleTimer = setTimeout(endSoon, idle);
        idleTimer.unref();
        resolve(html);
      };
      const onMessage = (answer: { number: number; html: string }) => {
        if (answer.number === current) settle(answer.html);
      };
      const onError = (error: unknown) => {
        log.error({ event: 'sanitiser-failed', err: error });
        settle(null);
      };
      const onExit = () => settle(null);
      const timer = setTimeout(
        () => {
          log.error({ event: 'sanitiser-too-slow', characters: source.html.length });
          endSoon();
          settle(null);
        },
        patience + source.html.length * PATIENCE_PER_CHARACTER,
      );
      own.on('message', onMessage).on('error', onError).on('exit', onExit);
      own.postMessage({ number: current, source });
    });
  }

  return {
    known(key) {
      const html = given.get(key);
      if (html !== undefined) return html;
      const used = recent.get(key);
      if (used === undefined) return failed.has(key) ? '' : undefined;
      recent.delete(key);
      recent.set(key, used);
      return used;
    },
    async clean(sources) {
      const cleaned = new Map<string, string>();
      const stored = memory
        ? await memory.read([...sources.keys()]).catch((error: unknown) => {
            log.warn({ event: 'sanitised-html-not-read', err: error });
            return new Map<string, string>();
          })
        : new Map<string, string>();
      const fresh = new Map<string, string>();
      for (const [key, source] of sources) {
        const done = given.get(key) ?? recent.get(key) ?? stored.get(key);
        if (done !== undefined) {
          cleaned.set(key, done);
          remember(key, done);
          continue;
        }
        const turn = queue.then(() => recent.get(key) ?? (failed.has(key) ? null : cleanOne(source)));
        queue = turn;
        const html = await turn;
        cleaned.set(key, html ?? '');
        if (html !== null) {
          remember(key, html);
          fresh.set(key, html);
        } else if (!failed.has(key)) {
          failed.add(key);
          setTimeout(() => failed.delete(key), retry).unref();
        }
      }
      if (memory && fresh.size > 0) {
        await memory.write(fresh).catch((error: unknown) => {
          log.warn({ event: 'sanitised-html-not-written', err: error });
        });
      }
      return cleaned;
    },
    isFailing: () => failed.size > 0,
    async close() {
      clearTimeout(idleTimer);
      await endWorker();
    },
  };
}

/** Returns sanitized HTML while a page is resolved; empty if it is not known yet. */
export type ReadHtml = (source: HtmlSource) => string;

/** Maximum number of passes for nested HTML. Normally, two passes find all sources, and a third confirms that. */
const MOST_PASSES = 4;

/** Runs a resolver, sanitizes the unknown HTML that it requested, and repeats until all of it is known. */
export async function withSanitisedHtml<Result>(
  sanitiser: Sanitiser,
  resolve: (html: ReadHtml) => Result,
): Promise<Result> {
  const cleaned = new Map<string, string>();
  for (let pass = 1; ; pass += 1) {
    const missing = new Map<string, HtmlSource>();
    const result = resolve((source) => {
      const key = htmlKey(source);
      const known = cleaned.get(key) ?? sanitiser.known(key);
      if (known === undefined) missing.set(key, source);
      return known ?? '';
    });
    if (missing.size === 0 || pass === MOST_PASSES) return result;
    for (const [key, html] of await sanitiser.clean(missing)) cleaned.set(key, html);
  }
}
