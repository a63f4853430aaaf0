import { useEffect } from 'react';

/** The question on Back and Forward. In all other cases, browsers show their own text. */
const QUESTION = 'Leave without saving? Your changes will be lost.';

/**
 * Asks before the current screen is left with unsaved changes: when the document is left, on links to other screens,
 * and on Back and Forward.
 */
export function useWarnBeforeLeaving(isChanged: boolean): void {
  useEffect(() => {
    if (!isChanged) return undefined;
    const listening = new AbortController();
    const { signal } = listening;
    addEventListener('beforeunload', (event) => event.preventDefault(), { signal });
    // Hide clicks on links from the router. The browser then loads the other screen as a document, and asks first.
    const keepFromRouter = (event: MouseEvent) => {
      if (event.target instanceof Element && event.target.closest('a[href]')) event.stopPropagation();
    };
    addEventListener('click', keepFromRouter, { signal, capture: true });
    const { pathname } = location;
    const here = historyIndex();
    // At this event, the URL has already changed. If the operator stays, return to this screen's history entry.
    const askOnBack = (event: PopStateEvent) => {
      if (location.pathname === pathname || confirm(QUESTION)) return;
      event.stopImmediatePropagation();
      history.go(here - historyIndex() || 1);
    };
    addEventListener('popstate', askOnBack, { signal, capture: true });
    return () => listening.abort();
  }, [isChanged]);
}

/** Returns the position of the current entry in the history, which the router stores; NaN if there is none. */
function historyIndex(): number {
  return Number(Object(history.state).idx);
}
