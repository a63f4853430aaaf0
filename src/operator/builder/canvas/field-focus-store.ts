import { useGetPuck } from '@puckeditor/core';
import { createContext, use, useCallback, useSyncExternalStore } from 'react';
import type { FieldLocation } from '../../../contracts/preview.ts';
import { useCanvasState } from '../editor-context.ts';
import { ROOT_ZONE } from '../sections/section-changes.ts';

/** A store for the field whose input must be revealed and focused. Its value is null if no focus is requested. */
export interface FieldFocusStore {
  get: () => FieldLocation | null;
  set: (field: FieldLocation | null) => void;
  subscribe: (listen: () => void) => () => void;
}

/** Creates the store for one page editor. */
export function createFieldFocusStore(): FieldFocusStore {
  let field: FieldLocation | null = null;
  const listeners = new Set<() => void>();
  return {
    get: () => field,
    set(next) {
      field = next;
      for (const listen of listeners) listen();
    },
    subscribe(listen) {
      listeners.add(listen);
      return () => listeners.delete(listen);
    },
  };
}

/** From this window width on (Puck's breakpoint), the fields are beside the canvas; in narrower windows, below it. */
const WIDE = '(min-width: 638px)';

/** Provides the store to the components of the page editor. */
export const FieldFocusStoreContext = createContext<FieldFocusStore | null>(null);

function useStore(): FieldFocusStore {
  const store = use(FieldFocusStoreContext);
  if (!store) throw new Error('A shown field needs the page editor around it.');
  return store;
}

/**
 * Returns the field to reveal and focus, and a function that clears the request. Throws an `Error` outside the page
 * editor.
 */
export function useFieldFocusRequest(): [FieldLocation | null, () => void] {
  const store = useStore();
  const end = useCallback(() => store.set(null), [store]);
  return [useSyncExternalStore(store.subscribe, store.get), end];
}

/**
 * Returns a function that selects a section and focuses the input of one of its fields, or only selects the section if
 * `field.field` is empty. Throws an `Error` outside the page editor.
 */
export function useFocusField(): (field: FieldLocation) => void {
  const store = useStore();
  const getPuck = useGetPuck();
  const { keyOf } = useCanvasState();
  return (field) => {
    const { dispatch, appState } = getPuck();
    const index = appState.data.content.findIndex(
      ({ type, props }) => keyOf(props.id, type) === field.placement,
    );
    if (index < 0) return;
    dispatch({
      type: 'setUi',
      ui: {
        itemSelector: { index, zone: ROOT_ZONE },
        rightSideBarVisible: true,
        ...(matchMedia(WIDE).matches ? {} : { plugin: { current: 'fields' }, leftSideBarVisible: true }),
      },
    });
    store.set(field.field === '' ? null : field);
  };
}
