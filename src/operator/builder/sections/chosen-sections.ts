import { createContext, use, useSyncExternalStore } from 'react';

/**
 * A store for the ids of the sections that are chosen in the outline for a common action, such as moving or removing
 * them.
 */
export interface ChosenSections {
  get: () => ReadonlySet<string>;
  set: (ids: Iterable<string>) => void;
  subscribe: (listen: () => void) => () => void;
}

/** Creates a store in which no section is chosen. Each page editor has its own. */
export function createChosenSections(): ChosenSections {
  let chosen: ReadonlySet<string> = new Set();
  const listeners = new Set<() => void>();
  return {
    get: () => chosen,
    set(ids) {
      chosen = new Set(ids);
      for (const listen of listeners) listen();
    },
    subscribe(listen) {
      listeners.add(listen);
      return () => listeners.delete(listen);
    },
  };
}

/** Provides the store to the components of the page editor; null outside of it. */
export const ChosenSectionsContext = createContext<ChosenSections | null>(null);

/**
 * Returns the ids of the chosen sections and a function that replaces them. Throws an `Error` outside the page
 * editor.
 */
export function useChosenSections(): [ReadonlySet<string>, ChosenSections['set']] {
  const store = use(ChosenSectionsContext);
  if (!store) throw new Error('useChosenSections needs the page editor around it.');
  return [useSyncExternalStore(store.subscribe, store.get), store.set];
}
