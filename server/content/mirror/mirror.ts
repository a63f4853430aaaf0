import PQueue from 'p-queue';
import type { Logger } from 'pino';
import type { ContentDatabase } from './content-database.ts';
import {
  advance,
  differences,
  EMPTY,
  type DeriveEntries,
  type MirrorChanges,
  type MirrorContents,
} from './mirror-contents.ts';
import { loadContents, storeStep } from './mirror-rows.ts';
import type { SyncPosition } from './sync-position.ts';

/** Our copy of what WordPress publishes, stored in the database and held entirely in memory. */
export interface Mirror {
  /** Loads the stored contents. Must be called once, before anything else. */
  open(): Promise<MirrorContents>;
  contents(): MirrorContents;
  /**
   * Stores all differences from the current contents in one transaction, as the next version, and notifies other
   * servers. Unchanged entries keep their identity. If nothing differs, the version is kept. The position, up to which
   * WordPress has been read, is stored in the same transaction.
   */
  apply(changes: MirrorChanges, position?: SyncPosition): Promise<MirrorContents>;
  /** Calls back with each new version, whichever server stored it. Returns a function that unsubscribes. */
  onChange(listener: (contents: MirrorContents) => void): () => void;
  /** Stops calling listeners. The database stays open. */
  close(): void;
}

/** Creates a mirror in this database. Call `open` before anything else. */
export function createMirror({
  database,
  log,
  derive,
}: {
  database: ContentDatabase;
  log: Logger;
  derive?: DeriveEntries;
}): Mirror {
  const { query } = database;
  const listeners = new Set<(contents: MirrorContents) => void>();
  let current = EMPTY;
  /** One step at a time, because each builds on the contents that the previous one produced. */
  const steps = new PQueue({ concurrency: 1 });
  let closed = false;

  function publish(contents: MirrorContents): void {
    if (contents === current) return;
    current = contents;
    for (const listener of closed ? [] : listeners) listener(contents);
  }

  return {
    async open() {
      await steps.add(async () => {
        // Create the row that transactions lock.
        await query
          .insertInto('content_state')
          .values({ key: 'version', value: '0' })
          .onConflict((conflict) => conflict.doNothing())
          .execute();
        publish(await loadContents(query, current, log));
      });
      database.listen({
        onVersion(version) {
          if (closed || version === current.version) return;
          steps
            .add(async () => publish(await loadContents(query, current, log)))
            .catch((error: unknown) => log.warn({ event: 'content-load-failed', version, err: error }));
        },
      });
      return current;
    },
    contents: () => current,
    apply: (changes, position) =>
      steps.add(async () => {
        for (;;) {
          const step = await differences(current, changes, derive);
          if (!step && !position) return current;
          const stored = await storeStep(database, current, step, position);
          if (!stored) publish(await loadContents(query, current, log));
          else if (step) publish(await advance(current, step));
          if (stored) return current;
        }
      }),
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close() {
      closed = true;
    },
  };
}
