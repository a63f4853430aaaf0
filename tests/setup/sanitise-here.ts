/**
 * Sanitizes HTML in this thread, so that all applications of a test run share one jsdom. Each application would load it
 * in a thread of its own, which takes half a second. Tests of the built server show the real thread.
 *
 * jsdom is loaded here, before the first test. On a busy machine, loading it takes longer than a page waits for its texts
 * (HTML_WAIT_MS), so the first page of a worker would be resolved without them.
 */
import { EventEmitter } from 'node:events';
import { syncBuiltinESMExports } from 'node:module';
import threads from 'node:worker_threads';
import {
  sanitiseSource as cleanHtml,
  sanitiseWithFacts as inspectHtml,
  type HtmlSource,
} from '../../server/content/html/sanitise-html.ts';

let held: Promise<void> | null = null;

/** The texts for which an application would have started its thread. */
export const sanitised: HtmlSource[] = [];

/** Lets no text through until the returned function is called, as on a machine that has no time for the thread. */
export function holdSanitiser(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  held = promise;
  return () => {
    held = null;
    resolve();
  };
}

class SanitiserHere extends EventEmitter {
  constructor() {
    super();
    setImmediate(() => this.emit('online'));
  }

  async postMessage({ inspect = false, ...source }: HtmlSource & { inspect?: boolean }): Promise<void> {
    sanitised.push(source);
    await held;
    this.emit('message', inspect ? inspectHtml(source) : { html: cleanHtml(source) });
  }

  unref(): void {}

  async cpuUsage(before?: NodeJS.CpuUsage): Promise<NodeJS.CpuUsage> {
    return process.cpuUsage(before);
  }

  async terminate(): Promise<void> {}
}

const Worker = new Proxy(threads.Worker, {
  construct: (target, [file, ...rest]) =>
    String(file).endsWith('sanitise-worker.ts')
      ? new SanitiserHere()
      : Reflect.construct(target, [file, ...rest]),
});
Object.assign(threads, { Worker });
syncBuiltinESMExports();
