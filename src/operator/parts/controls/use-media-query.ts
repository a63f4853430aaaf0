import { useSyncExternalStore } from 'react';

/** Whether a media query matches. The component renders again when that changes. */
export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (listen) => {
      const list = matchMedia(query);
      list.addEventListener('change', listen);
      return () => list.removeEventListener('change', listen);
    },
    () => matchMedia(query).matches,
  );
}
