import { expect, test } from 'vitest';
import { contactAnswer } from './crm-shapes.ts';

const ownOf = (contact: object) => contactAnswer.parse({ contact: { id: 'c1', ...contact } }).own;

test('empty fields of a contact are left out, and a name in one piece is a name', () => {
  expect(ownOf({ firstName: 'Alice', lastName: null, email: '', name: 'Alice' })).toEqual({
    firstName: 'Alice',
  });
  expect(ownOf({ name: 'Alice Cooper', firstName: null })).toEqual({ firstName: 'Alice Cooper' });
  expect(ownOf({})).toEqual({});
});

test('a contact that cannot be read is not taken for an empty one', () => {
  expect(
    contactAnswer.safeParse({ contact: { id: 'c1', email: { address: 'a@example.com' } } }).success,
  ).toBe(false);
});
