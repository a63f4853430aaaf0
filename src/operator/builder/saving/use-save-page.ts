import type { Data } from '@puckeditor/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { pageCalls } from '../../../contracts/operators/page-calls.ts';
import type { EditablePage } from '../../../contracts/operators/page-builder.ts';
import type { EditLock } from '../../../contracts/operators/page-lock.ts';
import { apiFailure, callApi } from '../../call-api.ts';
import { stablePageAt } from '../builder-paths.ts';
import { pageChanges, type BlocksById, type ItemKeyOf } from './page-data.ts';
import { RequestError } from '../../request.ts';

interface Save {
  data: Data;
  publish: boolean;
  /** Saves even if another person holds the edit lock. */
  takeOver?: boolean;
}

interface Options {
  /** The version on which the changes are based. */
  page: EditablePage;
  blocks: BlocksById;
  keyOf: ItemKeyOf;
  /** The stored version, if it is newer than the one on which restored changes are based; otherwise null. */
  newer: EditablePage | null;
  onSaved: (page: EditablePage, live: boolean) => void;
}

/**
 * Returns `save`, which saves or publishes the page and retries after temporary failures, and the state of the save. If
 * somebody else saved the page meanwhile, nothing is stored, and `conflict` is their version. `locked` is the save that
 * another person's edit lock prevented, with that lock. `error` is null in these two cases.
 */
export function useSavePage({ page, blocks, keyOf, newer, onSaved }: Options) {
  const [conflict, setConflict] = useState<EditablePage | null>(newer);
  const [locked, setLocked] = useState<{ save: Save; lock: EditLock } | null>(null);
  const [waiting, setWaiting] = useState<PendingSaveRetry | null>(null);
  const stop = useRef<(() => void) | null>(null);
  const isLeft = useRef(false);
  // Stop retrying when the screen is left, because nobody would see the result. The changes remain stored in the
  // browser.
  useEffect(() => {
    isLeft.current = false;
    return () => {
      isLeft.current = true;
      stop.current?.();
    };
  }, []);
  const onWait = (next: PendingSaveRetry | null) => {
    if (isLeft.current) return next?.stop();
    stop.current = next?.stop ?? null;
    setWaiting(next);
  };
  const save = useMutation({
    // Without a connection, the request must fail at once, so that the editor sees the error.
    networkMode: 'always',
    mutationFn: async ({ data, publish, takeOver = false }: Save) => {
      const { layout, values } = pageChanges(data, page, blocks, keyOf);
      const { modified: base, digest, variant } = page;
      const change = { at: stablePageAt(page), base, digest, variant, layout, values, publish, takeOver };
      const saved = await withSaveRetries(() => callApi(pageCalls.save, change), { onWait });
      return { saved, values };
    },
    // Close the dialog about the lock when the save starts. Retries may take long, and the header shows them.
    onMutate: () => setLocked(null),
    onSuccess({ saved, values }) {
      setConflict(null);
      // WordPress may store a value in a different format, so treat the sent values as the stored ones. Otherwise,
      // the page would seem changed.
      onSaved({ ...saved.page, values: { ...saved.page.values, ...values } }, saved.live);
    },
    onError(error, tried) {
      const { lock, current } = apiFailure(pageCalls.save, error) ?? {};
      if (lock) setLocked({ save: tried, lock });
      if (current) setConflict(current);
    },
  });
  const failure = apiFailure(pageCalls.save, save.error);
  return {
    save: save.mutate,
    isSaving: save.isPending,
    waiting,
    error: failure?.current || (locked && failure?.lock) ? null : save.error,
    locked,
    endLocked: () => setLocked(null),
    conflict,
    endConflict: () => setConflict(null),
  };
}

/** Milliseconds before each retry. The last value applies to all further retries. */
export const SAVE_RETRY_DELAYS_MS: readonly number[] = [2_000, 5_000, 10_000, 20_000, 30_000];

/** A failed save that will be retried. */
export interface PendingSaveRetry {
  error: unknown;
  /** Seconds between the failure and the next attempt. */
  seconds: number;
  /** Retries now, without waiting. */
  now: () => void;
  /** Stops retrying. The unsaved changes stay in the editor. */
  stop: () => void;
}

interface RetryOptions {
  /** Called with the pending retry before each wait, and with null after the wait. */
  onWait: (waiting: PendingSaveRetry | null) => void;
}

/**
 * Whether a retry may succeed, because the failure is temporary: no connection, too many requests, or an unavailable
 * server or WordPress.
 */
function isTemporary(error: unknown): boolean {
  return error instanceof RequestError
    ? [429, 502, 503, 504].includes(error.status)
    : error instanceof TypeError;
}

/**
 * Runs `work`, and repeats it after each temporary error until it succeeds, with the delays of `SAVE_RETRY_DELAYS_MS`.
 * Rejects with the last error if it is not temporary or the user stops the retries. `tries` is the number of failures.
 */
export async function withSaveRetries<Result>(
  work: () => Promise<Result>,
  { onWait }: RetryOptions,
  tries = 0,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!isTemporary(error)) throw error;
    const pause = SAVE_RETRY_DELAYS_MS[tries] ?? SAVE_RETRY_DELAYS_MS.at(-1) ?? 0;
    const goesOn = await new Promise<boolean>((resolve) => {
      const timer = setTimeout(() => resolve(true), pause);
      const end = (answer: boolean) => {
        clearTimeout(timer);
        resolve(answer);
      };
      onWait({ error, seconds: pause / 1_000, now: () => end(true), stop: () => end(false) });
    });
    onWait(null);
    if (!goesOn) throw error;
    return withSaveRetries(work, { onWait }, tries + 1);
  }
}
