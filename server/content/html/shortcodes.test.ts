import { expect, it } from 'vitest';
import { shortcodesIn } from './shortcodes.ts';

it.each([
  ['attributes', 'a [price id="7"] b', ['price']],
  ['attributes with the quotes that WordPress makes of them', '[wpforms id=”1″ title=”false”]', ['wpforms']],
  ['an underscore', '[price_table]', ['price_table']],
  ['an end', '[note]a[/note]', ['note']],
  ['an end only', 'a[/note]', ['note']],
  ['a usual name', '[gallery]', ['gallery']],
  ['upper case', '[Price_Table][price_table]', ['price_table']],
  ['several', '[a_b] [cd x=1] [a_b]', ['a_b', 'cd']],
  ['words in brackets', 'He said so [sic], see [1], [...], [well-known] and [left, right]', []],
  ['brackets in brackets', '[[price]]', []],
  ['an array', 'list[0] = map[key]', []],
])('%s', (_, text, names) => {
  expect(shortcodesIn(text)).toEqual(names);
});
