import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import type { LiveEvent } from './api-shapes.ts';
import { liveState, watchLive, type LiveState } from './live-stream.ts';

/**
 * Calls back with every live event while the component is mounted, and once after each break (`null`), such as while
 * the tab was hidden: what happened meanwhile must be read anew. Answers whether events come right now.
 */
export function useLive(onEvent: (event: LiveEvent | null) => void): LiveState {
  const told = useEffectEvent(onEvent);
  useEffect(() => watchLive({ event: (event) => told(event) }), []);
  return useSyncExternalStore(watchState, liveState);
}

function watchState(state: () => void): () => void {
  return watchLive({ state });
}
