import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createSanitiser, htmlKey, type HtmlSource, type HtmlStore } from './sanitiser.ts';

const log = pino({ level: 'silent' });
const source: HtmlSource = { html: '<p onclick="x()">Text</p>', mode: 'rendered', homes: [] };
const key = htmlKey(source);
const sources = new Map([[key, source]]);

/** Creates a store that counts its writes. */
function htmlStore() {
  const kept = new Map<string, string>();
  const writes: string[] = [];
  const store: HtmlStore = {
    read: async (keys) =>
      new Map(
        keys.flatMap((each) => [[each, kept.get(each) ?? '']] as const).filter(([, html]) => html !== ''),
      ),
    async write(cleaned) {
      for (const [each, html] of cleaned) {
        kept.set(each, html);
        writes.push(each);
      }
    },
  };
  return { store, writes };
}

test('a source is sanitized once, and known HTML needs no worker after a restart', async () => {
  const { store, writes } = htmlStore();
  const first = createSanitiser({ log, memory: store });
  const all = await Promise.all([first.clean(sources), first.clean(sources)]);
  expect(all.map((cleaned) => cleaned.get(key))).toEqual(['<p>Text</p>', '<p>Text</p>']);
  await first.close();
  // A worker would fail at once.
  const again = createSanitiser({ log, memory: store, patience: -1e6 });
  expect((await again.clean(sources)).get(key)).toBe('<p>Text</p>');
  expect(again.isFailing()).toBe(false);
  expect(new Set(writes)).toEqual(new Set([key]));
  await again.close();
});

test('a failure is not remembered: after a while, the source is sanitized again', async () => {
  const { store, writes } = htmlStore();
  const sanitiser = createSanitiser({ log, memory: store, retry: 1 });
  const failing = sanitiser.clean(sources);
  // Ends the worker.
  const ending = setInterval(() => void sanitiser.close(), 1);
  expect((await failing).get(key)).toBe('');
  clearInterval(ending);
  expect(writes).toEqual([]);
  await expect.poll(() => sanitiser.known(key)).toBeUndefined();
  expect(sanitiser.isFailing()).toBe(false);
  expect((await sanitiser.clean(sources)).get(key)).toBe('<p>Text</p>');
  await sanitiser.close();
});
