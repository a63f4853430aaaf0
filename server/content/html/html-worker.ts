import { once } from 'node:events';
import path from 'node:path';
import { setInterval as every } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import PQueue from 'p-queue';
import type { Logger } from 'pino';
import { AppError } from '../../platform/app-error.ts';
import { runInBackground } from '../../platform/async/run-in-background.ts';
import { withTimeLimit } from '../../platform/async/time-limit.ts';
import type { TextFacts } from './html-changes.ts';
import type { HtmlSource } from './sanitise-html.ts';

/** The sanitized HTML, or whether the text itself or the thread is why there is none. */
export type CleanResult = { html: string; facts?: TextFacts } | { fault: 'text' | 'thread' };

/** The thread that sanitizes HTML, one text at a time. */
export interface HtmlWorker {
  /** Sanitizes a text when the ones before it are done. Never rejects. */
  clean(source: HtmlSource): Promise<CleanResult>;
  /** The same, after all other texts. The result has `facts`: what visitors do not get or get in another form, its pictures and links. */
  inspect(source: HtmlSource): Promise<CleanResult>;
  /** Starts the thread and keeps it for some minutes, because texts are expected soon. */
  warm(): void;
  /** Ends the thread. A text that is being sanitized fails. */
  close(): Promise<void>;
}

/** In milliseconds. */
interface HtmlWorkerLimits {
  /**
   * CPU time of the thread for a text, and for each of its characters: 55 s for 5 MB. Texts that take longer are
   * probably attacks on the parser. CPU time, because elapsed time only shows how busy the machine is.
   */
  text: number;
  perCharacter: number;
  /** A thread that has used no CPU time for this long is stuck, or the machine gives it none. It is replaced. */
  stuck: number;
  /** Time between checks of these limits. */
  check: number;
  /** The thread ends when there was no text for this long. */
  idle: number;
  /** Instead of `idle`, after `warm`. */
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
/** Milliseconds for starting a thread, and of CPU time for loading jsdom in it, which takes half a second. */
const START_LIMIT_MS = 30_000;
/** CPU time below which a thread has not worked. */
const NO_WORK_MS = 10;
/** A thread that fails to start, crashes or is stuck is replaced, and the text tried once more. */
const TRIES = 2;

const FILE = import.meta.env?.BUILT ? 'sanitise-worker.js' : 'sanitise-worker.ts';
const FIRST: HtmlSource = { html: '<p>Loads jsdom.</p>', mode: 'rendered', homes: [] };

/** Creates the worker. Its thread starts with the first text or with `warm`, because jsdom takes much memory. */
export function createHtmlWorker({
  log,
  limits: given,
  startThread = () =>
    new Worker(path.join(import.meta.dirname, FILE), {
      // Under `node --watch`, the thread would also send its imports, which are no results.
      env: { ...process.env, WATCH_REPORT_DEPENDENCIES: '' },
    }),
}: {
  log: Logger;
  /** For tests. */
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

  /** Returns the thread after it has loaded jsdom, so that the first text is not measured with that. */
  async function readyThread(): Promise<Worker> {
    clearTimeout(idleTimer);
    if (thread) return thread;
    try {
      if (isClosed) throw new Error('The server stops.');
      const started = startThread();
      thread = started;
      // Each text has its own listeners; this one keeps an error between texts from ending the server.
      started.on('error', () => {});
      started.once('exit', () => {
        if (thread === started) thread = null;
      });
      await once(started, 'online', { signal: AbortSignal.timeout(START_LIMIT_MS) });
      await ask(started, FIRST, START_LIMIT_MS);
      // An idle thread does not keep a command from ending.
      started.unref();
      return started;
    } catch (cause) {
      await end();
      throw new SanitiserError('start', 'The thread does not start.', { cause });
    }
  }

  /** Ends the thread after a while without texts. */
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
      // It is still at work, or in an unknown state.
      if (kindOf(error) !== 'text') await end(asked);
      throw error;
    } finally {
      done.abort();
    }
  }

  /** Rejects when the thread has used too much CPU time for its text, or none for a while. */
  async function untilOverLimit(asked: Worker, most: number, signal: AbortSignal): Promise<never> {
    const before = await asked.cpuUsage();
    let workedAt = performance.now();
    let worked = 0;
    for await (const _ of every(limits.check, null, { signal })) {
      // A thread that cannot be interrupted does not answer this either.
      const usage = await withTimeLimit(asked.cpuUsage(before), limits.check);
      const used = usage === 'late' ? worked : (usage.user + usage.system) / 1_000;
      if (used > most)
        throw new SanitiserError('too-slow', `The text took more than ${Math.round(most)} ms of CPU time.`);
      if (used - worked > NO_WORK_MS) [worked, workedAt] = [used, performance.now()];
      if (performance.now() - workedAt > limits.stuck)
        throw new SanitiserError('stuck', 'The thread does not work.');
    }
    throw new Error('The thread is no longer watched.');
  }

  async function cleanOne(source: HtmlSource & { inspect?: true }): Promise<CleanResult> {
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
          // A text that has ended two threads would end others, too.
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
      // If this fails, the next text starts a thread.
      runInBackground(log, 'sanitiser-not-warm', () => queue.add(() => readyThread().finally(endLater)));
    },
    async close() {
      isClosed = true;
      clearTimeout(idleTimer);
      await end();
    },
  };
}

/** `text`: the text cannot be sanitized; another attempt would fail as well. `start`, `stuck`: the thread failed. */
class SanitiserError extends AppError<'text' | 'too-slow' | 'start' | 'stuck'> {
  override name = 'SanitiserError';
}

const kindOf = (error: unknown) => (error instanceof SanitiserError ? error.kind : null);
