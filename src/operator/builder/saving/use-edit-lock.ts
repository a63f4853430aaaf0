import { useCallback, useEffect, useState } from 'react';
import { pageCalls } from '../../../contracts/operators/page-calls.ts';
import type {
  EditingAccount,
  EditLock,
  EditLockAction,
  EditLockResponse,
} from '../../../contracts/operators/page-lock.ts';
import { callApi } from '../../call-api.ts';

/** Milliseconds between renewals of the lock. WordPress and the site itself drop a lock after 150 seconds. */
const RENEWAL_MS = 60_000;

/**
 * Holds the edit lock of the page while it is open, and releases it when the page is left. `lock` is the lock of
 * another person, or null. `editing` is the account with which the page is edited, from the latest response. Failed
 * requests are ignored, because the save also detects conflicts; only `takeOver` rejects.
 */
export function useEditLock(at: string, opened: EditingAccount, isEditable: boolean) {
  const [lock, setLock] = useState<EditLock | null>(null);
  const [editing, setEditing] = useState(opened);
  const ask = useCallback(
    (action: EditLockAction, keepalive = false) =>
      callApi(pageCalls.lock, { at, action }, { keepalive, background: action !== 'take' }),
    [at],
  );
  const note = useCallback((answer: EditLockResponse) => {
    setLock(answer.lock);
    setEditing(answer.editing);
  }, []);
  useEffect(() => {
    if (!isEditable) return undefined;
    let isOpen = true;
    const hold = () => {
      void ask('hold').then(
        (answer) => isOpen && note(answer),
        () => {},
      );
    };
    const release = () => void ask('release', true).catch(() => {});
    hold();
    const timer = setInterval(hold, RENEWAL_MS);
    // On focus, another tab may have connected an account. On `pageshow`, a page from the back/forward cache has lost
    // its lock.
    addEventListener('focus', hold);
    addEventListener('pageshow', hold);
    addEventListener('pagehide', release);
    return () => {
      isOpen = false;
      clearInterval(timer);
      removeEventListener('focus', hold);
      removeEventListener('pageshow', hold);
      removeEventListener('pagehide', release);
      release();
    };
  }, [ask, note, isEditable]);
  return {
    lock,
    editing,
    setLock,
    takeOver: async () => note(await ask('take')),
  };
}
