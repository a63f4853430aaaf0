import { isDeepStrictEqual } from 'node:util';
import PQueue from 'p-queue';
import type { Logger } from 'pino';
import { createEventLoopYield } from '../../platform/async/event-loop-yield.ts';
import type { ContentDatabase } from '../database/content-database.ts';
import {
  mutableEntriesOf,
  EMPTY_MIRROR_CONTENTS,
  withReplacedKinds,
  type MirrorEntryKind,
  type MirrorChanges,
  type MirrorContents,
  type MirrorEntry,
  type NewMirrorEntry,
} from '../values/mirror-contents.ts';
import { loadMirrorContents, storeMirrorStep, type MirrorStep, type SyncPosition } from './mirror-rows.ts';

/** Derives entries from changed entries, such as the redirect of a moved page. They are stored in the same step. */
export type DeriveEntries = (
  before: MirrorContents,
  after: MirrorContents,
) => Pick<MirrorChanges, 'put' | 'remove'>;

/** Our copy of the content of WordPress, stored in the database and held entirely in memory. */
export interface Mirror {
  /**
   * Loads the stored contents, and from then on each new version that another server stores. Must be called once,
   * before anything else.
   */
  open(): Promise<MirrorContents>;
  contents(): MirrorContents;
  /**
   * Stores the changes that differ from the current contents as the next version, in one transaction, and notifies
   * other servers. Unchanged entries stay the same objects. If nothing differs, the version stays. `position`, up to
   * which WordPress has been read, is stored in the same transaction.
   */
  apply(changes: MirrorChanges, position?: SyncPosition): Promise<MirrorContents>;
  /** Calls `listener` with each new version, from any server. Returns a function that unsubscribes. */
  onChange(listener: (contents: MirrorContents) => void): () => void;
  /** Stops calling listeners. The database stays open. */
  close(): void;
}

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
  let current = EMPTY_MIRROR_CONTENTS;
  /** Runs one step at a time, because each step builds on the contents of the previous one. */
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
        // Creates the row that transactions lock.
        await query
          .insertInto('content_state')
          .values({ key: 'version', value: '0' })
          .onConflict((conflict) => conflict.doNothing())
          .execute();
        publish(await loadMirrorContents(query, current, log));
      });
      database.listen({
        onVersion(version) {
          if (closed || version === current.version) return;
          steps
            .add(async () => publish(await loadMirrorContents(query, current, log)))
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
          const stored = await storeMirrorStep(database, current, step, position);
          if (!stored) publish(await loadMirrorContents(query, current, log));
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

/** Returns the changes that differ from the contents, with the entries derived from them; null if nothing differs. */
async function differences(
  before: MirrorContents,
  changes: MirrorChanges,
  derive: DeriveEntries | undefined,
): Promise<MirrorStep | null> {
  const complete = before.complete || changes.complete === true;
  const own = { ...(await differing(before, changes)), complete };
  // A full pass returns everything, so unreadable entries that it did not return are deleted. Settings are kept,
  // because the plugin may only be inactive.
  if (changes.complete)
    own.remove = [...own.remove, ...before.unreadable.filter(({ kind }) => kind !== 'settings')];
  const derived = derive && (await differing(before, derive(before, await advance(before, own))));
  const step = derived
    ? { put: [...own.put, ...derived.put], remove: [...own.remove, ...derived.remove], complete }
    : own;
  return step.put.length + step.remove.length > 0 || complete !== before.complete ? step : null;
}

async function differing(
  before: MirrorContents,
  { put, remove }: Pick<MirrorChanges, 'put' | 'remove'>,
): Promise<Pick<MirrorStep, 'put' | 'remove'>> {
  const nextTurn = createEventLoopYield();
  // If several entries have the same id, the last one wins.
  const different = new Map<string, NewMirrorEntry>();
  for (const entry of put) {
    const known = before.entries(entry.kind).get(entry.id);
    const key = `${entry.kind} ${entry.id}`;
    if (known && isDeepStrictEqual(known.data, entry.data)) different.delete(key);
    else different.set(key, entry);
    await nextTurn();
  }
  return {
    put: [...different.values()],
    remove: remove.filter(({ kind, id }) => before.entries(kind).has(id)),
  };
}

/** Returns the contents after a step. Kinds without changes share their entries with the previous contents. */
async function advance(before: MirrorContents, step: MirrorStep): Promise<MirrorContents> {
  const nextTurn = createEventLoopYield();
  const version = before.version + 1;
  const touched = new Map<MirrorEntryKind, Map<string, MirrorEntry>>();
  for (const { kind, id } of step.remove) mutableEntriesOf(before, kind, touched).delete(id);
  for (const { kind, id, data } of step.put) {
    mutableEntriesOf(before, kind, touched).set(id, { kind, id, data, version });
    await nextTurn();
  }
  const stored = new Set([...step.remove, ...step.put].map(({ kind, id }) => `${kind} ${id}`));
  const unreadable = before.unreadable.filter(({ kind, id }) => !stored.has(`${kind} ${id}`));
  return withReplacedKinds(before, touched, { version, complete: step.complete, unreadable });
}
