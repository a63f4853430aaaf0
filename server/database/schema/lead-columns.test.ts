import { expect, test } from 'vitest';
import { leadFields } from '../../../src/contracts/leads/lead-fields.ts';
import { mergeLeadTexts } from './lead-columns.ts';

test('every column of a lead without texts is null', () => {
  const texts = mergeLeadTexts(undefined, {});
  expect(texts).toEqual(Object.fromEntries(leadFields.map(({ column }) => [column, null])));
});

test('a later text replaces an earlier one, and an empty or absent one changes nothing', () => {
  const before = mergeLeadTexts(undefined, { firstName: 'Ann', message: 'Hello', areas: 'ankeny' });
  expect(mergeLeadTexts(before, { firstName: 'Anna', message: '' })).toEqual({
    ...before,
    first_name: 'Anna',
  });
});
