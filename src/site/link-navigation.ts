import { hashKey, useQueryClient } from '@tanstack/react-query';
import { startTransition, use, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { BlockViewRegistryContext } from '../builder/block-view-registry.ts';
import { useWordPress } from '../content/wordpress-provider.tsx';
import { elementOfFragment } from './element-of-fragment.ts';
import { pageQuery, pageQueryKey } from './page-query.ts';

/** Paths that are not pages of this application, or only redirect to one: the browser loads them as documents. */
const NOT_A_PAGE = /^\/(api|wp-json|media|\.netlify)\/|\.[a-z0-9]{2,5}$|.\/$/i;

/**
 * Returns the URL within the application that a clicked link leads to, or null if the browser should handle the
 * click.
 */
export function clickedUrl(event: MouseEvent): URL | null {
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
 * Handles clicks on links to our own pages: loads the page and the code of its blocks, then shows them together. If
 * anything fails, the browser follows the link as usual.
 */
export function useLinkNavigation(): void {
  const queryClient = useQueryClient();
  const registry = use(BlockViewRegistryContext);
  const { source } = useWordPress();
  const navigate = useNavigate();
  const { key } = useLocation();
  const shownKey = useRef(key);
  const onShown = useRef<() => void>(undefined);
  useLayoutEffect(() => {
    if (shownKey.current === key) return;
    shownKey.current = key;
    onShown.current?.();
  }, [key]);
  // `navigate` is a new function after each navigation, but must not replace the listeners: React shows the page of a
  // `popstate` event before the event reaches `onPopState`, which would be removed by then.
  const show = useEffectEvent(({ pathname, search, hash }: URL) => navigate(pathname + search + hash));
  useEffect(() => {
    // If several links are clicked in a row, follow only the last one. Going back or forward cancels all of them.
    let latest = 0;
    const follow = async (url: URL) => {
      latest += 1;
      const own = latest;
      document.documentElement.dataset['busy'] = '';
      // For a missing page, let the server respond: it shows the error page or redirects.
      const found = await Promise.all([
        queryClient.fetchQuery(pageQuery(source, registry, url)),
        // Fetched on the first navigation and cached afterwards.
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
      withViewTransition(async () => {
        // The browser first captures the old page. In the meantime, the visitor may have gone back or followed another
        // link.
        if (own !== latest) return;
        closeMenus();
        const shown = new Promise<void>((resolve) => (onShown.current = resolve));
        // A URL that differs only in parameters for scripts, such as a calculator's, is the page that is already shown.
        const isShown = hashKey(pageQueryKey(url)) === hashKey(pageQueryKey(location));
        startTransition(() => show(url));
        const anchor = isShown ? elementOfFragment(url.hash) : null;
        if (anchor) anchor.scrollIntoView({ behavior: 'instant' });
        else scrollTo({ top: 0, behavior: 'instant' });
        await shown;
      });
    };
    const onClick = (event: MouseEvent) => {
      const url = clickedUrl(event);
      if (!url) {
        // A link to an anchor of this page would scroll behind the open drawer.
        if (event.target instanceof Element && event.target.closest('a[href*="#"]')) closeMenus();
        return;
      }
      event.preventDefault();
      void follow(url);
    };
    const onPopState = () => {
      latest += 1;
      closeMenus();
      delete document.documentElement.dataset['busy'];
      // End the view transition: if the visitor goes back to the page that is still shown, no new page would end it.
      onShown.current?.();
    };
    document.addEventListener('click', onClick);
    addEventListener('popstate', onPopState);
    return () => {
      document.removeEventListener('click', onClick);
      removeEventListener('popstate', onPopState);
    };
  }, [queryClient, source, registry]);
}

/** Closes the drawer and the header's drop-downs. */
function closeMenus(): void {
  // Browsers without popovers do not know the selector, and throw an error.
  if ('popover' in HTMLElement.prototype) document.querySelector<HTMLElement>(':popover-open')?.hidePopover();
  document.querySelector<HTMLDialogElement>('dialog[open]')?.close();
}

/**
 * Changes the page within a view transition, as the browser does between documents (`document-styles.tsx`). The
 * router's `viewTransition` option needs a data router. If view transitions are not supported, or with reduced motion,
 * the page changes without a transition.
 */
function withViewTransition(change: () => Promise<void>): void {
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (still || !('startViewTransition' in document)) {
    void change();
    return;
  }
  // The browser skips a transition in a hidden tab, or when another one starts. The page still changes.
  document.startViewTransition(change).ready.catch(() => {});
}
