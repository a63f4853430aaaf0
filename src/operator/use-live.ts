import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import type { LiveEvent } from '../contracts/operator-api.ts';
import { liveState, watchLive, type LiveState } from './live-stream.ts';

/**
 * Calls back with every live event while the component is mounted, and with `null` after each gap, for example after
 * the tab was hidden: the data must then be refetched. Returns whether events are arriving right now.
 */
export function useLive(onEvent: (event: LiveEvent | null) => void): LiveState {
  const notify = useEffectEvent(onEvent);
  useEffect(() => watchLive({ event: (event) => notify(event) }), []);
  return useSyncExternalStore(watchState, liveState);
}

function watchState(state: () => void): () => void {
  return watchLive({ state });
}
