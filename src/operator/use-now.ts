import { useSyncExternalStore } from 'react';

/** Milliseconds between updates. Relative times are shown in minutes, so two updates per minute are enough. */
const TICK_MS = 30_000;

let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

function tick(): void {
  now = Date.now();
  for (const listener of listeners) listener();
}

function watch(listener: () => void): () => void {
  if (listeners.size === 0) {
    now = Date.now();
    timer = setInterval(tick, TICK_MS);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) clearInterval(timer);
  };
}

/**
 * Returns the current time in epoch milliseconds. It is updated every 30 seconds, by one timer that all components
 * share.
 */
export function useNow(): number {
  return useSyncExternalStore(watch, () => now);
}
