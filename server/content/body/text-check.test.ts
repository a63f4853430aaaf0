import { pino } from 'pino';
import { expect, test, vi } from 'vitest';
import type { HtmlWorker } from '../html/html-worker.ts';
import { sanitiseWithFacts } from '../html/sanitise-html.ts';
import {
  testBlocks,
  testBuiltInContent,
  siteEntry,
  snapshotOf,
  wordPressEntry,
} from '../testing/test-content.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { siteTexts } from './site-texts.ts';
import { createTextCheck, checkAllTexts, type TextCheckInput } from './text-check.ts';
import { createTextFactsReader, type TextFactsStore } from './text-facts-reader.ts';

const log = pino({ level: 'silent' });
const inspect: HtmlWorker['inspect'] = async (source) => sanitiseWithFacts(source);
const post = (id: number, rendered: string) =>
  wordPressEntry('post', id, `post-${id}`, { content: { rendered } });
const snapshotWith = (...texts: string[]) =>
  snapshotOf([siteEntry(), ...texts.map((text, index) => post(index + 1, text))]);
const inputOf = (snapshot: Snapshot): TextCheckInput => ({
  snapshot,
  texts: siteTexts({ snapshot, builtIn: testBuiltInContent, blocks: testBlocks, homeLayout: null }),
  isDead: (link) => link.startsWith('/gone'),
  serves: (url) => /^https:\/\/(?:cms\.example|i\.ytimg\.com)\//.test(url),
});
const check = async (...texts: string[]) =>
  (await checkAllTexts(inputOf(snapshotWith(...texts)), createTextFactsReader({ worker: { inspect } })))
    .differences;
const found = async (...texts: string[]) =>
  (await check(...texts)).map(({ kind, what, isLook, places }) => [
    kind,
    what,
    isLook,
    places.map(({ id }) => id).toSorted((a, b) => a - b),
  ]);

test.each([
  [
    'a form of a plugin',
    '<div class="wpcf7"><form><input></form></div>',
    ['form', 'a form of Contact Form 7', false],
  ],
  ['a form', '<form><input></form>', ['form', 'a form', false]],
  ['a block', '<p class="wp-block-loginout">x</p>', ['block', 'the block “Loginout”', false]],
  [
    'a script in a block',
    '<div class="wp-block-acme-map"><script>1</script></div>',
    ['script', 'a script in the block “Acme map”', false],
  ],
  ['a shortcode', '<p>[price_table]</p>', ['shortcode', 'the shortcode [price_table]', false]],
  [
    'an embed',
    '<iframe src="https://tours.example/1"></iframe>',
    ['frame', 'a frame of tours.example', false],
  ],
  [
    'a picture of another host',
    '<img src="https://cdn.example/a.jpg">',
    ['picture', 'a picture of cdn.example', false],
  ],
  ['a button', '<button>x</button>', ['button', 'a button that needs a script', false]],
  ['a file', '<object data="a.pdf"></object>', ['file', 'a file inside the page', false]],
  ['a drawing', '<svg><path d="M0 0"/></svg>', ['drawing', 'a drawing (SVG)', false]],
  ['an element', '<x-slider>x</x-slider>', ['element', 'the element <x-slider>', false]],
  [
    'a link that is not allowed',
    '<a href="javascript:go()">x</a>',
    ['link', 'a link to “javascript:go()”', false],
  ],
  ['a dead link', '<a href="https://cms.example/gone/#a">x</a>', ['dead-link', 'a link to /gone', false]],
  ['a style', '<p style="margin:1px">x</p>', ['style', 'margins, shapes or other styles of its own', true]],
  ['a heading 1', '<h1>x</h1>', ['heading', 'a heading 1', true]],
  ['a page break', '<p>a</p><!--nextpage--><p>b</p>', ['page-break', 'a page break', true]],
  [
    'a dropdown',
    '<div class="wp-block-archives-dropdown"><option value="https://x.example">May</option></div>',
    ['dropdown', 'a dropdown in the block “Archives dropdown”', true],
  ],
])('%s is counted with its places, each once', async (_, html, difference) => {
  expect(await found(html + html, '<p>Fine.</p>', html)).toEqual([[...difference, [1, 3]]]);
});

test('pictures, players and links that visitors get are none', async () => {
  expect(
    await found(
      '<img src="https://cms.example/wp-content/uploads/a.jpg"><a href="/about">a</a><a href="https://x.example">b</a>' +
        '<iframe src="https://www.youtube.com/embed/aqz-KE-bpKQ"></iframe><video src="https://cdn.example/a.mp4"></video>',
    ),
  ).toEqual([]);
});

test('what is missing comes before other looks, and what has more places first', async () => {
  const look = '<h1>x</h1>';
  const all = await check(look, look, look, '<button>x</button>', '<form></form>', '<form></form>');
  expect(all.map(({ what }) => what)).toEqual(['a form', 'a button that needs a script', 'a heading 1']);
});

test('a text that is known is not sanitized again, and one that cannot be sanitized is named', async () => {
  const stored = new Map();
  const store: TextFactsStore = {
    read: async (keys) => new Map(keys.flatMap((key) => (stored.has(key) ? [[key, stored.get(key)]] : []))),
    write: async (key, facts) => void stored.set(key, facts),
  };
  const worker = { inspect: vi.fn(inspect) };
  const input = inputOf(snapshotWith('<form></form>', '<p>x</p>'));
  const first = await checkAllTexts(input, createTextFactsReader({ worker, store }));
  expect(worker.inspect).toHaveBeenCalledTimes(2);
  expect(await checkAllTexts(input, createTextFactsReader({ worker, store }))).toEqual(first);
  expect(worker.inspect).toHaveBeenCalledTimes(2);

  const broken = createTextFactsReader({ worker: { inspect: async () => ({ fault: 'text' }) } });
  const { unread, differences } = await checkAllTexts(input, broken);
  expect([unread.map(({ id }) => id), differences]).toEqual([[2, 1], []]);
});

test('the check runs in the background with progress, and again when the content has changed', async () => {
  const started: (() => void)[] = [];
  const worker: Pick<HtmlWorker, 'inspect'> = {
    inspect: async (source) => {
      await new Promise<void>((resolve) => started.push(resolve));
      return sanitiseWithFacts(source);
    },
  };
  let snapshot: Snapshot | null = null;
  const running = createTextCheck({
    reader: createTextFactsReader({ worker }),
    snapshot: () => snapshot,
    inputOf,
    log,
  });
  expect(running.state()).toEqual({ running: null, result: null });

  snapshot = snapshotWith('<form></form>', '<p>x</p>');
  expect(running.state().result).toBeNull();
  await expect.poll(() => started.length).toBe(1);
  started[0]?.();
  await expect.poll(() => running.state().running).toEqual({ checked: 1, total: 2 });
  started[1]?.();
  await expect.poll(() => running.state().running).toBeNull();
  expect(running.state().result).toMatchObject({ total: 2, differences: [{ what: 'a form' }] });

  snapshot = snapshotWith('<form></form>', '<h1>x</h1>');
  expect(running.state().result?.differences).toMatchObject([{ what: 'a form' }]);
  await expect.poll(() => started.length).toBe(3);
  started[2]?.();
  await expect.poll(() => running.state().result?.differences.length).toBe(2);
});
