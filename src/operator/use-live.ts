import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import type { LiveEvent } from '../contracts/operators/operator-api.ts';
import { liveState, watchLive, type LiveState } from './live-stream.ts';

/**
 * Calls `onEvent` with every live event while the component is mounted, and with `null` after a gap, when data must be
 * refetched. Returns the state of the stream.
 */
export function useLive(onEvent: (event: LiveEvent | null) => void): LiveState {
  const notify = useEffectEvent(onEvent);
  useEffect(() => watchLive({ event: (event) => notify(event) }), []);
  return useSyncExternalStore(watchState, liveState);
}

function watchState(state: () => void): () => void {
  return watchLive({ state });
}
