import { expect, it } from 'vitest';
import { isRichTextEditable } from './safe-rich-text-input.tsx';

it.each([
  ['', true],
  ['Words only', true],
  [
    '<p>One <strong>two</strong><br /><a href="/buy" target="_blank">three</a></p><ul><li>four</li></ul>',
    true,
  ],
  ['<p class="lead">One</p>', false],
  ['<h2>A</h2><h4>B</h4>', true],
  // The editor knows headings of the levels 2 to 4.
  ['<h5>A</h5>', false],
  ['<h6>A</h6>', false],
  ['<table><tr><td>1</td></tr></table>', false],
  ['<figure><img src="/a.jpg"></figure>', false],
  ['<!-- wp:paragraph --><p>One</p>', false],
  ['<h3>A</h3>\nOne <strong>two</strong>\n\nThree', false],
  ['<h3>A</h3>\n<p>One</p>\n<hr>\n<ul>\n<li>Two</li>\n</ul>', true],
])('determines whether %s survives the rich-text input', (html, plain) => {
  expect(isRichTextEditable(html)).toBe(plain);
});
