import { useQueryClient } from '@tanstack/react-query';
import {
  memo,
  use,
  useEffect,
  useMemo,
  useState,
  type MouseEvent,
  type ReactNode,
  type SyntheticEvent,
} from 'react';
import styled, { createGlobalStyle, StyleSheetManager } from 'styled-components';
import { withAppContexts } from '../../../app-contexts.tsx';
import { BlockFaultContext, type BlockFault } from '../../../builder/placement-context.ts';
import { PlacementView } from '../../../builder/placement-view.tsx';
import type { ResolvedPlacement } from '../../../contracts/placement.ts';
import { WordPressProvider } from '../../../content/wordpress-provider.tsx';
import { SiteFooter } from '../../../site/site-footer.tsx';
import { SiteHeader } from '../../../site/site-header.tsx';
import { fontFaces } from '../../../ui/theme/font-faces.ts';
import { GlobalStyle } from '../../../ui/theme/global-style.ts';
import { useIsExample } from '../adding/example-sections.ts';
import { CanvasIsBehindContext, useOpenedPageData, useCanvasState } from '../editor-context.ts';
import { ReadOnlySitePart, TOOL_LINKS_SELECTOR } from './read-only-site-part.tsx';
import { isElement } from '../inline-text/element-at.ts';
import { useUndoKeys } from '../undo/restore-undo-step.ts';
import { useDeleteKeys } from './delete-keys.ts';
import { placementFaultMessages } from '../fields/section-warnings.ts';
import { useHeldSectionPress } from './slow-press.ts';
import { useCanvasClicks } from './use-canvas-clicks.ts';
import { useTrackCanvasInput } from './use-scroll-to-section.ts';

const FontFaces = createGlobalStyle`${fontFaces}`;

/** Renders the content of the canvas frame, with the site's fonts and styles in the head of the frame's document. */
export function CanvasFrame({ children, document }: { children: ReactNode; document?: Document }) {
  useEffect(() => {
    document?.documentElement.setAttribute('lang', 'en-US');
  }, [document]);
  if (!document) return <>{children}</>;
  return (
    <StyleSheetManager target={document.head}>
      <FontFaces />
      <GlobalStyle />
      {children}
    </StyleSheetManager>
  );
}

const Sections = styled.div<{ $aside: boolean }>`
  container-type: inline-size;
  ${({ $aside, theme }) =>
    $aside &&
    `@media (min-width: 64rem) {
      max-width: calc(${theme.width.page} + 2 * ${theme.space.gutter});
      margin-inline: auto;
      padding-inline: ${theme.space.gutter};
      > * {
        display: grid;
        grid-template-columns: 16rem minmax(0, 1fr);
        column-gap: ${theme.space.xl};
        align-items: start;
      }
      > * > * { grid-column: 2; }
      > * > *:first-child { grid-column: 1 / -1; }
      > * > *:has(> [data-region='aside'], > * > [data-region='aside']) {
        grid-column: 1;
        grid-row: 2 / span 40;
      }
    }`}
`;

/** Prevents links and forms on the canvas from leaving the page or sending data. */
function stay(event: SyntheticEvent) {
  const { target } = event;
  const link = isElement(target) ? target.closest('a') : null;
  if (event.type === 'submit' || (link && !link.closest(TOOL_LINKS_SELECTOR))) event.preventDefault();
}

const quiet = { report: () => {}, show: true };

/**
 * Renders the page on the canvas: the sections in their columns, between the site's header and footer. Handles clicks
 * and keys on the canvas, and keeps links and forms from leaving the page.
 */
export function CanvasPage({ children }: { children: ReactNode }) {
  const { site } = useOpenedPageData();
  const queryClient = useQueryClient();
  const { placements } = useCanvasState();
  const aside = [...placements.values()].some(({ region }) => region === 'aside');
  const { click, doubleClick } = useCanvasClicks();
  const [root, setRoot] = useState<HTMLElement | null>(null);
  useUndoKeys(root?.ownerDocument);
  useDeleteKeys(root?.ownerDocument);
  useTrackCanvasInput(root?.ownerDocument);
  useHeldSectionPress(root, { click, doubleClick });
  const stayAndOpen = (event: MouseEvent) => {
    stay(event);
    click(event);
  };
  return withAppContexts(
    { provider: WordPressProvider, queryClient, site, faults: quiet },
    <div ref={setRoot} onClickCapture={stayAndOpen} onSubmitCapture={stay} onDoubleClick={doubleClick}>
      <ReadOnlySitePart>
        <SiteHeader />
      </ReadOnlySitePart>
      <main>
        <Sections $aside={aside}>{children}</Sections>
      </main>
      <ReadOnlySitePart>
        <SiteFooter />
      </ReadOnlySitePart>
    </div>,
  );
}

const Box = styled.div<{ $hidden: boolean }>`
  min-height: 3rem;
  position: relative;
  ${({ $hidden }) => $hidden && '> :not([data-marks]) { opacity: 0.35; }'}
  > [data-marks] {
    position: absolute;
    z-index: 2;
    inset-block-start: 0.5rem;
    inset-inline-start: 0.5rem;
    display: flex;
    gap: 0.35rem;
  }
  > [data-marks] strong {
    padding: 0.15rem 0.6rem;
    border-radius: 1rem;
    background: ${({ theme }) => theme.color.ink};
    color: ${({ theme }) => theme.color.paper};
    font-size: 0.8125rem;
  }
`;

const Empty = styled.div`
  margin: 1rem;
  padding: 1.5rem;
  border: 2px dashed ${({ theme }) => theme.color.line};
  border-radius: ${({ theme }) => theme.radius.m};
  color: ${({ theme }) => theme.color.inkSoft};
`;

function NothingYet({ title, messages }: { title: string; messages: readonly string[] }) {
  const isBehind = use(CanvasIsBehindContext);
  return (
    <Empty>
      <p>{isBehind ? `${title} is loading…` : `${title}: there is nothing to show yet.`}</p>
      {!isBehind && messages.map((message) => <p key={message}>{message}</p>)}
    </Empty>
  );
}

interface SectionProps {
  id: string;
  block: string;
  title: string;
  hidden: boolean;
  region: string;
  /** The id of the shared section that is shown here. */
  shared?: number;
}

/** Renders one section as visitors would see it, or a message that explains why nothing is shown. */
export const CanvasSection = memo(function CanvasSection(props: SectionProps) {
  const { id, block, title, hidden, region, shared } = props;
  const state = useCanvasState();
  const { placements, keyOf, first, blocks } = state;
  const key = keyOf(id, block);
  const placement = placements.get(key);
  const isExample = useIsExample(id);
  return (
    <Box $hidden={hidden} data-region={region} data-section={key}>
      {(hidden || isExample || shared !== undefined) && (
        <div data-marks>
          {shared !== undefined && <strong>Shared</strong>}
          {hidden && <strong>Hidden</strong>}
          {isExample && <strong>Example</strong>}
        </div>
      )}
      {shared !== undefined && (placement === undefined || placement.block === block) ? (
        <NothingYet title={title} messages={(placement?.faults ?? []).map(({ message }) => message)} />
      ) : placement && blocks.has(placement.block) ? (
        <GuardedPlacement placement={placement} first={first === key} title={title} />
      ) : blocks.has(block) ? (
        <NothingYet title={title} messages={placementFaultMessages(state, key, block)} />
      ) : (
        <Empty role="note">
          <p>
            The site has no block called “{block}” any more, so visitors do not see this section. Its texts
            are kept. Remove the section, or ask your developer to bring the block back.
          </p>
        </Empty>
      )}
    </Box>
  );
});

interface GuardedProps {
  placement: ResolvedPlacement;
  first: boolean;
  title: string;
}

/**
 * Renders a section. If its view throws, an error message replaces only this section. The next change renders it
 * again.
 */
function GuardedPlacement({ placement, first, title }: GuardedProps) {
  const [failed, setFailed] = useState<{ placement: ResolvedPlacement; detail: string } | null>(null);
  const faults = useMemo(
    () => ({
      show: true,
      report: ({ kind, detail }: BlockFault) => {
        if (kind === 'view-threw') setFailed({ placement, detail });
      },
    }),
    [placement],
  );
  if (failed?.placement === placement) {
    return (
      <Empty role="note" data-fault={placement.key}>
        <p>
          <strong>{title}</strong> ({placement.block}) cannot be shown: {failed.detail}
        </p>
        <p>
          Visitors see the built-in content of this section, or nothing. Change its fields, move it or remove
          it. If that does not help, send this message to your developer.
        </p>
      </Empty>
    );
  }
  return (
    <BlockFaultContext value={faults}>
      <PlacementView placement={placement} first={first} />
    </BlockFaultContext>
  );
}
