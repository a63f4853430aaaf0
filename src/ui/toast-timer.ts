import { useEffect, useRef } from 'react';
import { dismissToast, TOAST_MS, type Toast } from './toast-store.ts';

/** Dismisses a toast after its time. While `held`, or while the tab is hidden, its time stands still. */
export function useToastTimer(toast: Toast, held: boolean): void {
  const left = useRef({ toast, ms: TOAST_MS });
  useEffect(() => {
    if (left.current.toast !== toast) left.current = { toast, ms: TOAST_MS };
    if (held) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let since = 0;
    const stop = () => {
      if (timer === undefined) return;
      clearTimeout(timer);
      timer = undefined;
      left.current.ms -= performance.now() - since;
    };
    const follow = () => {
      stop();
      if (document.hidden) return;
      since = performance.now();
      timer = setTimeout(() => dismissToast(toast), left.current.ms);
    };
    follow();
    document.addEventListener('visibilitychange', follow);
    return () => {
      document.removeEventListener('visibilitychange', follow);
      stop();
    };
  }, [toast, held]);
}
