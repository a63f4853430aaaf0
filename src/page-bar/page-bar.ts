import { PAGE_BAR_DATA_PATH } from '../contracts/operators/page-bar.ts';
import type { PageBarData } from '../contracts/operators/page-builder.ts';
import { createPageBarView } from './page-bar-view.ts';

/*
 * The bar on public pages with a link to the page's editor, for people who are signed in. `entry-loader.ts` imports
 * this file if their cookie is present. The bar requests its content, because cached pages are the same for everybody.
 */

/** The session storage key that is set when the bar is closed. The bar then stays closed until the tab is closed. */
const CLOSED = 'pageBarClosed';

function isClosed(): boolean {
  try {
    return sessionStorage.getItem(CLOSED) !== null;
  } catch {
    return false;
  }
}

function rememberClosed(): void {
  try {
    sessionStorage.setItem(CLOSED, '1');
  } catch {
    // If storage is blocked, the bar is closed on this page only.
  }
}

/** Requests what the bar shows for a path. Returns null if that fails, and `over` if the session has ended. */
async function readBar(path: string): Promise<PageBarData | null | 'over'> {
  try {
    const response = await fetch(`${PAGE_BAR_DATA_PATH}?path=${encodeURIComponent(path)}`, {
      headers: { Accept: 'application/json' },
    });
    // The response of an ended session also removes the cookie.
    if (response.status === 401) return 'over';
    return response.ok ? await response.json() : null;
  } catch {
    return null;
  }
}

function start(): void {
  const view = createPageBarView(() => {
    rememberClosed();
    stop();
  });
  let shown: string | null = null;

  async function show(path: string): Promise<void> {
    shown = path;
    // Until the response arrives, the link would lead to the editor of the previous page.
    view.hide();
    const bar = await readBar(path);
    if (shown !== path) return;
    if (bar === 'over') stop();
    else if (bar) view.show(bar);
  }

  // The application does not announce navigations, but each one changes the head tags.
  const head = new MutationObserver(() => {
    if (location.pathname !== shown) void show(location.pathname);
  });

  // When the browser restores a document from its back/forward cache, the session may have ended in the meantime.
  const onPageShow = ({ persisted }: PageTransitionEvent) => persisted && void show(location.pathname);

  function stop(): void {
    shown = null;
    head.disconnect();
    removeEventListener('pageshow', onPageShow);
    view.remove();
  }

  head.observe(document.head, { subtree: true, childList: true, attributes: true, characterData: true });
  addEventListener('pageshow', onPageShow);
  void show(location.pathname);
}

// Not in frames: the operators' screens show pages of the site in them.
if (window === window.top && !isClosed()) start();
