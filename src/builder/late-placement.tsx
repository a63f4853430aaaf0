import {
  useContext,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  type HTMLAttributes,
  type ReactNode,
} from 'react';
import { flushSync } from 'react-dom';
import { hydrateRoot, type Root } from 'react-dom/client';
import { Router, useLocation, useNavigationType } from 'react-router-dom';
import { FaultContext } from './fault-reporter.ts';
import { keepTyped } from './keep-typed.ts';
import type { ResolvedPlacement } from '../contracts/placement.ts';
import { RegistryContext } from './registry-context.ts';
import type { View } from './registry.ts';
import { noteRunning, keepNodes, keptNodes } from './server-html.ts';
import { SurroundingsContext } from './surroundings.ts';
import { useNavigator } from './use-navigator.ts';
import { whenWanted } from './when-wanted.ts';

interface Props {
  placement: ResolvedPlacement;
  html: string;
  /** The wrapper's attributes. */
  wrapper: HTMLAttributes<HTMLDivElement>;
  /** Renders the view and the components between it and the wrapper. */
  content: (view: View) => ReactNode;
}

/**
 * A placement whose view loads when it is near the viewport or touched. Until then, it shows the server's HTML. It has
 * its own React root: in the application's root, any context change, such as following a link to an anchor, would make
 * React discard HTML that is not hydrated yet, including typed text.
 */
export function LatePlacement({ placement, html, wrapper, content }: Props) {
  const element = useRef<HTMLDivElement>(null);
  const root = useRef<Root>(null);
  const registry = useContext(RegistryContext);
  const { around } = useContext(SurroundingsContext);
  const { report } = useContext(FaultContext);
  const location = useLocation();
  const navigationType = useNavigationType();
  const navigator = useNavigator();
  const { block, key } = placement;

  const tree = () => {
    const View = registry.view(block);
    return (
      View &&
      around(
        <RegistryContext value={registry}>
          <Router location={location} navigationType={navigationType} navigator={navigator}>
            {content(View)}
          </Router>
        </RegistryContext>,
      )
    );
  };

  useLayoutEffect(() => {
    const place = element.current;
    if (!place) return;
    const nodes = keptNodes(placement);
    if (nodes) place.replaceChildren(...nodes);
    return () => {
      if (!root.current) keepNodes(placement, [...place.childNodes]);
    };
  }, [placement]);

  const hydrate = useEffectEvent((place: HTMLDivElement): boolean => {
    const view = tree();
    if (!view) return false;
    const restoreTyped = keepTyped(place);
    // Synchronous, because React would discard the server's HTML if the root were updated before it is hydrated.
    flushSync(() => {
      root.current = hydrateRoot(place, view, { identifierPrefix: idPrefix(placement) });
    });
    restoreTyped();
    noteRunning(placement);
    return true;
  });
  const failed = useEffectEvent(() => {
    report({ kind: 'chunk-failed', block, key, detail: 'The code of the block did not arrive.' });
  });

  useEffect(() => {
    const place = element.current;
    if (!place) return;
    let gone = false;
    let reported = false;
    const want = async () => {
      await registry.load([block]);
      if (gone || root.current) return;
      if (hydrate(place)) stop();
      else if (!reported) {
        reported = true;
        failed();
      }
    };
    const stop = whenWanted(place, () => void want());
    return () => {
      gone = true;
      stop();
      const own = root.current;
      root.current = null;
      // React cannot unmount a root while it is rendering another one.
      if (own) setTimeout(() => own.unmount());
    };
  }, [registry, block]);

  useEffect(() => {
    root.current?.render(tree());
  });

  return (
    <div ref={element} {...wrapper} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: html }} />
  );
}

/**
 * Returns the `identifierPrefix` of a placement's own React root, which must be the same on the server and in the
 * browser.
 */
export function idPrefix(placement: ResolvedPlacement): string {
  return `${placement.key}-`;
}
