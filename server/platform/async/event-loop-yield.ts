import { setImmediate as nextTurn } from 'node:timers/promises';

/** Milliseconds of uninterrupted work after which the event loop gets a turn. */
const MAX_WORK_MS = 10;

/**
 * Creates a function to await between the pieces of a long task. Every 10 ms it yields to the event loop; otherwise it
 * returns undefined immediately.
 */
export function createEventLoopYield(): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    if (performance.now() - since < MAX_WORK_MS) return undefined;
    return nextTurn().then(() => {
      since = performance.now();
    });
  };
}
