import { parentPort } from 'node:worker_threads';
import { sanitiseSource, sanitiseWithFacts, type HtmlSource } from './sanitise-html.ts';

/**
 * Sanitizes one source per message. Posts a message with the HTML, with `facts` if `inspect` is set, or with an
 * error.
 */
parentPort?.on('message', ({ inspect = false, ...source }: HtmlSource & { inspect?: boolean }) => {
  try {
    parentPort?.postMessage(inspect ? sanitiseWithFacts(source) : { html: sanitiseSource(source) });
  } catch (error) {
    parentPort?.postMessage({ error: String(error) });
  }
});
