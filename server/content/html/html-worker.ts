import { once } from 'node:events';
import path from 'node:path';
import { setInterval as every } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import PQueue from 'p-queue';
import type { Logger } from 'pino';
import { AppError } from '../../platform/app-error.ts';
import { runInBackground } from '../../platform/async/run-in-background.ts';
import { withTimeout } from '../../platform/async/timeout.ts';
import type { TextFacts } from './html-changes.ts';
import type { HtmlSource } from './sanitise-html.ts';

/** The result of sanitizing: the HTML, or whether the text itself or the worker thread caused the failure. */
export type SanitiseResult = { html: string; facts?: TextFacts } | { fault: 'text' | 'thread' };

/** Sanitizes HTML in a worker thread, one text at a time. */
export interface HtmlWorker {
  /** Sanitizes a text after those for which `clean` was called before. Never rejects. */
  clean(source: HtmlSource): Promise<SanitiseResult>;
  /** Like `clean`, but only while no text of `clean` is waiting. The result also has `facts`. Never rejects. */
  inspect(source: HtmlSource): Promise<SanitiseResult>;
  /** Starts the thread and keeps it running for five minutes, because texts are expected soon. */
  warm(): void;
  /** Ends the thread. Texts that are being sanitized or still queued fail. */
  close(): Promise<void>;
}

/** Limits and intervals, all in milliseconds. */
interface HtmlWorkerLimits {
  /**
   * The CPU time allowed per text (`text`) plus the CPU time per character (`perCharacter`): 55 s for 5 MB. A text
   * that takes longer is probably an attack on the parser. Elapsed time would only show how busy the machine is.
   */
  text: number;
  perCharacter: number;
  /**
   * A thread that has used no CPU time for this long is replaced: it is stuck, or the machine gives it no CPU time.
   */
  stuck: number;
  /** The interval at which the CPU time is checked. */
  check: number;
  /** The thread ends after this long without a text. */
  idle: number;
  /** The thread also runs for at least this long after a call of `warm`. */
  warm: number;
}

const LIMITS: HtmlWorkerLimits = {
  text: 5_000,
  perCharacter: 0.01,
  stuck: 10_000,
  check: 250,
  idle: 20_000,
  warm: 5 * 60_000,
};
/**
 * Maximum milliseconds for starting a thread, and maximum CPU milliseconds for loading jsdom in it. Loading normally
 * takes half a second.
 */
const START_LIMIT_MS = 30_000;
/** A thread that used less CPU time than this between two checks counts as not working. */
const NO_WORK_MS = 10;
/** Attempts per text. A thread that fails to start, crashes or is stuck is replaced for the second attempt. */
const TRIES = 2;

const FILE = import.meta.env?.BUILT ? 'sanitise-worker.js' : 'sanitise-worker.ts';
const FIRST: HtmlSource = { html: '<p>Loads jsdom.</p>', mode: 'rendered', homes: [] };

/** Creates the worker. Its thread starts only with the first text or with `warm`, because jsdom uses much memory. */
export function createHtmlWorker({
  log,
  limits: given,
  startThread = () =>
    new Worker(path.join(import.meta.dirname, FILE), {
      // Under `node --watch`, the thread would also send messages about its imports, which would be taken for
      // results.
      env: { ...process.env, WATCH_REPORT_DEPENDENCIES: '' },
    }),
}: {
  log: Logger;
  /** Other limits, for tests. */
  limits?: Partial<HtmlWorkerLimits>;
  startThread?: () => Worker;
}): HtmlWorker {
  const limits = { ...LIMITS, ...given };
  const queue = new PQueue({ concurrency: 1 });
  let thread: Worker | null = null;
  let warmUntil = 0;
  let isClosed = false;
  let idleTimer: NodeJS.Timeout | undefined;

  async function end(ending = thread): Promise<void> {
    if (thread === ending) thread = null;
    await ending?.terminate();
  }

  /**
   * Returns the running thread, or starts one. Waits until it has loaded jsdom, so that the loading time does not count
   * against the first text. Throws a `SanitiserError` if the thread does not start.
   */
  async function readyThread(): Promise<Worker> {
    clearTimeout(idleTimer);
    if (thread) return thread;
    try {
      if (isClosed) throw new Error('The server stops.');
      const started = startThread();
      thread = started;
      // Each text has its own listeners. This one handles errors between texts, which would otherwise end the server.
      started.on('error', () => {});
      started.once('exit', () => {
        if (thread === started) thread = null;
      });
      await untilOnline(started);
      await ask(started, FIRST, START_LIMIT_MS);
      // An idle thread does not keep a command from ending.
      started.unref();
      return started;
    } catch (cause) {
      await end();
      throw new SanitiserError('start', 'The thread does not start.', { cause });
    }
  }

  /** Ends the thread after `limits.idle` milliseconds without texts, or later after a call of `warm`. */
  function endLater(): void {
    clearTimeout(idleTimer);
    const wait = Math.max(limits.idle, warmUntil - performance.now());
    idleTimer = setTimeout(() => runInBackground(log, 'sanitiser-not-ended', end), wait).unref();
  }

  async function ask(
    asked: Worker,
    source: HtmlSource & { inspect?: true },
    most: number,
  ): Promise<{ html: string; facts?: TextFacts }> {
    const done = new AbortController();
    const { signal } = done;
    try {
      const answered = once(asked, 'message', { signal });
      const ended = once(asked, 'exit', { signal });
      const limit = untilOverLimit(asked, most, signal);
      asked.postMessage(source);
      const first = await Promise.race([answered, ended.then(() => 'ended' as const), limit]);
      if (first === 'ended') throw new Error('The thread has ended.');
      const [answer]: { html?: string; facts?: TextFacts; error?: string }[] = first;
      if (answer?.html === undefined)
        throw new SanitiserError('text', answer?.error ?? 'The thread gave no answer.');
      return { html: answer.html, ...(answer.facts ? { facts: answer.facts } : {}) };
    } catch (error) {
      // The thread is still working, or in an unknown state.
      if (kindOf(error) !== 'text') await end(asked);
      throw error;
    } finally {
      done.abort();
    }
  }

  /** Rejects if the thread uses more than `most` milliseconds of CPU time, or none for `limits.stuck` milliseconds. */
  async function untilOverLimit(asked: Worker, most: number, signal: AbortSignal): Promise<never> {
    const before = await asked.cpuUsage();
    let workedAt = performance.now();
    let checkedAt = workedAt;
    let worked = 0;
    for await (const _ of every(limits.check, null, { signal })) {
      // The whole process may have stood still, such as on a laptop that slept.
      if (performance.now() - checkedAt > limits.stuck / 2) workedAt = performance.now();
      checkedAt = performance.now();
      // A blocked thread does not answer `cpuUsage`.
      const usage = await withTimeout(asked.cpuUsage(before), limits.check);
      const used = usage === 'late' ? worked : (usage.user + usage.system) / 1_000;
      if (used > most)
        throw new SanitiserError('too-slow', `The text took more than ${Math.round(most)} ms of CPU time.`);
      if (used - worked > NO_WORK_MS) [worked, workedAt] = [used, performance.now()];
      if (performance.now() - workedAt > limits.stuck)
        throw new SanitiserError('stuck', 'The thread does not work.');
    }
    throw new Error('The thread is no longer watched.');
  }

  async function cleanOne(source: HtmlSource & { inspect?: true }): Promise<SanitiseResult> {
    const most = limits.text + source.html.length * limits.perCharacter;
    try {
      for (let tried = 1; ; tried += 1) {
        try {
          return await ask(await readyThread(), source, most);
        } catch (error) {
          const characters = source.html.length;
          const kind = kindOf(error);
          if (kind === 'too-slow') log.error({ event: 'sanitiser-too-slow', characters, err: error });
          else log.error({ event: 'sanitiser-failed', characters, err: error });
          if (kind === 'text' || kind === 'too-slow') return { fault: 'text' };
          if (tried < TRIES && !isClosed) continue;
          // If the thread has crashed for the second time, the text is probably the cause.
          return {
            fault: isClosed || kind === 'start' || kind === 'stuck' ? 'thread' : 'text',
          };
        }
      }
    } finally {
      endLater();
    }
  }

  return {
    clean: (source) => queue.add(() => cleanOne(source)),
    inspect: (source) => queue.add(() => cleanOne({ ...source, inspect: true }), { priority: -1 }),
    warm() {
      warmUntil = performance.now() + limits.warm;
      // If the start fails, the next text starts a thread.
      runInBackground(log, 'sanitiser-not-warm', () => queue.add(() => readyThread().finally(endLater)));
    },
    async close() {
      isClosed = true;
      clearTimeout(idleTimer);
      await end();
    },
  };
}

/** Resolves when a thread runs. Rejects if it ends before that, or takes longer than `START_LIMIT_MS`. */
async function untilOnline(started: Worker): Promise<void> {
  const done = new AbortController();
  const signal = AbortSignal.any([done.signal, AbortSignal.timeout(START_LIMIT_MS)]);
  try {
    const ended = once(started, 'exit', { signal }).then(() => 'ended' as const);
    // A thread that is terminated while it starts never goes online.
    const first = await Promise.race([once(started, 'online', { signal }), ended]);
    if (first === 'ended') throw new Error('The thread has ended.');
  } finally {
    done.abort();
  }
}

/**
 * `text` and `too-slow`: the text cannot be sanitized, and another attempt would fail as well. `start` and `stuck`:
 * the thread failed.
 */
class SanitiserError extends AppError<'text' | 'too-slow' | 'start' | 'stuck'> {
  override name = 'SanitiserError';
}

const kindOf = (error: unknown) => (error instanceof SanitiserError ? error.kind : null);
