import { expect, test } from 'vitest';
import { leadFields } from '../../../src/contracts/leads/lead-fields.ts';
import { mergeTexts } from './lead-columns.ts';

test('every column of a lead without texts is null', () => {
  const texts = mergeTexts(undefined, {});
  expect(texts).toEqual(Object.fromEntries(leadFields.map(({ column }) => [column, null])));
});

test('a later text replaces an earlier one, and an empty or absent one changes nothing', () => {
  const before = mergeTexts(undefined, { firstName: 'Ann', message: 'Hello', areas: 'ankeny' });
  expect(mergeTexts(before, { firstName: 'Anna', message: '' })).toEqual({ ...before, first_name: 'Anna' });
});
