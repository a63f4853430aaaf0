/**
 * The clock of a site while it is filled. It runs like any clock, and is moved forward from one event to the next, so
 * the server's own code stores each lead, delivery and note with the time at which it would have happened.
 */
export interface DemoClock {
  /** Returns epoch milliseconds. */
  now: () => number;
  /** Moves the clock forward. It never goes back. */
  moveTo(at: number): void;
  /** From now on, the clock shows the real time. */
  release(): void;
}

/** Creates a clock that starts at this time (epoch milliseconds). */
export function createDemoClock(start: number): DemoClock {
  let base = start;
  let setAt = performance.now();
  let isReal = false;
  const now = () => (isReal ? Date.now() : Math.floor(base + performance.now() - setAt));
  return {
    now,
    moveTo(at) {
      base = Math.max(at, now());
      setAt = performance.now();
    },
    release() {
      isReal = true;
    },
  };
}
