import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { TextFacts } from '../html/html-changes.ts';
import type { HtmlWorker } from '../html/html-worker.ts';
import type { HtmlSource } from '../html/sanitise-html.ts';
import { htmlKey } from '../html/sanitiser.ts';

/**
 * Sanitizes texts to learn facts about them: what was removed, their pictures and their links. Keeps the facts, so that
 * a text is not sanitized for this again.
 */
export interface TextFactsReader {
  /** Returns the facts of a text; null if it cannot be sanitized. Never rejects. */
  read(source: HtmlSource): Promise<TextFacts | null>;
  /** Returns the facts of those texts that were read before, by their keys (`htmlKey`). Never rejects. */
  known(keys: readonly string[]): Promise<ReadonlyMap<string, TextFacts>>;
}

/** Stores the facts of texts, so that they survive a restart of the server. */
export interface TextFactsStore {
  read(keys: readonly string[]): Promise<ReadonlyMap<string, TextFacts>>;
  write(key: string, facts: TextFacts): Promise<void>;
}

interface Options {
  worker: Pick<HtmlWorker, 'inspect'>;
  /** Absent in commands, which read every text only once. */
  store?: TextFactsStore;
  log?: Logger;
}

const MAX_KEPT_TEXTS = 2_000;

/** Creates a reader that keeps facts in memory and in the store. */
export function createTextFactsReader({ worker, store, log }: Options): TextFactsReader {
  const kept = new LRUCache<string, TextFacts>({ max: MAX_KEPT_TEXTS });

  async function known(keys: readonly string[]): Promise<ReadonlyMap<string, TextFacts>> {
    const found = new Map<string, TextFacts>();
    for (const key of keys) {
      const facts = kept.get(key);
      if (facts) found.set(key, facts);
    }
    const missing = keys.filter((key) => !found.has(key));
    if (!store || missing.length === 0) return found;
    try {
      return new Map([...found, ...(await store.read(missing))]);
    } catch (error) {
      log?.warn({ event: 'text-facts-not-read', err: error });
      return found;
    }
  }

  return {
    known,
    async read(source) {
      const key = htmlKey(source);
      const before = (await known([key])).get(key);
      if (before) return before;
      const result = await worker.inspect(source);
      const facts = 'fault' in result ? null : (result.facts ?? null);
      if (facts === null) return null;
      kept.set(key, facts);
      try {
        await store?.write(key, facts);
      } catch (error) {
        log?.warn({ event: 'text-facts-not-written', err: error });
      }
      return facts;
    },
  };
}

/** Returns the addresses of those pictures in a text that the site does not serve. */
export function unservedPictureAddresses(
  { pictures }: Pick<TextFacts, 'pictures'>,
  serves: (url: string) => boolean,
): string[] {
  return pictures.flatMap(({ address, file }) => (serves(file) ? [] : [address]));
}
