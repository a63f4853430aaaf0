import type { Data } from '@puckeditor/core';
import { useEffect, useRef, useState } from 'react';
import type { EditablePage } from '../../../contracts/operators/page-builder.ts';
import { deleteUnsavedChanges, storeUnsavedChanges, unsavedChangesKey } from './unsaved-changes.ts';
import { withKeys, type ItemKeyOf } from './page-data.ts';

interface Options {
  page: EditablePage;
  data: Data;
  /** Whether `data` differs from the page. */
  changed: boolean;
  /** Whether there are unsaved changes. Also true while somebody types on the canvas. */
  isUnsaved: boolean;
  /** Whether this browser had stored changes of the page when it was opened. */
  wasKept: boolean;
  keyOf: ItemKeyOf;
}

/**
 * Stores the unsaved changes of a page in this browser, and makes the browser ask before the page is left. Returns a
 * message while another tab opened the same page earlier, because only that tab stores its changes; otherwise null.
 */
export function useStoreUnsavedChanges({
  page,
  data,
  changed,
  isUnsaved,
  wasKept,
  keyOf,
}: Options): string | null {
  const tabs = usePageTabs(unsavedChangesKey(page));
  const isKept = useRef(wasKept);
  const former = useRef(page);
  useEffect(() => {
    if (tabs !== null) return;
    // A built-in page has another key since it was saved.
    if (unsavedChangesKey(former.current) !== unsavedChangesKey(page)) deleteUnsavedChanges(former.current);
    former.current = page;
    if (changed) storeUnsavedChanges(page, withKeys(data, keyOf));
    // All changes were undone, so the stored ones must not return when the page is opened again.
    else if (isKept.current) deleteUnsavedChanges(page);
    isKept.current = changed;
  }, [changed, page, data, keyOf, tabs]);
  useEffect(() => {
    if (!isUnsaved) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isUnsaved]);
  return tabs;
}

const MESSAGE =
  'This page is open in another tab, too. Go on in one of them: only the tab that was opened first keeps unsaved changes.';

/** Returns a message while another tab that opened this page earlier still has it open; otherwise null. */
function usePageTabs(key: string): string | null {
  const [isFirst, setFirst] = useState(true);
  useEffect(() => {
    // Browsers provide locks only on secure origins.
    const locks: LockManager | undefined = navigator.locks;
    if (!locks) return undefined;
    const left = new AbortController();
    const hold = () => {
      setFirst(true);
      return new Promise<void>((resolve) => left.signal.addEventListener('abort', () => resolve()));
    };
    const take = async () => {
      const { held = [] } = await locks.query();
      if (left.signal.aborted) return;
      if (held.some((lock) => lock.name === key)) setFirst(false);
      await locks.request(key, { signal: left.signal }, hold);
    };
    take().catch((error: unknown) => {
      // Leaving the page aborts the request for the lock, which is not an error.
      if (!left.signal.aborted) throw error;
    });
    return () => left.abort();
  }, [key]);
  return isFirst ? null : MESSAGE;
}
