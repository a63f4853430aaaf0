import PQueue from 'p-queue';

/** Runs of a task that concurrent callers share. */
export interface SingleFlight<Args extends readonly unknown[], Result> {
  (...args: Args): Promise<Result>;
  /** Resolves when nothing is running. Never rejects. */
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
 * Creates a function that runs a task that reads something. A call during a run gets a run that starts after the call,
 * because the running one may have read too early. All calls that wait share that next run. Errors are not kept.
 */
export function freshFlight<Result>(task: () => Promise<Result>): SingleFlight<[], Result> {
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

/** Creates a function that loads something on the first call and keeps it. A failure is not kept: the next call loads again. */
export function loadOnce<Result>(load: () => Promise<Result>): () => Promise<Result> {
  let loaded: { value: Result } | null = null;
  const loading = singleFlight(async () => {
    const value = await load();
    loaded = { value };
    return value;
  });
  return async () => (loaded ? loaded.value : loading());
}
