import { setTimeout as delay } from 'node:timers/promises';
import { storeFault } from './store-fault.ts';

/** The store cannot keep a lead now. Nothing of it was stored. */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable';
}

/** So many jobs share a transaction at most. */
const BATCH_SIZE = 256;
/** So many jobs may wait; beyond that it is kinder to say so. */
const QUEUE_SIZE = 5000;
/** Milliseconds that a batch gathers at most. */
const GATHER = 5;
/** Tries of one job against servers that write at the same time; the wait before the next, in milliseconds. */
const TRIES = 6;
const WAIT = 15;

interface Waiting<Job, Result> {
  job: Job;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/**
 * Jobs that arrive together run together: `run` does a batch in one transaction, all or nothing. Where a batch fails,
 * each of its jobs is tried alone, so that no job spoils another's.
 */
export class GroupCommit<Job, Result> {
  readonly #run: (jobs: readonly Job[]) => Promise<readonly Result[]>;
  readonly #parallel: number;
  readonly #queue: Waiting<Job, Result>[] = [];
  #running = 0;
  #scheduled = false;

  /** `parallel`: batches at a time; one where the database has a single writer. */
  constructor(run: (jobs: readonly Job[]) => Promise<readonly Result[]>, { parallel }: { parallel: number }) {
    this.#run = run;
    this.#parallel = parallel;
  }

  /** Resolves once the job is durably done. Rejects with what was wrong with it. */
  do(job: Job): Promise<Result> {
    if (this.#queue.length >= QUEUE_SIZE) {
      return Promise.reject(new StoreUnavailable('Too many leads wait to be stored.'));
    }
    return new Promise((resolve, reject) => {
      this.#queue.push({ job, resolve, reject });
      this.#schedule();
    });
  }

  #schedule(): void {
    if (this.#scheduled || this.#running >= this.#parallel || this.#queue.length === 0) return;
    this.#scheduled = true;
    this.#gather(performance.now());
  }

  /** Waits while each look at the network brings more: a commit costs about the same for one as for many. */
  #gather(since: number): void {
    const seen = this.#queue.length;
    setImmediate(() => {
      const brings = this.#queue.length > seen && this.#queue.length < BATCH_SIZE;
      if (brings && performance.now() - since < GATHER) {
        this.#gather(since);
        return;
      }
      this.#scheduled = false;
      this.#running += 1;
      void this.#flush(this.#queue.splice(0, BATCH_SIZE)).finally(() => {
        this.#running -= 1;
        this.#schedule();
      });
      this.#schedule();
    });
  }

  async #flush(batch: readonly Waiting<Job, Result>[]): Promise<void> {
    try {
      const results = await this.#run(batch.map(({ job }) => job));
      batch.forEach(({ resolve, reject }, at) => {
        const result = results[at];
        if (result === undefined) reject(new Error('A job of a batch has no result.'));
        else resolve(result);
      });
    } catch (error) {
      if (storeFault(error) === 'unreachable') {
        for (const { reject } of batch) reject(error);
        return;
      }
      for (const waiting of batch) await this.#alone(waiting);
    }
  }

  async #alone({ job, resolve, reject }: Waiting<Job, Result>): Promise<void> {
    for (let tried = 1; ; tried += 1) {
      try {
        const [result] = await this.#run([job]);
        if (result === undefined) throw new Error('A job has no result.');
        resolve(result);
        return;
      } catch (error) {
        if (tried >= TRIES || storeFault(error) !== 'again') {
          reject(error);
          return;
        }
        // Two that collided do not try again at the same moment.
        await delay(WAIT * tried * (0.5 + Math.random()));
      }
    }
  }
}
