/**
 * Sanitizes HTML in this thread, so that all applications of a test run share one jsdom. Each application would load it
 * in a thread of its own, which takes half a second. Tests of the built server show the real thread.
 */
import { EventEmitter } from 'node:events';
import { syncBuiltinESMExports } from 'node:module';
import threads from 'node:worker_threads';
import type { HtmlSource } from '../../server/content/html/sanitiser.ts';

class SanitiserHere extends EventEmitter {
  async postMessage({ number, source }: { number: number; source: HtmlSource }): Promise<void> {
    const { cleanHtml } = await import('../../server/content/html/sanitise-html.ts');
    this.emit('message', { number, html: cleanHtml(source) });
  }

  unref(): void {}

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
