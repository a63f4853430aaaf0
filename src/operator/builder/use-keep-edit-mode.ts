import { createUsePuck, useGetPuck } from '@puckeditor/core';
import { useEffect } from 'react';

const usePuckState = createUsePuck();

/**
 * Switches Puck's canvas back to its edit mode at once. Ctrl+I, which editors press for italics, starts Puck's other
 * mode, in which nothing can be selected or dragged, and the builder has no button that ends it.
 */
export function useKeepEditMode(): void {
  const getPuck = useGetPuck();
  const mode = usePuckState(({ appState }) => appState.ui.previewMode);
  useEffect(() => {
    if (mode !== 'edit') getPuck().dispatch({ type: 'setUi', ui: { previewMode: 'edit' } });
  }, [mode, getPuck]);
}
