import { useGetPuck, type Data } from '@puckeditor/core';
import { useCanvasState } from '../editor-context.ts';
import { itemSelectorOf } from './section-changes.ts';

/**
 * Returns a function that replaces all sections of the page, as one undo step. In its argument, the id of each section
 * must be its key. The selected section stays selected if a new one has its key.
 */
export function useReplacePage(): (data: Data) => void {
  const { keyOf } = useCanvasState();
  const getPuck = useGetPuck();
  return (data) => {
    const { dispatch, selectedItem } = getPuck();
    const key = selectedItem && keyOf(selectedItem.props.id, selectedItem.type);
    dispatch({ type: 'setData', data, recordHistory: true });
    // Puck selects by index, where another section may be now.
    dispatch({ type: 'setUi', ui: { itemSelector: itemSelectorOf(data.content, key) } });
  };
}
