import { pino } from 'pino';
import { expect, test, vi } from 'vitest';
import { createHtmlWorker, type HtmlWorker } from './html-worker.ts';
import type { HtmlSource } from './sanitise-html.ts';
import { createSanitiser, htmlKey, withSanitisedHtml, type SanitisedHtmlStore } from './sanitiser.ts';

const log = pino({ level: 'silent' });
const source: HtmlSource = { html: '<p onclick="x()">Text</p>', mode: 'rendered', homes: [] };
const key = htmlKey(source);
const sources = new Map([[key, source]]);

test('a text has the same key for every site unless the site’s URLs can change it', () => {
  const homes = ['https://cms.example.com', 'https://www.example.com'];
  const isShared = (html: string, own: readonly string[] = homes) =>
    htmlKey({ html, mode: 'rendered', homes: own }) === htmlKey({ html, mode: 'rendered', homes: [] });
  for (const html of ['Words', '<a href="/buy">Buy</a>', '<a href="https://epa.gov/radon">EPA</a>'])
    expect([html, isShared(html)]).toEqual([html, true]);
  for (const html of [
    '<a href="https://cms.example.com/about/">About</a>',
    '<a href="HTTPS://WWW.Example.com/about/">About</a>',
    '<img src="/wp-content/uploads/a.jpg">',
    '<a href="https://cms&#46;example.com/">Home</a>',
  ])
    expect([html, isShared(html)]).toEqual([html, false]);
  expect(isShared('<a href="https://bücher.example/">Home</a>', ['https://bücher.example'])).toBe(false);
});

/** Creates a store that counts its writes. */
function htmlStore() {
  const kept = new Map<string, string>();
  const writes: string[] = [];
  const store: SanitisedHtmlStore = {
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

/** A worker whose texts are done when the test says so. */
function heldWorker() {
  const asked: { source: HtmlSource; done: (result: Awaited<ReturnType<HtmlWorker['clean']>>) => void }[] =
    [];
  const worker: Pick<HtmlWorker, 'clean'> = {
    clean: (given) => new Promise((done) => asked.push({ source: given, done })),
  };
  return { worker, asked };
}

const LONG = 1e6;
const CLEAN = '<p>Text</p>';

test('a source is sanitized once, and known HTML needs no worker after a restart', async () => {
  const { store, writes } = htmlStore();
  const worker = createHtmlWorker({ log });
  const first = createSanitiser({ log, worker, memory: store });
  const all = await Promise.all([first.clean(sources, LONG), first.clean(sources, LONG)]);
  expect(all.map((cleaned) => cleaned.get(key))).toEqual([CLEAN, CLEAN]);
  await worker.close();
  const { worker: unused, asked } = heldWorker();
  const again = createSanitiser({ log, worker: unused, memory: store });
  expect((await again.clean(sources, LONG)).get(key)).toBe(CLEAN);
  expect(asked).toEqual([]);
  expect(new Set(writes)).toEqual(new Set([key]));
});

test('a failure is not remembered: after a while, the source may be sanitized again', async () => {
  const { store, writes } = htmlStore();
  const { worker, asked } = heldWorker();
  const onChange = vi.fn();
  const retry = { text: LONG, thread: 1 };
  const sanitiser = createSanitiser({ log, worker, memory: store, onChange, retry });
  const failing = sanitiser.clean(sources, LONG);
  await expect.poll(() => asked).toHaveLength(1);
  asked[0]?.done({ fault: 'thread' });
  expect((await failing).get(key)).toBe('');
  expect(writes).toEqual([]);
  await expect.poll(() => sanitiser.known(key)).toBeUndefined();
  expect(sanitiser.missing(key)).toBeNull();
  expect(onChange).toHaveBeenCalledTimes(1);
  const whole = sanitiser.clean(sources, LONG);
  await expect.poll(() => asked).toHaveLength(2);
  asked[1]?.done({ html: CLEAN });
  expect((await whole).get(key)).toBe(CLEAN);
});

test('who waits long enough goes on without the text, and learns when it is ready', async () => {
  const { worker, asked } = heldWorker();
  const onChange = vi.fn();
  const sanitiser = createSanitiser({ log, worker, onChange });
  const resolve = () => withSanitisedHtml(sanitiser, (html) => html(source), 1);
  expect(await resolve()).toEqual({ result: '', missing: new Map([[key, 'pending']]) });
  expect(sanitiser.missing(key)).toBe('pending');
  // The text is still being sanitized, once.
  expect((await resolve()).missing.get(key)).toBe('pending');
  expect(asked).toHaveLength(1);
  expect(onChange).not.toHaveBeenCalled();
  asked[0]?.done({ html: CLEAN });
  await sanitiser.settled();
  expect(onChange).toHaveBeenCalledTimes(1);
  expect(sanitiser.missing(key)).toBeNull();
  expect(await resolve()).toEqual({ result: CLEAN, missing: new Map() });
});

test('a text that cannot be sanitized is empty, and named as failed', async () => {
  const { worker, asked } = heldWorker();
  const sanitiser = createSanitiser({ log, worker });
  const resolving = withSanitisedHtml(sanitiser, (html) => html(source), LONG);
  await expect.poll(() => asked).toHaveLength(1);
  asked[0]?.done({ fault: 'text' });
  expect(await resolving).toEqual({ result: '', missing: new Map([[key, 'failed']]) });
});

test('texts inside of texts: those that are too deep for one run are named, and follow in the next', async () => {
  const worker: Pick<HtmlWorker, 'clean'> = { clean: async ({ html }) => ({ html: `${html}+` }) };
  const sanitiser = createSanitiser({ log, worker });
  // Each text contains the next one, which is known only after the text was sanitized.
  const nested = (html: (given: HtmlSource) => string) => {
    let inner = 'a';
    for (let level = 1; level <= 6 && inner !== ''; level += 1) inner = html({ ...source, html: inner });
    return inner;
  };
  const first = await withSanitisedHtml(sanitiser, nested, LONG);
  expect([first.result, [...first.missing.values()]]).toEqual(['', ['pending']]);
  expect(await withSanitisedHtml(sanitiser, nested, LONG)).toEqual({ result: 'a++++++', missing: new Map() });
});
