import { expect, test } from 'vitest';
import { normalizePhone } from './contact-store.ts';

test.each([
  ['(515) 555-0101', '+15155550101'],
  ['+44 20 7946 0958', '+442079460958'],
  ['1-515-555-0101', '+15155550101'],
  ['1', '+1'],
  ['call me', undefined],
  ['', undefined],
])('%j is stored as %j', (given, stored) => {
  expect(normalizePhone(given)).toBe(stored);
});
