/**
 * Lets at most `most` tasks run at a time; up to `waiting` others queue, in order. Past that `refuse` makes the
 * error at once: a flood must not pile up behind a slow WordPress.
 */
export function limitParallel(
  most: number,
  waiting: number,
  refuse: () => Error,
): <T>(task: () => Promise<T>) => Promise<T> {
  let running = 0;
  const queue: (() => void)[] = [];
  return async (task) => {
    if (running >= most) {
      if (queue.length >= waiting) throw refuse();
      // Whoever ends passes its place on, so `running` stays as it is.
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
