import {
  useMemo,
  useContext,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type HTMLAttributes,
} from 'react';
import { createPath, useNavigate, type Navigator, useLocation, useNavigationType } from 'react-router-dom';
import type { Root } from 'react-dom/client';
import { BlockFaultContext, AppWrapperContext } from './placement-context.ts';
import { hydratePlacement, placementTree, renderPlacement, takeEarlyRoot } from './placement-root.tsx';
import type { ResolvedPlacement } from '../contracts/placement.ts';
import { BlockViewRegistryContext } from './block-view-registry.ts';
import { markViewRunning, saveServerNodes, savedServerNodes } from './server-html.ts';

interface Props {
  placement: ResolvedPlacement;
  first: boolean;
  html: string;
  /** The attributes of the element around the view. */
  wrapper: HTMLAttributes<HTMLDivElement>;
}

/**
 * A placement whose view loads when it is near the viewport or the visitor interacts with it. Until then, it shows the
 * server's HTML. It has its own React root: in the application's root, any context change, such as following a link to
 * an anchor, would make React discard HTML that is not hydrated yet, including typed text. A root that was hydrated
 * before the application started keeps its state.
 */
export function LazyPlacement({ placement, first, html, wrapper }: Props) {
  const element = useRef<HTMLDivElement>(null);
  /** Resolves to the view's own root when it is hydrated. Set as soon as hydration begins. */
  const coming = useRef<Promise<Root>>(undefined);
  /** The view's own root, once it is hydrated. */
  const root = useRef<Root>(null);
  const registry = useContext(BlockViewRegistryContext);
  const { around } = useContext(AppWrapperContext);
  const { report } = useContext(BlockFaultContext);
  const location = useLocation();
  // The server rendered the HTML for this location.
  const [rendered] = useState(location);
  const navigationType = useNavigationType();
  const navigator = useNavigator();
  const { block, key } = placement;

  const tree = (at = location) =>
    placementTree({ placement, first, registry, around, location: at, navigationType, navigator });

  useLayoutEffect(() => {
    const place = element.current;
    if (!place) return;
    const nodes = savedServerNodes(placement);
    if (nodes) place.replaceChildren(...nodes);
    coming.current ??= takeEarlyRoot(place);
    if (coming.current) markViewRunning(placement);
    return () => {
      // After hydration has begun, the elements belong to React and must not be reused.
      if (!coming.current) saveServerNodes(placement, [...place.childNodes]);
    };
  }, [placement]);

  const hydrate = useEffectEvent((place: HTMLDivElement) => {
    const view = tree(rendered);
    if (!view) return;
    coming.current = hydratePlacement(place, placement, view);
    markViewRunning(placement);
  });
  const failed = useEffectEvent(() => {
    report({ kind: 'chunk-failed', block, key, detail: 'The code of the block did not arrive.' });
  });
  const runs = useEffectEvent((own: Root) => {
    root.current = own;
    renderPlacement(own, tree());
  });

  useEffect(() => {
    const place = element.current;
    if (!place) return;
    let gone = false;
    let reported = false;
    // React cannot unmount a root while it is rendering another one.
    const unmount = (own: Root) => void setTimeout(() => own.unmount());
    const take = async () => {
      const own = await coming.current;
      if (own) (gone ? unmount : runs)(own);
    };
    const want = async () => {
      await registry.load([block]);
      if (gone || coming.current) return;
      hydrate(place);
      if (coming.current) stop();
      else if (!reported) {
        reported = true;
        failed();
      }
      await take();
    };
    void take();
    const stop = coming.current ? () => {} : whenWanted(place, () => void want());
    return () => {
      gone = true;
      stop();
      if (root.current) unmount(root.current);
      root.current = null;
      coming.current = undefined;
    };
  }, [registry, block]);

  useEffect(() => {
    if (root.current) renderPlacement(root.current, tree());
  });

  return (
    <div ref={element} {...wrapper} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: html }} />
  );
}

/** Returns the application's navigator, for a router in another React root. */
function useNavigator(): Navigator {
  const navigate = useNavigate();
  return useMemo(
    () => ({
      createHref: (to) => (typeof to === 'string' ? to : createPath(to)),
      go: (delta) => void navigate(delta),
      push: (to, state) => void navigate(to, { state }),
      replace: (to, state) => void navigate(to, { state, replace: true }),
    }),
    [navigate],
  );
}

/** The distance from the viewport that counts as near, as a CSS length. */
const NEAR = '200px';

/**
 * Calls `want` when an element comes near the viewport, and on every pointer press, key press or focus inside it.
 * Returns a function that stops watching.
 */
function whenWanted(element: Element, want: () => void): () => void {
  const end = new AbortController();
  for (const type of ['pointerdown', 'focusin', 'keydown']) {
    element.addEventListener(type, want, { passive: true, signal: end.signal });
  }
  const observer = new IntersectionObserver(
    (entries) => {
      if (entries.some((entry) => entry.isIntersecting)) want();
    },
    { rootMargin: NEAR },
  );
  observer.observe(element);
  return () => {
    observer.disconnect();
    end.abort();
  };
}
