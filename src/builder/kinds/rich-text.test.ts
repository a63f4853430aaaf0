import { expect, it } from 'vitest';
import { richText } from '../fields.ts';
import { richTextKind } from './rich-text.ts';

const field = richText({ label: 'Text' });

it.each([
  // ACF stores a blank line between paragraphs, and the input would join the lines.
  ['First.\n\nSecond <strong>x</strong>.\nThird', '<p>First.</p><p>Second <strong>x</strong>.<br>Third</p>'],
  ['One\r\n \r\n\r\nTwo', '<p>One</p><p>Two</p>'],
  ['Words only', 'Words only'],
  ['<p>One</p>\n<p>Two</p>', '<p>One</p>\n<p>Two</p>'],
  ['<h3>A</h3>\nOne\n\nTwo', '<h3>A</h3>\nOne\n\nTwo'],
  ['', ''],
  [null, ''],
])('%j becomes %j in the form', (stored, form) => {
  expect(richTextKind.toForm(field, stored)).toBe(form);
});
