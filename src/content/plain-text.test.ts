// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { plainText } from './plain-text.ts';

test.each([
  ['Tom &#038; Jerry', 'Tom & Jerry'],
  ['It&#8217;s <em>home</em>', 'It’s home'],
  ['Homes &lt; $300K', 'Homes < $300K'],
  ['Tom & Jerry', 'Tom & Jerry'],
  ['Plain', 'Plain'],
  ['', ''],
])('%s → %s', (html, text) => {
  expect(plainText(html)).toBe(text);
});
