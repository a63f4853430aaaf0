import { useGetPuck } from '@puckeditor/core';
import { useEffect } from 'react';

/** In narrower windows, a side panel would take too much of the canvas. The left one is folded first. */
const LEFT_FITS = '(min-width: 1600px)';
const RIGHT_FITS = '(min-width: 1024px)';

/** The side panels that are open at first. */
export function firstPanels() {
  return {
    leftSideBarVisible: matchMedia(LEFT_FITS).matches,
    rightSideBarVisible: matchMedia(RIGHT_FITS).matches,
  };
}

/** Folds the side panels when the window becomes too narrow for them. A wider window leaves them as they are. */
export function useFoldPanels(): void {
  const getPuck = useGetPuck();
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
