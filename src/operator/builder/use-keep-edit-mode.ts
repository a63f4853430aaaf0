import { createUsePuck, useGetPuck } from '@puckeditor/core';
import { useEffect } from 'react';

const usePuckState = createUsePuck();

/**
 * Ends the mode in which Puck's canvas selects and drags nothing. Puck starts it with Ctrl+I, which editors press for
 * italics, and the builder has no button that ends it.
 */
export function useKeepEditMode(): void {
  const getPuck = useGetPuck();
  const mode = usePuckState(({ appState }) => appState.ui.previewMode);
  useEffect(() => {
    if (mode !== 'edit') getPuck().dispatch({ type: 'setUi', ui: { previewMode: 'edit' } });
  }, [mode, getPuck]);
}
