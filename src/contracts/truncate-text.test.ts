import { expect, it } from 'vitest';
import { truncateText } from './truncate-text.ts';

it.each([
  ['short', 10, 'short'],
  ['too long', 3, 'too'],
  ['a🏠b', 2, 'a'],
  ['a🏠b', 3, 'a🏠'],
  ['🏠', 1, ''],
])('%s, cut to %i, is “%s”', (text, most, cut) => {
  expect(truncateText(text, most)).toBe(cut);
});
