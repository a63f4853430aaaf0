import { useQueryClient } from '@tanstack/react-query';
import { use, useEffect, useLayoutEffect, useRef, useState, type SyntheticEvent } from 'react';
import { createPortal } from 'react-dom';
import styled from 'styled-components';
import { PageView } from '../../builder/page-view.tsx';
import { BlockViewRegistryContext } from '../../builder/block-view-registry.ts';
import { MockWordPressProvider } from '../../content/wordpress-provider.tsx';
import type { CanvasAppData } from '../../contracts/operators/page-builder.ts';
import type { ResolvedPlacement } from '../../contracts/placement.ts';
import { withAppContexts } from '../../app-contexts.tsx';
import { CanvasFrame } from '../builder/canvas/canvas.tsx';
import { LoadingState } from '../parts/states/loading-state.tsx';

/** The color scheme of the page in the frame, which can differ from the one of the operator's screen. */
export type ColorScheme = 'light' | 'dark';

const Space = styled.div`
  overflow: hidden;
  border: 1px solid ${({ theme }) => theme.color.line};
  border-radius: ${({ theme }) => theme.radius.s};
`;

const Frame = styled.iframe`
  display: block;
  border: 0;
  transform-origin: 0 0;
`;

/** The doctype avoids quirks mode. `lang` is the site's language. */
const EMPTY_DOCUMENT = '<!doctype html><html lang="en-US"><title>Block</title><body></body></html>';

const quiet = { report: () => {}, show: true };

/** Prevents links and forms inside the frame from leaving the page or sending data. */
function stay(event: SyntheticEvent) {
  // Elements in the frame are instances of the frame's own classes, so `instanceof` would be false.
  const { target } = event;
  const link = 'closest' in target && typeof target.closest === 'function' ? target.closest('a') : null;
  if (event.type !== 'submit' && !link) return;
  event.preventDefault();
  // Otherwise, the form's own handler would send the input.
  if (event.type === 'submit') event.stopPropagation();
}

const ASKS_COLORS = '(prefers-color-scheme: dark)';

/**
 * Sets the color scheme of the frame. A document cannot override `prefers-color-scheme`, so its media queries are
 * rewritten.
 */
function FrameColors({ inside, colors }: { inside: Document; colors: ColorScheme }) {
  // Run after every render, because styled-components may have inserted new rules.
  useLayoutEffect(() => setColors(inside, colors));
  return null;
}

function setColors(inside: Document, colors: ColorScheme) {
  inside.documentElement.style.colorScheme = colors;
  for (const { cssRules } of inside.styleSheets) {
    for (const rule of cssRules) {
      // Rules in the frame are instances of the frame's own classes, so `instanceof` would be false.
      const media: unknown = 'media' in rule ? rule.media : null;
      if (typeof media !== 'object' || media === null || !('mediaText' in media)) continue;
      if (!String(media.mediaText).includes(ASKS_COLORS)) continue;
      media.mediaText = colors === 'dark' ? `${ASKS_COLORS}, all` : `${ASKS_COLORS} and (width < 0px)`;
    }
  }
}

interface Props {
  /** The title of the frame. If it changes, the page in the frame is mounted again. */
  title: string;
  placement: ResolvedPlacement;
  site: CanvasAppData;
  /** The width of the page in CSS pixels. If it exceeds the available space, the page is scaled down. */
  width: number;
  colors: ColorScheme;
}

/** Shows one placement in a frame with the site's fonts and styles. Its links and forms do nothing. */
export function BlockFrame({ title, placement, site, width, colors }: Props) {
  const registry = use(BlockViewRegistryContext);
  const queryClient = useQueryClient();
  const space = useRef<HTMLDivElement>(null);
  const [inside, setInside] = useState<Document | null>(null);
  const [loaded, setLoaded] = useState<string | null>(null);
  const [room, setRoom] = useState(0);
  const [height, setHeight] = useState(0);
  const { block } = placement;
  useEffect(() => {
    void registry.load([block]).then(() => setLoaded(block));
  }, [registry, block]);
  useEffect(() => watchSize(space.current, (box) => setRoom(box.width)), []);
  useEffect(() => watchSize(inside?.body, (box) => setHeight(Math.ceil(box.height))), [inside]);
  const scale = room > 0 ? Math.min(1, room / width) : 1;
  const isReady = loaded === block;
  return (
    <>
      {!isReady && <LoadingState label="Loading the block…" />}
      <Space ref={space} hidden={!isReady} style={{ height: height * scale + 2 }}>
        <Frame
          title={title}
          srcDoc={EMPTY_DOCUMENT}
          style={{ width, height, transform: `scale(${scale})` }}
          onLoad={(event) => setInside(event.currentTarget.contentDocument)}
        />
        {inside &&
          isReady &&
          createPortal(
            <CanvasFrame document={inside}>
              {withAppContexts(
                { provider: MockWordPressProvider, queryClient, site, faults: quiet },
                <main onClickCapture={stay} onSubmitCapture={stay}>
                  <PageView key={title} placements={[placement]} />
                </main>,
              )}
              <FrameColors inside={inside} colors={colors} />
            </CanvasFrame>,
            inside.body,
          )}
      </Space>
    </>
  );
}

/**
 * Calls `onSize` with the content size of an element, once at the start and then after each change. Returns a function
 * that stops observing; undefined without an element.
 */
function watchSize(element: Element | null | undefined, onSize: (box: DOMRectReadOnly) => void) {
  if (!element) return undefined;
  const observer = new ResizeObserver(([entry]) => {
    if (entry) onSize(entry.contentRect);
  });
  observer.observe(element);
  return () => observer.disconnect();
}
