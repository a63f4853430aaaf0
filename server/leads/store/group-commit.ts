import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '../../platform/app-error.ts';
import { classifyStoreError } from '../../database/engines/database-error.ts';

/** Maximum number of jobs per transaction. */
const MAX_BATCH_JOBS = 256;
/** Maximum number of waiting jobs. Further jobs are refused immediately. */
const MAX_QUEUED_JOBS = 5000;
/** Maximum milliseconds for collecting a batch. */
const GATHER_MS = 5;
/** Maximum attempts for a job that conflicts with another server, and the base delay between them in milliseconds. */
const MAX_ATTEMPTS = 6;
const RETRY_WAIT_MS = 15;

interface Waiting<Job, Result> {
  job: Job;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/** Runs jobs that arrive at about the same time in one transaction. */
export interface GroupCommit<Job, Result> {
  /**
   * Resolves once the job is on disk. Rejects with the error that kept the job from being stored, or with an
   * `AppError` (`queue-full`) if too many jobs are waiting.
   */
  do(job: Job): Promise<Result>;
}

/**
 * Creates a group commit. `run` must store a batch atomically and return one result per job, in order. If a batch fails
 * although the database is reachable, its jobs run one by one, so a bad job does not fail the others. `parallel` limits
 * concurrent batches; use 1 if the database allows only one writer.
 */
export function createGroupCommit<Job, Result>(
  run: (jobs: readonly Job[]) => Promise<readonly Result[]>,
  { parallel }: { parallel: number },
): GroupCommit<Job, Result> {
  const queue: Waiting<Job, Result>[] = [];
  let running = 0;
  let scheduled = false;

  function schedule(): void {
    if (scheduled || running >= parallel || queue.length === 0) return;
    scheduled = true;
    gather(performance.now());
  }

  /** Waits while new jobs keep arriving, because a commit costs about the same for one job as for many. */
  function gather(since: number): void {
    const before = queue.length;
    setImmediate(() => {
      const isGrowing = queue.length > before && queue.length < MAX_BATCH_JOBS;
      if (isGrowing && performance.now() - since < GATHER_MS) {
        gather(since);
        return;
      }
      scheduled = false;
      running += 1;
      const batchDone = () => {
        running -= 1;
        schedule();
      };
      flush(queue.splice(0, MAX_BATCH_JOBS)).then(batchDone, batchDone);
      schedule();
    });
  }

  async function flush(batch: readonly Waiting<Job, Result>[]): Promise<void> {
    try {
      const results = await run(batch.map(({ job }) => job));
      batch.forEach(({ resolve, reject }, at) => {
        const result = results[at];
        if (result === undefined) reject(new Error('A job of a batch has no result.'));
        else resolve(result);
      });
    } catch (error) {
      if (classifyStoreError(error) === 'unreachable') {
        for (const { reject } of batch) reject(error);
        return;
      }
      for (const waiting of batch) await runAlone(waiting);
    }
  }

  async function runAlone({ job, resolve, reject }: Waiting<Job, Result>): Promise<void> {
    for (let tried = 1; ; tried += 1) {
      try {
        const [result] = await run([job]);
        if (result === undefined) throw new Error('A job has no result.');
        resolve(result);
        return;
      } catch (error) {
        if (tried >= MAX_ATTEMPTS || classifyStoreError(error) !== 'again') {
          reject(error);
          return;
        }
        // A random delay, so that servers whose jobs conflicted do not retry at the same time.
        await delay(RETRY_WAIT_MS * tried * (0.5 + Math.random()));
      }
    }
  }

  return {
    do(job) {
      if (queue.length >= MAX_QUEUED_JOBS) {
        return Promise.reject(new AppError('queue-full', 'Too many leads wait to be stored.'));
      }
      return new Promise((resolve, reject) => {
        queue.push({ job, resolve, reject });
        schedule();
      });
    },
  };
}
