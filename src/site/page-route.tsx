import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, use, useEffect, useRef, useState } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { PageView } from '../builder/page-view.tsx';
import { RegistryContext } from '../builder/registry-context.ts';
import { Button } from '../ui/button.tsx';
import { Section } from '../ui/section.tsx';
import { isContentView } from './content-view.ts';
import { ViewerFailed, ViewerLoading, ViewerNotFound } from './content-view-states.tsx';
import { NotFound } from './not-found.tsx';
import { pageQuery } from './page-query.ts';

// The first page's tags are in the document already; their code comes when a visitor moves on.
const BrowserHeadTags = lazy(() => import('./browser-head-tags.tsx'));

/** The page of the current address, whatever blocks it is made of. */
export function PageRoute() {
  const registry = use(RegistryContext);
  const { pathname, search, hash } = useLocation();
  const query = pageQuery(registry, { pathname, search });
  const { data, error, isPending, refetch } = useQuery(query);
  const [first] = useState(data);
  const [moved, setMoved] = useState(false);
  if (!moved && data !== first) setMoved(true);
  useArrival(String(query.queryKey[0]), hash, !isPending);

  const viewed = isContentView(pathname);
  if (isPending && viewed) return <ViewerLoading />;
  if (error && viewed) return <ViewerFailed error={error} />;
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
      {/* It stands from the start: so the next page waits for its head, and comes with its own title. */}
      <Suspense>{moved && <BrowserHeadTags head={data?.head} />}</Suspense>
      {data ? (
        <PageView key={data.path} placements={data.placements} />
      ) : viewed ? (
        <ViewerNotFound />
      ) : (
        <NotFound />
      )}
    </>
  );
}

/** After a navigation in the browser, reading starts where a fresh document would have started it. */
function useArrival(page: string, hash: string, loaded: boolean) {
  const shown = useRef(page);
  // Going back and forward, the browser itself finds the place where the visitor was.
  const restored = useNavigationType() === NavigationType.Pop;
  useEffect(() => {
    if (!loaded || shown.current === page) return;
    shown.current = page;
    const anchor = hash ? document.getElementById(anchorOf(hash)) : null;
    const start = anchor ?? document.querySelector<HTMLElement>('main h1');
    if (start) start.tabIndex = -1;
    start?.focus({ preventScroll: true });
    if (!restored) anchor?.scrollIntoView({ behavior: 'instant' });
  }, [page, hash, loaded, restored]);
}

/** The id an address's fragment names; one that is badly encoded is taken as it stands, as browsers do. */
function anchorOf(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return hash.slice(1);
  }
}
