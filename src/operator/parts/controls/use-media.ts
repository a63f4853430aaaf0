import { useSyncExternalStore } from 'react';

/** Whether a media query applies. Renders again when that changes. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listen) => {
      const list = matchMedia(query);
      list.addEventListener('change', listen);
      return () => list.removeEventListener('change', listen);
    },
    () => matchMedia(query).matches,
  );
}
