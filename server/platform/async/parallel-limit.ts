import PQueue from 'p-queue';

/** For callers that must recognize the refusal of a task. */
export class TooBusyError extends Error {
  override name = 'TooBusyError';
}

/**
 * Creates a function that runs at most `most` tasks at the same time. Up to `waiting` others are queued in order. Any
 * further task fails immediately with the error from `refuse`, so that a flood of requests cannot pile up while tasks
 * are slow.
 */
export function createParallelLimit(
  most: number,
  waiting: number,
  refuse: () => Error,
): <T>(task: () => Promise<T>) => Promise<T> {
  const queue = new PQueue({ concurrency: most });
  return async (task) => {
    if (queue.pending >= most && queue.size >= waiting) throw refuse();
    return queue.add(task);
  };
}
