import { createContext, use, useSyncExternalStore } from 'react';

/** The sections that are chosen in the outline, to be moved, hidden, copied or removed together. */
export interface ChosenSections {
  get: () => ReadonlySet<string>;
  set: (ids: Iterable<string>) => void;
  subscribe: (listen: () => void) => () => void;
}

/** Creates the state for one page editor. */
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

export const ChosenSectionsContext = createContext<ChosenSections | null>(null);

/** Returns the ids of the chosen sections, and a function that replaces them. */
export function useChosenSections(): [ReadonlySet<string>, ChosenSections['set']] {
  const store = use(ChosenSectionsContext);
  if (!store) throw new Error('useChosenSections needs the page editor around it.');
  return [useSyncExternalStore(store.subscribe, store.get), store.set];
}
