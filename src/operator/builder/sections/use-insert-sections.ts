import { useGetPuck } from '@puckeditor/core';
import { asOneUndoStep, createInsertActions, newSectionIndex, ROOT_ZONE } from './section-changes.ts';

/** A section to insert. It gets a new id. */
interface NewSection {
  type: string;
  props: Readonly<Record<string, unknown>>;
}

/**
 * Returns a function that inserts sections below the selected one, or at the end of the page, and selects the first
 * of them.
 */
export function useInsertSections(): (sections: readonly NewSection[]) => void {
  const getPuck = useGetPuck();
  return (sections) => {
    const { dispatch, appState } = getPuck();
    const index = newSectionIndex(appState);
    const items = sections.map(({ type, props }) => ({
      type,
      props: { ...props, id: `${type}-${crypto.randomUUID()}` },
    }));
    for (const action of asOneUndoStep(createInsertActions(items, index))) dispatch(action);
    dispatch({ type: 'setUi', ui: { itemSelector: { index, zone: ROOT_ZONE } } });
  };
}
