import { expect, it } from 'vitest';
import { loadBodyBlocks } from './load-body-blocks.ts';
import { fieldsWithoutBodyBlocks, htmlWithoutBodyBlocks } from './html-without-body-blocks.ts';
import { sanitiseSource } from './sanitise-html.ts';

const clean = (html: string) => sanitiseSource({ html, mode: 'rendered', homes: [] });
const blocks = [...(await loadBodyBlocks()).values()];

it.each(blocks)('$id becomes links', ({ example }) => {
  const html = htmlWithoutBodyBlocks(clean(`<p>a</p>${example}<p>b</p>`));
  expect(html).not.toContain('lintel-block');
  expect(html).toMatch(/^<p>a<\/p>.*<a href="[^"]+">[^<]+<\/a>.*<p>b<\/p>$/s);
});

it('escapes titles', () => {
  const frame = '<iframe title="&quot;&lt;b&gt; &amp; {phone}" src="https://vimeo.com/22439234"></iframe>';
  expect(htmlWithoutBodyBlocks(clean(frame))).toBe(
    '<p><a href="https://vimeo.com/22439234">Watch “&quot;&lt;b&gt; &#038; {phone}”</a></p>',
  );
});

it('changes the HTML of custom fields, and no others', () => {
  const html = clean('<iframe src="https://vimeo.com/22439234"></iframe>');
  const fields = { a: html, rows: [{ b: html, n: 3 }], c: null };
  const plain = htmlWithoutBodyBlocks(html);
  expect(fieldsWithoutBodyBlocks(fields)).toEqual({ a: plain, rows: [{ b: plain, n: 3 }], c: null });
  const others = { a: '<p>x</p>' };
  expect(fieldsWithoutBodyBlocks(others)).toBe(others);
});
