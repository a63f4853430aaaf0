import { expect, it } from 'vitest';
import { formatPhone, phoneAsTypedIfDifferent } from './format-phone.ts';

it.each([
  ['5155550142', '+15155550142', '(515) 555-0142'],
  ['515-555-0142', '+15155550142', '(515) 555-0142'],
  ['+1 515 555 0142 x3', '+15155550142', '(515) 555-0142'],
  ['515.555.0142', null, '(515) 555-0142'],
  ['030 901820', '+4930901820', '+4930901820'],
  ['+1 515 555 0142', null, '(515) 555-0142'],
  // Ten digits, but not of North America.
  ['+49 30 123456', null, '+49 30 123456'],
  ['+45 12 34 56 78', null, '+45 12 34 56 78'],
  ['call me', null, 'call me'],
  [null, null, null],
])('shows %o (%o) as %o', (phone, e164, words) => {
  expect(formatPhone(phone, e164)).toBe(words);
});

it.each([
  ['515-555-0142 ext. 204', '+15155550142', '515-555-0142 ext. 204'],
  ['1 (515) 555-0142', '+15155550142', null],
  ['call me', null, null],
])('%o (%o) contains more than the number: %o', (phone, e164, typed) => {
  expect(phoneAsTypedIfDifferent(phone, e164)).toBe(typed);
});
