import type { Logger } from 'pino';
import { consentTexts, consentVersion } from '../../../src/contracts/leads/consent.ts';
import type { Content } from '../../content/content.ts';
import { databaseErrorCode } from '../../database/engines/database-error.ts';
import type { OpenDatabase } from '../../database/open-database.ts';
import type { Database } from '../../database/schema/schema.ts';
import { freshSingleFlight } from '../../platform/async/single-flight.ts';
import { runInBackground } from '../../platform/async/run-in-background.ts';

export type ConsentTextRow = Database['consent_texts'];

/** Stores each wording of the consent boxes, as evidence of what a visitor agreed to. */
export interface ConsentWordings {
  /** Stores the current wording, and each later one as soon as the settings contain it. */
  start(): Promise<void>;
  stop(): void;
  /**
   * Returns the rows that must be stored with consents to these versions: the wordings that this server has not stored
   * yet. A page that was opened before a settings change refers to an earlier version, which is already stored.
   */
  rowsToStore(versions: readonly string[]): ConsentTextRow[];
  /** Must be called when such rows are stored. */
  markStored(rows: readonly ConsentTextRow[]): void;
}

interface Options {
  database: OpenDatabase;
  content: Pick<Content, 'settings' | 'onChange'>;
  log: Logger;
  /** Returns epoch milliseconds. */
  now: () => number;
  /** Called with the error if wordings cannot be stored. */
  onFailure: (error: unknown) => void;
}

/** Delay in milliseconds before wordings that could not be stored are stored again. */
const RETRY_MS = 30_000;

/** Creates the store of consent wordings. */
export function createConsentWordings({ database, content, log, now, onFailure }: Options): ConsentWordings {
  const stored = new Set<string>();
  const unstored = new Map<string, ConsentTextRow[]>();
  let stopWatching: (() => void) | undefined;
  let retry: NodeJS.Timeout | undefined;

  /** Notes the current wording. Does nothing until the settings have been read. */
  function noteCurrent(): string | null {
    const brokerage = content.settings()?.brokerage.name;
    if (brokerage === undefined) return null;
    const version = consentVersion(brokerage);
    if (!stored.has(version) && !unstored.has(version)) {
      const texts = consentTexts(brokerage);
      const row = (kind: ConsentTextRow['kind']) => ({
        version,
        kind,
        text: texts[kind],
        first_used_at: now(),
      });
      unstored.set(version, [row('service'), row('marketing')]);
    }
    return version;
  }

  function markStored(rows: readonly ConsentTextRow[]): void {
    for (const { version } of rows) {
      stored.add(version);
      unstored.delete(version);
    }
  }

  // Shared by all callers at a time: during an outage, each call waits for the database.
  const store = freshSingleFlight(async () => {
    clearTimeout(retry);
    const rows = [...unstored.values()].flat();
    if (rows.length === 0) return;
    try {
      await database.query
        .insertInto('consent_texts')
        .values(rows)
        .onConflict((conflict) => conflict.columns(['version', 'kind']).doNothing())
        .execute();
      // What was written to a deleted database file is not stored.
      database.assertInPlace();
      markStored(rows);
    } catch (error) {
      onFailure(error);
      log.error({ event: 'consent-wording-not-kept', code: databaseErrorCode(error) });
      if (!stopWatching) return;
      retry = setTimeout(storeLater, RETRY_MS);
      retry.unref();
    }
  });

  function storeLater(): void {
    runInBackground(log, 'consent-wording-not-kept', store);
  }

  return {
    async start() {
      stopWatching ??= content.onChange(() => {
        const before = unstored.size;
        noteCurrent();
        if (unstored.size > before) storeLater();
      });
      noteCurrent();
      await store();
    },
    stop() {
      clearTimeout(retry);
      stopWatching?.();
      stopWatching = undefined;
    },
    rowsToStore(versions) {
      if (versions.every((version) => stored.has(version))) return [];
      const current = noteCurrent();
      if (versions.some((version) => version !== current)) log.warn({ event: 'consent-wording-not-current' });
      return [...unstored.values()].flat();
    },
    markStored,
  };
}
