import { expect, it } from 'vitest';
import { isPlainHtml } from './safe-rich-text.tsx';

it.each([
  ['', true],
  ['Words only', true],
  [
    '<p>One <strong>two</strong><br /><a href="/buy" target="_blank">three</a></p><ul><li>four</li></ul>',
    true,
  ],
  ['<p class="lead">One</p>', false],
  ['<table><tr><td>1</td></tr></table>', false],
  ['<figure><img src="/a.jpg"></figure>', false],
  ['<!-- wp:paragraph --><p>One</p>', false],
])('determines whether %s survives the rich-text input', (html, plain) => {
  expect(isPlainHtml(html)).toBe(plain);
});
