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
  let running = 0;
  const queue: (() => void)[] = [];
  return async (task) => {
    if (running >= most) {
      if (queue.length >= waiting) throw refuse();
      // A task that ends passes its slot to the next one, so `running` does not change.
      await new Promise<void>((resolve) => queue.push(resolve));
    } else {
      running += 1;
    }
    try {
      return await task();
    } finally {
      const next = queue.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
