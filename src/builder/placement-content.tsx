import { type ReactNode, useContext } from 'react';
import styled from 'styled-components';
import type { ResolvedPlacement } from '../contracts/placement.ts';
import { BlockFaultContext, HeadingLevelContext, PlacementKeyContext } from './placement-context.ts';
import type { BlockView } from './block-view-registry.ts';
import { serverHtml } from './server-html.ts';
import { ViewErrorBoundary } from './view-error-boundary.tsx';

interface Props {
  placement: ResolvedPlacement;
  /** Whether this is the first placement on the page, whose heading is the `h1`. */
  first: boolean;
  view: BlockView;
}

/** Renders a placement's view with the contexts that belong to the placement. */
export function PlacementContent({ placement, first, view: View }: Props) {
  return (
    <PlacementKeyContext value={placement.key}>
      <HeadingLevelContext value={first ? 1 : 2}>
        <View {...placement.props} />
      </HeadingLevelContext>
    </PlacementKeyContext>
  );
}

/**
 * Catches and reports errors of a placement's view, so that they do not affect the rest of the page. Shows the server's
 * HTML in place of the view.
 */
export function PlacementErrorBoundary({
  placement,
  children,
}: {
  placement: ResolvedPlacement;
  children: ReactNode;
}) {
  const { report, show } = useContext(BlockFaultContext);
  const threw = (error: unknown) =>
    report({ kind: 'view-threw', block: placement.block, key: placement.key, detail: String(error) });
  return (
    <ViewErrorBoundary
      content={placement}
      onError={threw}
      fallback={<ServerHtmlFallback placement={placement} show={show} message="The view threw an error." />}
    >
      {children}
    </ViewErrorBoundary>
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
export function ServerHtmlFallback({ placement, show, message }: RemainsProps) {
  const html = serverHtml(placement);
  return (
    <>
      {show && <FaultNotice placement={placement} messages={[message]} />}
      {html !== undefined && <div dangerouslySetInnerHTML={{ __html: html }} />}
    </>
  );
}

const Notice = styled.div`
  margin: ${({ theme }) => theme.space.m};
  padding: ${({ theme }) => theme.space.m};
  border: 2px dashed ${({ theme }) => theme.color.accent};
  border-radius: ${({ theme }) => theme.radius.m};
  background: ${({ theme }) => theme.color.surface};
  color: ${({ theme }) => theme.color.ink};
  font-size: ${({ theme }) => theme.type.small};
`;

/** Lists the faults of a placement for people who can fix them. Visitors never see the list. */
export function FaultNotice({ placement, messages }: { placement: ResolvedPlacement; messages: string[] }) {
  return (
    <Notice role="note" data-fault={placement.key}>
      <strong>
        {placement.key} ({placement.block})
      </strong>
      <ul>
        {messages.map((message) => (
          <li key={message}>{message}</li>
        ))}
      </ul>
    </Notice>
  );
}
