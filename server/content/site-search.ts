import type { Logger } from 'pino';
import type { Block } from '../../src/builder/block.ts';
import type { Fields } from '../../src/builder/field.ts';
import { fieldKindOf } from '../../src/builder/kinds/field-kinds.ts';
import type { PageDocument, SearchHit } from '../../src/contracts/content.ts';
import type { BuiltInContent } from './built-in/built-in-content.ts';
import { runInBackground } from '../platform/async/run-in-background.ts';
import { singleFlight } from '../platform/async/single-flight.ts';
import { withTimeout } from '../platform/async/timeout.ts';
import { publicPages } from './resolve/content-library.ts';
import { fillPlaceholders } from './normalise/placeholders.ts';
import { htmlToSpacedText } from './values/html-text.ts';
import type { ResolvedPage } from './resolve/resolve-page.ts';
import { createSearchIndex, type SearchDocument } from './search-index.ts';
import type { Snapshot } from './snapshot/snapshot.ts';

/** The search over all public pages and posts of the latest snapshot. */
export interface SiteSearch {
  /** Increases whenever the searchable content changes. */
  version(): number;
  search(words: string): SearchHit[];
  /** Indexes the latest snapshot in the background, and every later one. The first search also starts this. */
  keepIndexed(): void;
  /**
   * Must be called after each new snapshot. Indexes it in the background once `keepIndexed` or a first search has
   * started the indexing.
   */
  noteSnapshot(): void;
  /**
   * Returns `already` if this version is indexed. Otherwise indexes the latest snapshot, waits up to three seconds for
   * that, and returns `waited`.
   */
  hasIndexed(version: number): Promise<'already' | 'waited'>;
  /** Resolves when no indexing is running. */
  idle(): Promise<void>;
}

interface Options {
  snapshot: () => Snapshot | null;
  builtIn: BuiltInContent;
  blocks: ReadonlyMap<string, Block>;
  /** Resolves a page for the index. Its HTML need not be sanitized, because only its text is used. */
  resolve: (snapshot: Snapshot, path: string) => ResolvedPage;
  log: Logger;
  /** The current time in epoch milliseconds. */
  now: () => number;
  /** Called when the index has changed, which makes pages rendered with the previous one outdated. */
  onChange: () => void;
}

/** Maximum number of characters indexed per page or post. Indexing more would block the thread for too long. */
const MAX_TEXT_CHARACTERS = 200_000;
/** Maximum number of milliseconds that a search waits for the index to be built. */
const INDEX_TIMEOUT_MS = 3_000;

/** Creates the search with an empty index. `keepIndexed` or the first search fills it. */
export function createSiteSearch(options: Options): SiteSearch {
  const { snapshot, builtIn, blocks, resolve, log, now, onChange } = options;
  const index = createSearchIndex();
  // False at first: building the index takes longer than everything else at startup, and commands and most tests never
  // search.
  let isKept = false;
  let indexedVersion = -1;
  /**
   * When a section next appears on an indexed page or disappears from it, in epoch milliseconds; infinity if none will.
   */
  let changesAt = Number.POSITIVE_INFINITY;
  const isIndexed = (version: number) => indexedVersion === version && now() < changesAt;

  /** Yields what is searchable. Calls `onChangeTime` with the times when this changes without an edit. */
  function* documentsOf(current: Snapshot, onChangeTime: (at: number) => void): Iterable<SearchDocument> {
    for (const { path } of publicPages(current, builtIn)) {
      const answer = answerAt(current, path);
      if (answer.status !== 200) continue;
      if (answer.changesAt !== null) onChangeTime(answer.changesAt);
      if (!answer.listed) continue;
      const { title, document } = answer;
      const { description } = document.head;
      yield { kind: 'page', path, title, description, text: documentText(document, blocks) };
    }
    for (const { path, title, excerpt, date, slug, locked, noindex } of current.posts()) {
      // As in WordPress, the search does not find posts behind a password.
      if (locked || noindex) continue;
      const content = htmlToSpacedText(current.post(slug)?.content ?? '', MAX_TEXT_CHARACTERS);
      const text = String(fillPlaceholders(content, current.settings));
      yield { kind: 'post', path, title, description: excerpt, text, date };
    }
  }

  /** Resolves a page. Treats errors as “not found”, so that one page does not keep all others out of the index. */
  function answerAt(current: Snapshot, path: string): ResolvedPage['answer'] {
    try {
      return resolve(current, path).answer;
    } catch (error) {
      log.error({ event: 'page-not-indexed', path, err: error });
      return { status: 404 };
    }
  }

  const update = singleFlight(async () => {
    try {
      for (;;) {
        const current = snapshot();
        if (!current || isIndexed(current.version)) return;
        const before = index.version();
        let next = Number.POSITIVE_INFINITY;
        await index.update(documentsOf(current, (at) => (next = Math.min(next, at))));
        indexedVersion = current.version;
        changesAt = next;
        if (index.version() !== before) onChange();
      }
    } catch (error) {
      log.error({ event: 'search-index-failed', err: error });
    }
  });

  const updateLater = () => runInBackground(log, 'search-index-failed', update);

  return {
    version: () => index.version(),
    search: (words) => index.search(words),
    keepIndexed() {
      isKept = true;
      updateLater();
    },
    noteSnapshot() {
      if (isKept) updateLater();
    },
    async hasIndexed(version) {
      isKept = true;
      if (isIndexed(version)) return 'already';
      await withTimeout(update(), INDEX_TIMEOUT_MS);
      return 'waited';
    },
    idle: () => update.settled(),
  };
}

const texts = new WeakMap<PageDocument, string>();
/** Separates the texts of different fields. */
const BETWEEN = ' · ';

/**
 * Returns the text of a page's main region as plain text. The aside is excluded, because it is the same on many
 * pages. The result is cached for each document.
 */
export function documentText(document: PageDocument, blocks: ReadonlyMap<string, Block>): string {
  const known = texts.get(document);
  if (known !== undefined) return known;
  const words = document.placements.flatMap(({ block, region, props }) =>
    region === 'main' ? textsOf(blocks.get(block)?.fields ?? {}, props) : [],
  );
  const text = words.filter(Boolean).join(BETWEEN).slice(0, MAX_TEXT_CHARACTERS);
  texts.set(document, text);
  return text;
}

function textsOf(fields: Fields, values: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(fields)
    .flatMap(([name, field]) => fieldKindOf(field).searchTexts(field, values[name]))
    .map((text) => htmlToSpacedText(text, MAX_TEXT_CHARACTERS));
}
