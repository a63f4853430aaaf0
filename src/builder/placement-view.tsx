import { memo, Suspense, useContext, useEffect, useState } from 'react';
import {
  EagerPlacementsContext,
  AppWrapperContext,
  BlockFaultContext,
  type BlockFault,
} from './placement-context.ts';
import {
  FaultNotice,
  PlacementErrorBoundary,
  PlacementContent,
  ServerHtmlFallback,
} from './placement-content.tsx';
import { LazyPlacement } from './lazy-placement.tsx';
import { placementIdPrefix } from './placement-root.tsx';
import type { ResolvedPlacement } from '../contracts/placement.ts';
import { BlockViewRegistryContext } from './block-view-registry.ts';
import { hasViewRun, serverHtml } from './server-html.ts';

interface Props {
  placement: ResolvedPlacement;
  /** Whether this is the first placement on the page, whose heading is the `h1`. */
  first: boolean;
}

/**
 * Renders one placement inside an error boundary. It is memoized and hydrates independently, so that neither a parent's
 * state change nor an error in another placement affects what a visitor typed or opened in it.
 */
export const PlacementView = memo(function PlacementView({ placement, first }: Props) {
  const { show } = useContext(BlockFaultContext);
  const early = useContext(EagerPlacementsContext).has(placement.key);
  const still = placement.script === 'none' && !show ? serverHtml(placement) : undefined;
  if (still !== undefined) return <Still placement={placement} html={still} />;
  if (placement.script === 'near' && !show && !early) {
    return (
      <Suspense fallback={<NoView placement={placement} />}>
        <NearPlacement placement={placement} first={first} />
      </Suspense>
    );
  }
  return <RunningPlacement placement={placement} first={first} />;
});

/** Renders a placement's view or, if the view is not loaded, `MissingView`. */
function RunningPlacement({ placement, first }: Props) {
  const { show } = useContext(BlockFaultContext);
  const registry = useContext(BlockViewRegistryContext);
  const View = registry.view(placement.block);
  if (!View) return <MissingView placement={placement} known={registry.has(placement.block)} />;
  const faults = show ? (placement.faults ?? []) : [];
  return (
    <div {...wrapper(placement)}>
      {faults.length > 0 && (
        <FaultNotice placement={placement} messages={faults.map((fault) => fault.message)} />
      )}
      <PlacementErrorBoundary placement={placement}>
        <Suspense fallback={<NoView placement={placement} />}>
          <PlacementContent placement={placement} first={first} view={View} />
        </Suspense>
      </PlacementErrorBoundary>
    </div>
  );
}

/** Renders nothing. On the server, React renders this in place of a view that throws, so the fault is reported here. */
function NoView({ placement: { block, key } }: { placement: ResolvedPlacement }) {
  const { report } = useContext(BlockFaultContext);
  if (import.meta.env.SSR) report({ kind: 'view-threw', block, key, detail: 'The view threw an error.' });
  return null;
}

/**
 * Renders a placement whose view may load later. The server renders its HTML separately, because the browser hydrates
 * it in a React root of its own.
 */
function NearPlacement({ placement, first }: Props) {
  const registry = useContext(BlockViewRegistryContext);
  const { around, toHtml } = useContext(AppWrapperContext);
  const [html] = useState(() => {
    // Without HTML, the view runs immediately: it has run before, or the page was reached by navigation.
    return hasViewRun(placement) ? undefined : serverHtml(placement);
  });
  const View = registry.view(placement.block);
  if (toHtml && View) {
    const content = (
      <PlacementErrorBoundary placement={placement}>
        <PlacementContent placement={placement} first={first} view={View} />
      </PlacementErrorBoundary>
    );
    const rendered = toHtml(around(content), placementIdPrefix(placement));
    return <div {...wrapper(placement)} dangerouslySetInnerHTML={{ __html: rendered }} />;
  }
  // On the server, this condition is always true, so that the server build leaves out `LazyPlacement`.
  if (import.meta.env.SSR || html === undefined) {
    return <RunningPlacement placement={placement} first={first} />;
  }
  return <LazyPlacement placement={placement} first={first} html={html} wrapper={wrapper(placement)} />;
}

/** Renders the server's HTML of a placement, which React leaves unchanged. */
function Still({ placement, html }: { placement: ResolvedPlacement; html: string }) {
  return <div {...wrapper(placement)} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: html }} />;
}

function wrapper(placement: ResolvedPlacement) {
  return {
    id: placement.key,
    'data-placement': placement.block,
    'data-need': placement.script === 'near' ? 'near' : undefined,
    ...placement.attributes,
  };
}

/** Renders a placement whose block is unknown or whose code failed to load. Visitors see the server's HTML, if any. */
function MissingView({ placement, known }: { placement: ResolvedPlacement; known: boolean }) {
  const { report, show } = useContext(BlockFaultContext);
  const { block, key } = placement;
  useEffect(() => {
    const fault: BlockFault = known
      ? { kind: 'chunk-failed', block, key, detail: 'The code of the block did not arrive.' }
      : { kind: 'unknown-block', block, key, detail: 'No folder under blocks/ has this name.' };
    report(fault);
  }, [report, known, block, key]);
  const html = serverHtml(placement);
  if (html !== undefined && !show) {
    return (
      <div {...wrapper(placement)} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: html }} />
    );
  }
  const message = known
    ? 'The code of this block could not be loaded. Check the connection, then reload.'
    : `No block is called "${block}". Check the spelling in page_layout.`;
  return (
    <div {...wrapper(placement)} suppressHydrationWarning>
      <ServerHtmlFallback placement={placement} show={show} message={message} />
    </div>
  );
}
