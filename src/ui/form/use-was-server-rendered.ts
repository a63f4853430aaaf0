import { useState, useSyncExternalStore } from 'react';

/**
 * Whether React hydrated this component from the server's HTML, instead of rendering it in the browser. The value never
 * changes, so that React does not render the component again after hydration.
 */
export function useWasServerRendered(): boolean {
  const [{ client, server }] = useState(createSnapshots);
  return useSyncExternalStore(never, client, server);
}

function createSnapshots() {
  let isHydrated = false;
  return {
    client: () => isHydrated,
    // React calls this only on the server and while it hydrates.
    server: () => (isHydrated = !import.meta.env.SSR),
  };
}

const never = () => () => {};
