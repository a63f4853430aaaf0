import { parentPort } from 'node:worker_threads';
import { cleanHtml, inspectHtml, type HtmlSource } from './sanitise-html.ts';

/**
 * Sanitizes one source per message. Answers with the HTML, and with what is known of it if that is asked for, or with an error.
 */
parentPort?.on('message', ({ inspect = false, ...source }: HtmlSource & { inspect?: boolean }) => {
  try {
    parentPort?.postMessage(inspect ? inspectHtml(source) : { html: cleanHtml(source) });
  } catch (error) {
    parentPort?.postMessage({ error: String(error) });
  }
});
