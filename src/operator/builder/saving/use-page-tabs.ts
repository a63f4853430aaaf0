import { useEffect, useState } from 'react';

const MESSAGE =
  'This page is open in another tab, too. Go on in one of them: only the tab that was opened first keeps unsaved changes.';

/** Returns a message while this page is also open in a tab that opened it earlier; otherwise null. */
export function usePageTabs(at: string): string | null {
  const [isFirst, setFirst] = useState(true);
  useEffect(() => {
    // Browsers provide locks only on secure origins.
    const locks: LockManager | undefined = navigator.locks;
    if (!locks) return undefined;
    const left = new AbortController();
    const name = `pageBuilder:${at}`;
    const hold = () => {
      setFirst(true);
      return new Promise<void>((resolve) => left.signal.addEventListener('abort', () => resolve()));
    };
    const take = async () => {
      const { held = [] } = await locks.query();
      if (left.signal.aborted) return;
      if (held.some((lock) => lock.name === name)) setFirst(false);
      await locks.request(name, { signal: left.signal }, hold);
    };
    take().catch((error: unknown) => {
      // The request for the lock is aborted when the tab leaves the page.
      if (!left.signal.aborted) throw error;
    });
    return () => left.abort();
  }, [at]);
  return isFirst ? null : MESSAGE;
}
