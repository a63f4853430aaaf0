import { expect, it } from 'vitest';
import { splitName } from './split-name.ts';

it.each([
  ['Ada', 'Ada', ''],
  ['Ada Lovelace', 'Ada', 'Lovelace'],
  ['Ada  King, Countess of Lovelace', 'Ada', 'King, Countess of Lovelace'],
  ['', '', ''],
])('splits “%s” at the first space', (name, firstName, lastName) => {
  expect(splitName(name)).toEqual({ firstName, lastName });
});
