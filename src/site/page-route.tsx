import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, use, useEffect, useRef, useState } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { PageView } from '../builder/page-view.tsx';
import { BlockViewRegistryContext } from '../builder/block-view-registry.ts';
import { Button } from '../ui/form/button.tsx';
import { Section } from '../ui/layout/section.tsx';
import { useWordPress } from '../content/wordpress-provider.tsx';
import { isContentViewerPath } from '../contracts/content-view.ts';
import { ContentErrorState, ContentLoading, ContentNotFound } from './content-view-states.tsx';
import { elementOfFragment } from './element-of-fragment.ts';
import { useLinkNavigation } from './link-navigation.ts';
import { useKeepCommentDraft } from './use-keep-comment-draft.ts';
import { useLoadOpenedPlayers } from './load-players.ts';
import { NotFound } from './not-found.tsx';
import { pageQuery } from './page-query.ts';
import { SiteConnectBar } from './site-connect-bar.tsx';

// Loaded on the first navigation, because the server has already rendered the first page's tags.
const BrowserHeadTags = lazy(() => import('./browser-head-tags.tsx'));

/**
 * Renders the page at the current URL, or the matching loading, error or not-found state. Handles clicks on links, and
 * renders the head tags of pages after the first.
 */
export function PageRoute() {
  const registry = use(BlockViewRegistryContext);
  const { source } = useWordPress();
  const { pathname, search, hash } = useLocation();
  const query = pageQuery(source, registry, { pathname, search });
  const { data, error, isPending, refetch } = useQuery(query);
  const [first] = useState(data);
  const [moved, setMoved] = useState(false);
  if (!moved && data !== first) setMoved(true);
  useLinkNavigation();
  useKeepCommentDraft();
  useLoadOpenedPlayers();
  useArrival(String(query.queryKey[0]), hash, !isPending);

  const viewed = isContentViewerPath(pathname);
  // On Back and Forward, reload a URL that only the server can render, such as a page opened with a password.
  const address = pathname + search;
  const [served] = useState(address);
  const asksServer = data === null && !viewed && address !== served;
  useEffect(() => {
    if (asksServer) location.reload();
  }, [asksServer]);
  if (isPending && viewed) return <ContentLoading />;
  if (error && viewed) return <ContentErrorState error={error} onRetry={() => void refetch()} />;
  if (isPending) return <Section heading={{ title: 'Loading…' }}>{null}</Section>;
  if (error) {
    return (
      <Section heading={{ title: 'This page did not load', intro: 'Check your connection, then try again.' }}>
        <Button type="button" onClick={() => void refetch()}>
          Try again
        </Button>
      </Section>
    );
  }
  return (
    <>
      {/* The boundary exists from the start, so that a navigation waits for the next page's head tags. */}
      <Suspense>{moved && <BrowserHeadTags page={data} />}</Suspense>
      {data ? (
        <PageView key={data.path} placements={data.placements} />
      ) : viewed ? (
        <ContentNotFound />
      ) : (
        <NotFound />
      )}
      <SiteConnectBar placements={data?.placements ?? []} />
    </>
  );
}

/**
 * After a client-side navigation, focuses the element that the URL's fragment names and scrolls to it. Without such an
 * element, focuses the page's heading.
 */
function useArrival(page: string, hash: string, loaded: boolean) {
  const shown = useRef(page);
  // On Back and Forward, the browser restores the scroll position.
  const restored = useNavigationType() === NavigationType.Pop;
  useEffect(() => {
    if (!loaded || shown.current === page) return;
    shown.current = page;
    const anchor = elementOfFragment(hash);
    const start = anchor ?? document.querySelector<HTMLElement>('main h1');
    if (start) start.tabIndex = -1;
    start?.focus({ preventScroll: true });
    if (!restored) anchor?.scrollIntoView({ behavior: 'instant' });
  }, [page, hash, loaded, restored]);
}
