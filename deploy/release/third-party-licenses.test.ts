import { expect, it } from 'vitest';
import { licensesText } from './third-party-licenses.ts';

it('each package is named once, sorted, with the text of its license', () => {
  const b = { name: 'b', version: '1.0.0', identifier: 'MIT', text: 'MIT License\n\nCopyright (c) Ann \n' };
  const a = { name: 'a', version: '2.0.0', identifier: null, text: null };
  expect(licensesText([b, a, b]).split('\n').slice(4)).toEqual([
    '## a 2.0.0',
    '',
    'The package contains no text of its license.',
    '',
    '## b 1.0.0, MIT',
    '',
    '> MIT License',
    '>',
    '> Copyright (c) Ann',
    '',
  ]);
});
