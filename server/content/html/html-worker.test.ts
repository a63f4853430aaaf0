import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import { createHtmlWorker, type HtmlWorker } from './html-worker.ts';
import type { HtmlSource } from './sanitise-html.ts';

const source = (html: string): HtmlSource => ({ html, mode: 'rendered', homes: [] });
const SHORT = source('x'.repeat(93));

const opened: HtmlWorker[] = [];
afterEach(async () => {
  for (const worker of opened.splice(0)) await worker.close();
});

/**
 * Opens a worker whose threads answer with these scripts, the last one for all further threads. A script gets the text
 * as `html` and its number as `count`; the first text of each thread is the worker's own.
 */
function open(scripts: readonly string[], limits: Parameters<typeof createHtmlWorker>[0]['limits'] = {}) {
  const events: string[] = [];
  let threads = 0;
  const worker = createHtmlWorker({
    log: pino({ level: 'info' }, { write: (line: string) => void events.push(JSON.parse(line).event) }),
    limits: { check: 20, ...limits },
    startThread: () => {
      const script = scripts[Math.min(threads, scripts.length - 1)] ?? '';
      threads += 1;
      if (script === 'throw') throw new Error('Too many open files.');
      return new Worker(
        `let count = 0;
         const { parentPort } = require('node:worker_threads');
         const sleep = (time) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, time);
         parentPort.on('message', ({ html }) => {
           count += 1;
           ${script}
           parentPort.postMessage({ html: 'clean' });
         });`,
        { eval: true },
      );
    },
  });
  opened.push(worker);
  return { worker, events, threads: () => threads };
}

const CLEAN = { html: 'clean' };

test('a thread that cannot be started is tried again, and nothing of the failure is kept', async () => {
  const { worker, events } = open(['throw', '']);
  expect(await worker.clean(SHORT)).toEqual(CLEAN);
  expect(events).toEqual(['sanitiser-failed']);
  const broken = open(['throw', 'throw', '']);
  expect(await broken.worker.clean(SHORT)).toEqual({ fault: 'thread' });
  expect(await broken.worker.clean(SHORT)).toEqual(CLEAN);
});

test('waiting is not work: a slow start, a busy machine and the texts before it do not count', async () => {
  const { worker, events } = open(['sleep(200);'], { text: 100 });
  expect(await Promise.all([1, 2, 3].map(() => worker.clean(SHORT)))).toEqual([CLEAN, CLEAN, CLEAN]);
  expect(events).toEqual([]);
});

test('a text that takes too much CPU time fails, and the next one gets a new thread', async () => {
  const { worker, events, threads } = open(["if (html === 'slow') for (;;) {}"], { text: 100 });
  const both = [worker.clean(source('slow')), worker.clean(SHORT)];
  expect(await Promise.all(both)).toEqual([{ fault: 'text' }, CLEAN]);
  expect(events).toEqual(['sanitiser-too-slow']);
  expect(threads()).toBe(2);
});

test('a stuck thread and a crashed one are replaced, and the text is not lost', async () => {
  // On a busy machine, a thread that is not stuck may wait some hundred milliseconds for its turn.
  const stuck = open(['if (count > 1) sleep();', ''], { stuck: 4_000 });
  expect(await stuck.worker.clean(SHORT)).toEqual(CLEAN);
  expect(stuck.events).toEqual(['sanitiser-failed']);
  const crashed = open(["if (count > 1) throw new Error('broken');", '']);
  expect(await crashed.worker.clean(SHORT)).toEqual(CLEAN);
});

test('a text that crashes two threads fails, and is not tried for ever', async () => {
  const { worker, threads } = open(["if (html === 'deadly') process.exit(1);"]);
  expect(await worker.clean(source('deadly'))).toEqual({ fault: 'text' });
  expect(threads()).toBe(2);
  expect(await worker.clean(SHORT)).toEqual(CLEAN);
});

// The time limit is below the limit for starting a thread, which a closed thread must not use up.
test('a thread that is closed while it starts ends, and its text fails', { timeout: 20_000 }, async () => {
  const { worker, threads } = open(['']);
  const cleaned = worker.clean(SHORT);
  await setImmediate();
  expect(threads()).toBe(1);
  await worker.close();
  expect(await cleaned).toEqual({ fault: 'thread' });
  expect(threads()).toBe(1);
});

test('a warm thread takes the next text, an idle one ends', async () => {
  const warm = open([''], { idle: 0 });
  warm.worker.warm();
  await expect.poll(warm.threads).toBe(1);
  expect(await warm.worker.clean(SHORT)).toEqual(CLEAN);
  expect(await warm.worker.clean(SHORT)).toEqual(CLEAN);
  expect(warm.threads()).toBe(1);
  const idle = open([''], { idle: 0 });
  await expect
    .poll(async () => {
      await idle.worker.clean(SHORT);
      return idle.threads();
    })
    .toBeGreaterThan(1);
});
