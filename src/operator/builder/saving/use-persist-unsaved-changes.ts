import type { Data } from '@puckeditor/core';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { EditablePage } from '../../../contracts/operators/page-builder.ts';
import {
  deleteSetAsideChanges,
  deleteUnsavedChanges,
  getSetAsideChanges,
  getUnsavedChanges,
  loadUnsavedChanges,
  setChangesAside,
  storeUnsavedChanges,
  unsavedChangesKey,
  type UnsavedChanges,
} from './unsaved-changes.ts';
import { isEqualJson, withKeysAsItemIds, type ItemKeyOf } from './page-data.ts';

interface Options {
  page: EditablePage;
  data: Data;
  /** Whether `data` differs from the page. */
  changed: boolean;
  /** Whether there are unsaved changes. Also true while somebody types on the canvas. */
  isUnsaved: boolean;
  /** The changes with which the page was opened, because this browser had stored them; null if there were none. */
  kept: UnsavedChanges | null;
  keyOf: ItemKeyOf;
}

/**
 * Stores the unsaved changes of a page in this browser, deletes them once there are none, and makes the browser ask
 * before the page is left. `tabs` is a message while a tab that opened the same page earlier is still open, because
 * only that tab stores its changes; otherwise null. `aside` are the changes that were set aside, including those that
 * the earlier tab had not saved when it closed; null if there are none. `dropAside` deletes them.
 */
export function usePersistUnsavedChanges({ page, data, changed, isUnsaved, kept, keyOf }: Options) {
  const [aside, setAside] = useState(() => getSetAsideChanges(page));
  const role = useTabRole(unsavedChangesKey(page), async () => {
    await loadUnsavedChanges(page);
    const stored = getUnsavedChanges(page);
    if (stored && !isEqualJson(stored.data.content, kept?.data.content))
      setChangesAside(stored.base, stored.data, 'otherTab');
    setAside(getSetAsideChanges(page));
  });
  const isKept = useRef(kept !== null);
  const former = useRef(page);
  useEffect(() => {
    if (role !== 'first') return;
    // The first save of a built-in page changes its key, because the page gets an id.
    if (unsavedChangesKey(former.current) !== unsavedChangesKey(page)) deleteUnsavedChanges(former.current);
    former.current = page;
    if (changed) storeUnsavedChanges(page, withKeysAsItemIds(data, keyOf));
    // All changes were saved or undone, so the stored ones must not return when the page is opened again.
    else if (isKept.current) deleteUnsavedChanges(page);
    isKept.current = changed;
  }, [changed, page, data, keyOf, role]);
  useEffect(() => {
    if (!isUnsaved) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isUnsaved]);
  const dropAside = () => {
    if (aside) deleteSetAsideChanges(aside.base);
    setAside(null);
  };
  return { tabs: role === 'waiting' ? MESSAGE : null, aside, dropAside };
}

const MESSAGE =
  'This page is open in another tab, too. Go on in one of them: only the tab that was opened first keeps unsaved changes.';

/** `first`: this tab stores its changes. `waiting`: another tab does. `unknown`: the browser has not responded yet. */
type TabRole = 'unknown' | 'first' | 'waiting';

/**
 * Returns the role of this tab among those that have the page open. After waiting, calls `onTurn` and awaits it before
 * the role becomes `first`.
 */
function useTabRole(key: string, onTurn: () => Promise<void>): TabRole {
  // Browsers provide locks only on secure origins.
  const [locks] = useState((): LockManager | undefined => navigator.locks);
  const [role, setRole] = useState<TabRole>(locks ? 'unknown' : 'first');
  const takeTurn = useEffectEvent(onTurn);
  useEffect(() => {
    if (!locks) return undefined;
    const left = new AbortController();
    const hold = () => {
      if (left.signal.aborted) return undefined;
      setRole('first');
      return new Promise<void>((resolve) => left.signal.addEventListener('abort', () => resolve()));
    };
    const take = async () => {
      const isFree = await locks.request(key, { ifAvailable: true }, async (lock) => {
        if (lock) await hold();
        return lock !== null;
      });
      if (isFree || left.signal.aborted) return;
      setRole('waiting');
      await locks.request(key, { signal: left.signal }, async () => {
        await takeTurn();
        await hold();
      });
    };
    take().catch((error: unknown) => {
      // Leaving the page aborts the request for the lock, which is not an error.
      if (left.signal.aborted) return;
      setRole('first');
      throw error;
    });
    return () => left.abort();
  }, [key, locks]);
  return role;
}
