import { expect, it } from 'vitest';
import { parseLeadSearchText } from './lead-search-text.ts';

it.each([
  ['', [], null],
  ['  Ada   Lovelace ', ['Ada', 'Lovelace'], null],
  ['a b c d e f g h i', ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'], null],
  ['(515) 555-0142', [], '5155550142'],
  ['+1 515.555.0142', [], '5155550142'],
  // In one word, it may be a ZIP code or a part of a text.
  ['50309', ['50309'], null],
  ['515-555-0142', ['515-555-0142'], null],
  ['1 2', ['1', '2'], null],
])('reads “%s”', (typed, words, digits) => {
  expect(parseLeadSearchText(typed)).toEqual({ words, digits });
});
