import { createUsePuck, useGetPuck } from '@puckeditor/core';
import { useEffect, useRef } from 'react';

const usePuckState = createUsePuck();

/**
 * Media queries for the windows in which the left and the right side panel leave enough space for the canvas. The left
 * panel needs a wider window, so it is folded first.
 */
const LEFT_FITS = '(min-width: 1600px)';
const RIGHT_FITS = '(min-width: 1024px)';
/** At these widths, the panels are beside the canvas, and only one of them leaves enough space for it. */
const ONE_FITS = '(min-width: 638px) and (max-width: 1023.98px)';

/** Returns the part of Puck's initial UI state that opens those side panels for which the window is wide enough. */
export function initialPanelVisibility() {
  return {
    leftSideBarVisible: matchMedia(LEFT_FITS).matches,
    rightSideBarVisible: matchMedia(RIGHT_FITS).matches,
  };
}

/**
 * Folds side panels that do not fit. A narrower window folds the panels that leave too little space. If only one
 * panel fits, opening one folds the other. A wider window changes nothing.
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
