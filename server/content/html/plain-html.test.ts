import { expect, it } from 'vitest';
import { loadBodyBlocks } from './load-body-blocks.ts';
import { plainFields, plainHtml } from './plain-html.ts';
import { cleanHtml } from './sanitise-html.ts';

const clean = (html: string) => cleanHtml({ html, mode: 'rendered', homes: [] });
const blocks = [...(await loadBodyBlocks()).values()];

it.each(blocks)('$id becomes links', ({ example }) => {
  const html = plainHtml(clean(`<p>a</p>${example}<p>b</p>`));
  expect(html).not.toContain('lintel-block');
  expect(html).toMatch(/^<p>a<\/p>.*<a href="[^"]+">[^<]+<\/a>.*<p>b<\/p>$/s);
});

it('escapes titles', () => {
  const frame = '<iframe title="&quot;&lt;b&gt; &amp; {phone}" src="https://vimeo.com/22439234"></iframe>';
  expect(plainHtml(clean(frame))).toBe(
    '<p><a href="https://vimeo.com/22439234">Watch “&quot;&lt;b&gt; &#038; {phone}”</a></p>',
  );
});

it('changes the HTML of custom fields, and no others', () => {
  const html = clean('<iframe src="https://vimeo.com/22439234"></iframe>');
  const fields = { a: html, rows: [{ b: html, n: 3 }], c: null };
  const plain = plainHtml(html);
  expect(plainFields(fields)).toEqual({ a: plain, rows: [{ b: plain, n: 3 }], c: null });
  const others = { a: '<p>x</p>' };
  expect(plainFields(others)).toBe(others);
});
