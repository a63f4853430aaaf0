import { expect, test } from 'vitest';
import { contactResponse } from './crm-shapes.ts';

const ownOf = (contact: object) => contactResponse.parse({ contact: { id: 'c1', ...contact } }).own;

test('empty fields of a contact are left out, and a full name alone becomes the first name', () => {
  expect(ownOf({ firstName: 'Alice', lastName: null, email: '', name: 'Alice' })).toEqual({
    firstName: 'Alice',
  });
  expect(ownOf({ name: 'Alice Cooper', firstName: null })).toEqual({ firstName: 'Alice Cooper' });
  expect(ownOf({})).toEqual({});
});

test('a contact with an unexpected shape is rejected instead of read as empty', () => {
  expect(
    contactResponse.safeParse({ contact: { id: 'c1', email: { address: 'a@example.com' } } }).success,
  ).toBe(false);
});
