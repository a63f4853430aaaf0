import { parentPort } from 'node:worker_threads';
import { cleanHtml, inspectHtml, type HtmlSource } from './sanitise-html.ts';

/**
 * Sanitizes one source per message. Posts a message with the HTML, with `facts` if `inspect` is set, or with an
 * error.
 */
parentPort?.on('message', ({ inspect = false, ...source }: HtmlSource & { inspect?: boolean }) => {
  try {
    parentPort?.postMessage(inspect ? inspectHtml(source) : { html: cleanHtml(source) });
  } catch (error) {
    parentPort?.postMessage({ error: String(error) });
  }
});
