import PQueue from 'p-queue';
import { AppError } from '../app-error.ts';

/** Whether an error says that a task was refused because too many others were waiting. */
export function isTooBusyError(error: unknown): boolean {
  return error instanceof AppError && error.kind === 'too-busy';
}

/**
 * Creates a function that runs at most `most` tasks at the same time. Up to `waiting` others are queued in order. Any
 * further task fails immediately with the error from `refuse`, by default one that `isTooBusyError` recognizes, so that
 * a flood of requests cannot pile up while tasks are slow.
 */
export function createParallelLimit(
  most: number,
  waiting: number,
  refuse: () => Error = () => new AppError('too-busy', 'Too many tasks are waiting.'),
): <T>(task: () => Promise<T>) => Promise<T> {
  const queue = new PQueue({ concurrency: most });
  return async (task) => {
    if (queue.pending >= most && queue.size >= waiting) throw refuse();
    return queue.add(task);
  };
}
