import { parentPort } from 'node:worker_threads';
import { cleanHtml, type HtmlSource } from './sanitise-html.ts';

/** Sanitizes one source per message. Answers with the HTML, or with an error. */
parentPort?.on('message', (source: HtmlSource) => {
  try {
    parentPort?.postMessage({ html: cleanHtml(source) });
  } catch (error) {
    parentPort?.postMessage({ error: String(error) });
  }
});
