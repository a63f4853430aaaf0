import { useGetPuck } from '@puckeditor/core';
import { useRef, type MouseEvent } from 'react';

type Selection = ReturnType<ReturnType<typeof useGetPuck>>['appState']['ui']['itemSelector'];

/**
 * Returns event handlers for an element around Puck, which keep the section selected after a click on the viewport and
 * zoom controls. Puck treats such a click as one beside the canvas, which deselects the section.
 */
export function useKeepSelection() {
  const getPuck = useGetPuck();
  const before = useRef<Selection>(null);
  return {
    onClickCapture() {
      before.current = getPuck().appState.ui.itemSelector;
    },
    onClick({ target }: MouseEvent) {
      if (!before.current || !(target instanceof Element)) return;
      if (!target.closest('[class*="PuckCanvas-controls"]')) return;
      getPuck().dispatch({ type: 'setUi', ui: { itemSelector: before.current } });
    },
  };
}
