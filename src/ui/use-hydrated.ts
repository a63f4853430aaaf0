import { useState, useSyncExternalStore } from 'react';

/**
 * Whether React hydrated this component from the server's HTML, instead of rendering it in the browser. The value never
 * changes, so that React does not render the component again after hydration.
 */
export function useHydrated(): boolean {
  const [first] = useState({ isHydrated: false });
  return useSyncExternalStore(
    never,
    () => first.isHydrated,
    // React calls this only on the server and while it hydrates.
    () => (first.isHydrated = !import.meta.env.SSR),
  );
}

const never = () => () => {};
