import { useContext, type ReactNode } from 'react';
import { FaultContext } from './fault-reporter.ts';
import { FaultNotice } from './fault-notice.tsx';
import { HeadingLevel } from './heading-level.ts';
import { PlacementBoundary } from './placement-boundary.tsx';
import { PlacementKeyContext } from './placement-key-context.ts';
import type { ResolvedPlacement } from '../contracts/placement.ts';
import type { View } from './registry.ts';
import { serverHtml } from './server-html.ts';

interface Props {
  placement: ResolvedPlacement;
  /** Whether this is the first placement on the page, whose heading is the `h1`. */
  first: boolean;
  view: View;
}

/** Renders a placement's view with the contexts that belong to the placement. */
export function PlacementContent({ placement, first, view: View }: Props) {
  return (
    <PlacementKeyContext value={placement.key}>
      <HeadingLevel value={first ? 1 : 2}>
        <View {...placement.props} />
      </HeadingLevel>
    </PlacementKeyContext>
  );
}

/** Catches and reports errors of a placement's view, so that they do not affect the rest of the page. */
export function Bounded({ placement, children }: { placement: ResolvedPlacement; children: ReactNode }) {
  const { report, show } = useContext(FaultContext);
  const threw = (error: unknown) =>
    report({ kind: 'view-threw', block: placement.block, key: placement.key, detail: String(error) });
  return (
    <PlacementBoundary
      onError={threw}
      fallback={<Remains placement={placement} show={show} message="The view threw an error." />}
    >
      {children}
    </PlacementBoundary>
  );
}

interface RemainsProps {
  placement: ResolvedPlacement;
  show: boolean;
  message: string;
}

/**
 * Renders the server's HTML of a placement whose view cannot be shown, if the first document contained it. With `show`,
 * a notice reports the failure.
 */
export function Remains({ placement, show, message }: RemainsProps) {
  const html = serverHtml(placement);
  return (
    <>
      {show && <FaultNotice placement={placement} messages={[message]} />}
      {html !== undefined && <div dangerouslySetInnerHTML={{ __html: html }} />}
    </>
  );
}
