import type { Logger } from 'pino';
import { createEventLoopYield } from '../../platform/async/event-loop-yield.ts';
import { runInBackground } from '../../platform/async/run-in-background.ts';
import type { TextFacts } from '../html/html-changes.ts';
import { htmlKey } from '../html/sanitiser.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { createTextDifferenceList, type TextDifference } from './text-differences.ts';
import type { EntryLink, SiteText } from './site-texts.ts';
import type { TextFactsReader } from './text-facts-reader.ts';

/** The result of checking all texts for differences from WordPress. */
export interface TextCheckResult {
  /** The number of checked texts. */
  total: number;
  differences: readonly TextDifference[];
  /** The pages and posts whose text cannot be sanitized, so that it could not be checked. */
  unread: readonly EntryLink[];
}

/** The content to check. */
export interface TextCheckInput {
  snapshot: Snapshot;
  texts: readonly SiteText[];
  /** Whether a link to a path of this site leads nowhere. */
  isDead: (link: string) => boolean;
  /** Whether the site serves the picture at a URL. */
  serves: (url: string) => boolean;
}

/** Called after each text with the number of checked texts and of all texts. */
export type OnTextCheckProgress = (checked: number, total: number) => void;

/** Milliseconds before the check runs again if it failed, or if a text could not be checked. */
const RETRY_MS = 300_000;
/** The number of texts whose stored facts are read from the database at once. */
const BATCH_TEXTS = 200;

/**
 * Checks all texts for parts that visitors do not see, or see differently than in WordPress. Yields to the event loop
 * between texts. A text whose facts are stored is not sanitized again.
 */
export async function checkAllTexts(
  { snapshot, texts, isDead, serves }: TextCheckInput,
  reader: TextFactsReader,
  onProgress: OnTextCheckProgress = () => {},
): Promise<TextCheckResult> {
  const nextTurn = createEventLoopYield();
  const list = createTextDifferenceList(serves, isDead);
  const unread: SiteText[] = [];
  const { homes } = snapshot.links;
  let checked = 0;
  for (let at = 0; at < texts.length; at += BATCH_TEXTS) {
    const sources = new Map<
      SiteText,
      { html: string; mode: 'rendered' | 'editor'; homes: readonly string[] }
    >();
    const keys = new Map<SiteText, string>();
    for (const text of texts.slice(at, at + BATCH_TEXTS)) {
      const source = { html: text.page.content, mode: text.page.contentMode, homes };
      sources.set(text, source);
      keys.set(text, htmlKey(source));
      await nextTurn();
    }
    const known = await reader.known([...keys.values()]);
    for (const [text, source] of sources) {
      const facts: TextFacts | null = known.get(keys.get(text) ?? '') ?? (await reader.read(source));
      if (facts) list.add(text, facts);
      else unread.push(text);
      checked += 1;
      onProgress(checked, texts.length);
      await nextTurn();
    }
  }
  return { total: texts.length, differences: list.all(), unread };
}

/** Checks the texts of the current content in the background. */
export interface TextCheck {
  /**
   * Returns the progress and the last result. Unless a check is running, starts one if the content has changed since
   * the last one, or after five minutes if the last one failed or could not check some texts.
   */
  state(): TextCheckState;
}

/** The progress of a running check, and the result of the last one. */
export interface TextCheckState {
  /** The progress of the running check; null if none is running. */
  running: { checked: number; total: number } | null;
  /** The result of the last check; null before the first check has ended. */
  result: TextCheckResult | null;
}

interface Options {
  reader: TextFactsReader;
  /** Returns the current content; null while it is loading. */
  snapshot: () => Snapshot | null;
  inputOf: (snapshot: Snapshot) => TextCheckInput;
  log: Logger;
}

/** Creates the background check of all texts. The first call of `state` starts it. */
export function createTextCheck({ reader, snapshot: current, inputOf, log }: Options): TextCheck {
  let result: TextCheckResult | null = null;
  /** The content that was checked last, and until when its result is valid, in milliseconds of `performance.now()`. */
  let done: { snapshot: Snapshot; until: number } | null = null;
  let running: { checked: number; total: number } | null = null;

  async function run(snapshot: Snapshot): Promise<void> {
    running = { checked: 0, total: 0 };
    let until = performance.now() + RETRY_MS;
    try {
      const input = inputOf(snapshot);
      running = { checked: 0, total: input.texts.length };
      result = await checkAllTexts(input, reader, (checked, total) => {
        running = { checked, total };
      });
      if (result.unread.length === 0) until = Number.POSITIVE_INFINITY;
    } finally {
      done = { snapshot, until };
      running = null;
    }
  }

  return {
    state() {
      const snapshot = running ? null : current();
      if (snapshot && (snapshot !== done?.snapshot || performance.now() > done.until))
        runInBackground(log, 'text-check-failed', () => run(snapshot));
      return { running, result };
    },
  };
}
