import { parentPort } from 'node:worker_threads';
import { cleanHtml } from './sanitise-html.ts';
import type { HtmlSource } from './sanitiser.ts';

/** Sanitizes one source per message. The response repeats the number of its request. */
parentPort?.on('message', ({ number, source }: { number: number; source: HtmlSource }) => {
  parentPort?.postMessage({ number, html: cleanHtml(source) });
});
