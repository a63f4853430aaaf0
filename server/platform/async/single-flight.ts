import PQueue from 'p-queue';

/** A function whose concurrent callers share one run of a task. */
export interface SingleFlight<Args extends readonly unknown[], Result> {
  (...args: Args): Promise<Result>;
  /** Resolves when all runs that have been requested so far have ended. Never rejects. */
  settled(): Promise<void>;
}

/**
 * Creates a function that shares one run of a task among concurrent calls with the same key. Neither the result nor an
 * error is kept: the first call after the run has ended starts a new one.
 */
export function singleFlight<Args extends readonly unknown[], Result>(
  task: (...args: Args) => Promise<Result>,
  keyOf: (...args: Args) => string = () => '',
): SingleFlight<Args, Result> {
  const running = new Map<string, Promise<Result>>();
  const share = (...args: Args) => {
    const key = keyOf(...args);
    const known = running.get(key);
    if (known) return known;
    // An async function turns what the task throws into a rejection.
    const started = (async () => task(...args))().finally(() => running.delete(key));
    running.set(key, started);
    return started;
  };
  return Object.assign(share, {
    settled: async () => {
      await Promise.allSettled(running.values());
    },
  });
}

/**
 * Creates a function that runs a task whose result must not be older than the call. A call during a run waits for the
 * next run, because the current one may have read its data before the call. All waiting calls share the next run.
 */
export function freshSingleFlight<Result>(task: () => Promise<Result>): SingleFlight<[], Result> {
  const queue = new PQueue({ concurrency: 1 });
  let next: Promise<Result> | null = null;
  const share = () => {
    if (next) return next;
    const isFree = queue.pending === 0;
    const run = queue.add(() => {
      next = null;
      return task();
    });
    if (!isFree) next = run;
    return run;
  };
  return Object.assign(share, { settled: () => queue.onIdle() });
}

/**
 * Creates a function that loads something on the first call and keeps it. A failure is not kept: the next call loads
 * again.
 */
export function loadOnce<Result>(load: () => Promise<Result>): () => Promise<Result> {
  let loaded: { value: Result } | null = null;
  const loading = singleFlight(async () => {
    const value = await load();
    loaded = { value };
    return value;
  });
  return async () => (loaded ? loaded.value : loading());
}
