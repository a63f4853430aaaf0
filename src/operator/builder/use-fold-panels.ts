import { createUsePuck, useGetPuck } from '@puckeditor/core';
import { useEffect, useRef } from 'react';

const usePuckState = createUsePuck();

/** In narrower windows, a side panel would take too much of the canvas. The left one is folded first. */
const LEFT_FITS = '(min-width: 1600px)';
const RIGHT_FITS = '(min-width: 1024px)';
/** The panels are beside the canvas, but only one of them leaves space for it. */
const ONE_FITS = '(min-width: 638px) and (max-width: 1023.98px)';

/** The side panels that are open at first. */
export function firstPanels() {
  return {
    leftSideBarVisible: matchMedia(LEFT_FITS).matches,
    rightSideBarVisible: matchMedia(RIGHT_FITS).matches,
  };
}

/**
 * Folds the side panels when the window becomes too narrow for them, and one when the other is opened in a window that has
 * space for one only. A wider window leaves them as they are.
 */
export function useFoldPanels(): void {
  const getPuck = useGetPuck();
  const isLeftOpen = usePuckState(({ appState }) => appState.ui.leftSideBarVisible);
  const isRightOpen = usePuckState(({ appState }) => appState.ui.rightSideBarVisible);
  const wasLeftOpen = useRef(isLeftOpen);
  useEffect(() => {
    if (isLeftOpen && isRightOpen && matchMedia(ONE_FITS).matches) {
      const other = wasLeftOpen.current ? 'leftSideBarVisible' : 'rightSideBarVisible';
      getPuck().dispatch({ type: 'setUi', ui: { [other]: false } });
    }
    wasLeftOpen.current = isLeftOpen;
  }, [isLeftOpen, isRightOpen, getPuck]);
  useEffect(() => {
    const listening = new AbortController();
    const fold = (query: string, ui: { leftSideBarVisible: false } | { rightSideBarVisible: false }) =>
      matchMedia(query).addEventListener(
        'change',
        ({ matches }) => {
          if (!matches) getPuck().dispatch({ type: 'setUi', ui });
        },
        { signal: listening.signal },
      );
    fold(LEFT_FITS, { leftSideBarVisible: false });
    fold(RIGHT_FITS, { rightSideBarVisible: false });
    return () => listening.abort();
  }, [getPuck]);
}
