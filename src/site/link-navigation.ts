import type { QueryClient } from '@tanstack/react-query';
import { startTransition, useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Registry } from '../builder/registry.ts';
import { pageQuery } from './page-query.ts';
import { SITE_MENU_ID } from './site-drawer.tsx';

/** Paths that are not pages of this application, or lead to one by a redirect: the browser itself goes there. */
const NOT_A_PAGE = /^\/(api|wp-json|media|\.netlify)\/|\.[a-z0-9]{2,5}$|.\/$/i;

/** The address a click on a link leads to within the application, or null where the browser should go itself. */
export function addressOf(event: MouseEvent): URL | null {
  if (event.defaultPrevented || event.button !== 0) return null;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const anchor = event.target instanceof Element ? event.target.closest('a') : null;
  if (!anchor?.href || anchor.target || anchor.hasAttribute('download')) return null;
  const url = new URL(anchor.href);
  if (url.origin !== location.origin || NOT_A_PAGE.test(url.pathname)) return null;
  const samePage = url.pathname === location.pathname && url.search === location.search;
  return samePage ? null : url;
}

/**
 * Takes over clicks on links to our own pages: the page and its blocks are loaded first, then shown at once.
 * Whatever fails on the way, the browser goes there as it always did.
 */
export function useLinkNavigation(queryClient: QueryClient, registry: Registry): void {
  const navigate = useNavigate();
  useEffect(() => {
    // Of several ways chosen in a row, the last one counts; going back or forward is one too.
    let latest = 0;
    const follow = async (url: URL) => {
      latest += 1;
      const own = latest;
      document.documentElement.dataset['busy'] = '';
      // Where no page is, the server says so itself, or knows where it has moved to.
      const found = await Promise.all([
        queryClient.fetchQuery(pageQuery(registry, url)),
        // Comes with the first move; not fetched again.
        import('./browser-head-tags.tsx'),
      ]).then(
        ([page]) => page !== null,
        () => false,
      );
      if (own !== latest) return;
      delete document.documentElement.dataset['busy'];
      if (!found) {
        location.assign(url);
        return;
      }
      const drawer = document.getElementById(SITE_MENU_ID);
      if (drawer?.matches(':popover-open')) drawer.hidePopover();
      startTransition(() => navigate(url.pathname + url.search + url.hash));
      scrollTo({ top: 0, behavior: 'instant' });
    };
    const onClick = (event: MouseEvent) => {
      const url = addressOf(event);
      if (!url) return;
      event.preventDefault();
      void follow(url);
    };
    const onPopState = () => {
      latest += 1;
      delete document.documentElement.dataset['busy'];
    };
    document.addEventListener('click', onClick);
    addEventListener('popstate', onPopState);
    return () => {
      document.removeEventListener('click', onClick);
      removeEventListener('popstate', onPopState);
    };
  }, [navigate, queryClient, registry]);
}
