import { expect, test } from 'vitest';
import { scrubText } from './scrub-text.ts';

test.each([
  ['email rosalind.q+x@example.com is taken', 'email [e-mail] is taken'],
  ['"a@b.co", <c@d.example>', '"[e-mail]", <[e-mail]>'],
  ['phone +1 (515) 555-0142 is invalid', 'phone [number] is invalid'],
  ['5155550142', '[number]'],
  ['The CRM answered 422: name Quigley is not allowed', 'The CRM answered 422: name […] is not allowed'],
])('%s', (text, clean) => {
  expect(scrubText(text, ['Quigley', null, '', 'Al'])).toBe(clean);
});

test('a value of two letters is part of too many words', () => {
  expect(scrubText('All also', ['Al'])).toBe('All also');
});

test('a value with signs of patterns in it is taken as it is', () => {
  expect(scrubText('what (a+b)* is', ['(a+b)*'])).toBe('what […] is');
});

test('a long text is cut', () => {
  expect(scrubText('x'.repeat(1000))).toHaveLength(400);
});
